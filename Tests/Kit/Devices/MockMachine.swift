internal import Foundation
internal import LinuxIO

/// A machine of made-up input devices, in which a program runs under `umockdev-run`.
public struct MockMachine: Sendable {
  /// What a skipped test says.
  public static let comment = "umockdev is not installed"

  /// Whether tests that need umockdev (Debian: umockdev) run: on a developer's machine without it
  /// they are skipped by name, in CI they fail.
  public static var isDue: Bool {
    let isInstalled = ["/usr/bin", "/usr/local/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/umockdev-run")
    }
    return isInstalled || SystemCalls.environment("CI") != nil
  }

  /// What udev says of a touchscreen.
  public static let touchscreen = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]

  /// The words that go before a program to run it in this machine.
  public let prefix: [String]

  /// Writes what umockdev needs into `folder`; `events` come from the first device once it is
  /// opened.
  ///
  /// Nobody may read the nodes of `forbidden`; as root forbids nothing to itself, the program then
  /// runs as nobody.
  public init(
    _ devices: [MockDevice], events: MockEvents? = nil, forbidden: [MockDevice] = [], in folder: PrivateFolder
  ) throws {
    // When a signal ends it, umockdev-run leaves its files behind; there they go with the folder.
    var words = ["env", "TMPDIR=\(folder.path)"]
    if events != nil { words.append("LD_PRELOAD=\(try PreloadedLibrary("whole-events", in: folder).path)") }
    words.append("umockdev-run")
    for device in devices {
      words += ["-d", try folder.write("device\(device.number)", device.deviceText)]
      guard device.answersCalls else { continue }
      words += ["-i", "\(device.node)=\(try folder.write("ioctl\(device.number)", device.ioctlText))"]
    }
    if let events, let device = devices.first {
      words += ["-e", "\(device.node)=\(try folder.write("events", events.text))"]
    }
    words.append("--")
    if !forbidden.isEmpty {
      let nodes = forbidden.map { "\"$UMOCKDEV_DIR\(($0.node))\"" }.joined(separator: " ")
      let becoming =
        SystemCalls.effectiveUser() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
      words += [
        "sh", "-c", "chmod -R a+rwX \"$UMOCKDEV_DIR\" && chmod 000 \(nodes) && exec \(becoming)\"$@\"", "sh",
      ]
    }
    prefix = words
  }
}
