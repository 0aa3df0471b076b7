import Foundation
import TestKit

/// The emulated guest: a Debian with systemd in which flickd is installed, always in the same
/// state.
enum Guest {
  /// The reason that a skipped test prints.
  static let comment = "make test ONLY=guest runs these"

  /// The folder of the guest's saved states, which `make test ONLY=guest` sets; nil elsewhere.
  static var states: String? { ProcessInfo.processInfo.environment["FLICKD_GUEST_STATES"] }

  /// The reason that a test prints when it is skipped because it takes too long for every change.
  static let thoroughComment = "make test ONLY=guest-bars runs these"

  /// The same folder if every test should run, nil otherwise.
  static var thoroughStates: String? {
    ProcessInfo.processInfo.environment["FLICKD_GUEST_THOROUGH"] == nil ? nil : states
  }

  /// A saved state, by the name of its folder; Tests/Kernel/qemu/prepare.sh makes them.
  enum State: String {
    /// The image as it boots, without flickd.
    case bare
    /// flickd is installed, but not started.
    case installed
    /// The socket and the service are enabled and started.
    case running
    /// As ``running``, with user logins and the script usb-panels.
    case seat
  }

  /// Runs one bash script in a new guest.
  ///
  /// The script can use the functions of ``functions``, the tests' scenarios in /opt/scenarios
  /// (unless the guest is bare), and `files`, by their names, in /opt. It fails when one of its
  /// commands fails. The guest's clock counts its instructions, so a busy host delays nothing in
  /// the guest; `seconds` are the host's. With `boots`, the guest boots that many times with the
  /// same disk, and the script runs after each boot.
  static func run(
    from state: State = .running, files: [String] = [], boots: Int = 0, within seconds: Int = 240,
    _ script: String
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let payload = folder.file("payload")
    try FileManager.default.createDirectory(atPath: "\(payload)/opt", withIntermediateDirectories: true)
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      try FileManager.default.copyItem(atPath: file, toPath: "\(payload)/opt/\(name)")
    }
    let origin = state == .bare ? [] : ["--from", "\(states ?? "")/\(state.rawValue)"]
    return try await Command(
      [tool("vm.py"), "run", "--icount"] + origin + (files.isEmpty ? [] : ["--payload", payload])
        + ["--boots", "\(boots)", "--limit", "\(seconds)"]
        + ["set -euo pipefail\n\(functions)\n\(script)"],
      environment: ["PYTHONUNBUFFERED": "1"]
    ).run(within: Double((boots + 1) * seconds) + 30)
  }

  private static func tool(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("qemu/\(name)").path
  }

  /// The functions that the scripts of the tests share.
  private static let functions = """
    socket=/run/flickd/flickd.sock

    # Writes the lines of a subscription to /run/heard until the script ends.
    listen() {
      socat -u "UNIX-CONNECT:$socket" - </dev/null >/run/heard 2>/run/heard.errors &
      hears '"type":"state"'
    }

    # Waits until this number of lines, one by default, that contain this have been received.
    hears() {
      local try
      for try in {1..200}; do
        if [ "$(grep -c -e "$1" /run/heard)" -ge "${2:-1}" ]; then return; fi
        sleep 0.1
      done
      echo "never received: $1" >&2
      cat /run/heard >&2
      journalctl -q --no-pager -u flickd >&2
      return 1
    }

    # Plays a scenario of the tests on a panel that exists during the play. An emulated udev is slow,
    # and events before flickd opens the panel are lost.
    play() { flickctl play "/opt/scenarios/$1.touch" --wait 15s >/run/played; }

    # Plays any file, with further options of flickctl, and keeps the panel afterwards.
    play_and_stay() {
      flickctl play "$@" --wait 15s --keep 600s --json >/run/played 2>/run/played.errors &
      player=$!
      until grep -q '"type":"played"' /run/played; do
        if ! kill -0 "$player"; then
          cat /run/played.errors >&2
          return 1
        fi
        sleep 0.1
      done
    }

    # Runs a command as an unknown user in the socket's group.
    as_member() { setpriv --reuid nobody --regid nogroup --groups flick "$@"; }

    main_process() { systemctl show -p MainPID --value flickd.service; }

    # The event nodes that flickd has opened.
    opened() { find "/proc/$(main_process)/fd" -lname '/dev/input/event*' -printf '%l\\n' | sort; }
    """
}

extension Outcome {
  /// The lines that flickd sent to the guest's client, as JSON.
  func heard() throws -> [JSON] {
    try lines.filter { $0.hasPrefix("{") }.map { try JSON($0) }
  }
}
