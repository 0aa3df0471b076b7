import Foundation
import TestKit

/// The emulated guest: a Debian with systemd in which flickd is installed, always in the same state.
enum Guest {
  /// What a skipped test says.
  static let comment = "make guest runs these"

  /// The folder of the guest's image, which `make guest` states; nil elsewhere.
  static var image: String? { ProcessInfo.processInfo.environment["FLICKD_GUEST"] }

  /// What the README has an administrator do after `make install`.
  static let setUp = [
    "systemd-sysusers && systemd-tmpfiles --create && udevadm control --reload && udevadm trigger -s input",
    "systemctl daemon-reload && systemctl enable -q --now flickd.socket flickd.service",
  ]

  /// Runs one script of bash in a guest of its own, in which flickd is installed and set up by `setUp`.
  ///
  /// The script sees the functions of ``functions`` and `files`, by their names, in /opt. It fails as soon as a command of
  /// it fails.
  static func run(
    after setUp: [String] = setUp, files: [String] = [], within seconds: Double = 180, _ script: String
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let payload = folder.file("payload")
    let packed = try await Command([tool("payload.sh"), payload]).run()
    guard packed.code == 0 else { return packed }
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      try FileManager.default.copyItem(atPath: file, toPath: "\(payload)/opt/\(name)")
    }
    let limit = String(Int(seconds / 2))
    return try await Command(
      [tool("vm.py"), "run", "--payload", payload, "--limit", limit]
        + setUp.map { "{ \($0); } >/run/set-up 2>&1 || { cat /run/set-up; false; }" } + [
          "set -euo pipefail\n\(functions)\n\(script)"
        ],
      environment: ["FLICKD_GUEST": image ?? "", "PYTHONUNBUFFERED": "1"]
    ).run(within: seconds)
  }

  private static func tool(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("qemu/\(name)").path
  }

  /// What the scripts of the tests share.
  private static let functions = """
    socket=/run/flickd/flickd.sock

    # Writes the lines of a subscription to /run/heard for as long as the script goes on.
    listen() {
      socat -u "UNIX-CONNECT:$socket" - </dev/null >/run/heard 2>/run/heard.errors &
      hears '"type":"state"'
    }

    # Waits until so many lines, one by default, with this in them have been heard.
    hears() {
      local try
      for try in {1..200}; do
        if [ "$(grep -c -e "$1" /run/heard)" -ge "${2:-1}" ]; then return; fi
        sleep 0.1
      done
      echo "never heard: $1" >&2
      cat /run/heard >&2
      journalctl -q --no-pager -u flickd >&2
      return 1
    }

    # Plays a scenario of the tests as a panel, which is there for as long as that takes; an emulated udev takes its time.
    play() { flickctl play "/opt/scenarios/$1.touch" --wait 3s >/run/played; }

    main_process() { systemctl show -p MainPID --value flickd.service; }

    # The event nodes that flickd has open.
    opened() { find "/proc/$(main_process)/fd" -lname '/dev/input/event*' -printf '%l\\n' | sort; }
    """
}

extension Outcome {
  /// The lines that the guest has heard of flickd, as JSON.
  func heard() throws -> [JSON] {
    try lines.filter { $0.hasPrefix("{") }.map { try JSON($0) }
  }
}
