internal import Foundation
internal import LinuxIO

/// Other projects' programs that tests run.
///
/// A test that needs some carries `.enabled(if: Tools.areWanted("jq"), "needs jq")`: without them
/// the test is skipped by name, but where `CI` is set it runs and fails.
public enum Tools {
  /// Whether a test that needs these programs should run.
  public static func areWanted(_ names: String...) -> Bool {
    ProcessInfo.processInfo.environment["CI"] != nil || names.allSatisfy(isPresent)
  }

  /// Whether a program is in one of the folders of ``path``.
  private static func isPresent(_ name: String) -> Bool {
    path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// The folders in which programs are searched; services are in a folder that not every user's
  /// PATH has.
  public static var path: String {
    let own = URL(fileURLWithPath: Program.flickctl.path).deletingLastPathComponent().path
    return "\(own):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"):/usr/sbin"
  }
}
