internal import Foundation
internal import LinuxIO

/// A machine of invented input devices, in which a program runs under `umockdev-run`.
public struct MockMachine: Sendable {
  /// The reason that a skipped test prints.
  public static let comment = "umockdev is not installed"

  /// Whether tests that need umockdev (Debian: umockdev) should run.
  ///
  /// Without umockdev they are skipped by name on a developer's machine, and fail in CI.
  public static var isDue: Bool {
    let isInstalled = ["/usr/bin", "/usr/local/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/umockdev-run")
    }
    return isInstalled || SystemCalls.environment("CI") != nil
  }

  /// udev's properties of a touchscreen.
  public static let touchscreen = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]

  /// The arguments before a program's command line that run the program in this machine.
  public let prefix: [String]

  /// Writes umockdev's files into `folder`; `events` come from the first device once it is opened.
  ///
  /// No user may read the nodes of `forbidden`. Permissions do not restrict root, so in that case
  /// the program runs as user nobody.
  public init(
    _ devices: [MockDevice], events: MockEvents? = nil, forbidden: [MockDevice] = [], in folder: PrivateFolder
  ) throws {
    // When a signal ends umockdev-run, its files remain; they are removed with the folder.
    var arguments = ["env", "TMPDIR=\(folder.path)"]
    if events != nil {
      arguments.append("LD_PRELOAD=\(try PreloadedLibrary("whole-events", in: folder).path)")
    }
    arguments.append("umockdev-run")
    for device in devices {
      arguments += ["-d", try folder.write("device\(device.number)", device.deviceText)]
      guard device.answersCalls else { continue }
      arguments += ["-i", "\(device.node)=\(try folder.write("ioctl\(device.number)", device.ioctlText))"]
    }
    if let events, let device = devices.first {
      arguments += ["-e", "\(device.node)=\(try folder.write("events", events.text))"]
    }
    arguments.append("--")
    if !forbidden.isEmpty {
      let nodes = forbidden.map { "\"$UMOCKDEV_DIR\(($0.node))\"" }.joined(separator: " ")
      let becoming =
        SystemCalls.effectiveUser() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
      arguments += [
        "sh", "-c", "chmod -R a+rwX \"$UMOCKDEV_DIR\" && chmod 000 \(nodes) && exec \(becoming)\"$@\"", "sh",
      ]
    }
    prefix = arguments
  }
}
