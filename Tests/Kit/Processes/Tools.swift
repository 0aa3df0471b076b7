internal import Foundation
internal import LinuxIO

/// Programs by other people that tests run beside ours.
///
/// A test that needs some carries `.enabled(if: Tools.areWanted("jq"), "needs jq")`: without them
/// it is skipped by name, but where `CI` is set it runs and fails.
public enum Tools {
  /// Whether a test that needs these programs should run.
  public static func areWanted(_ names: String...) -> Bool {
    ProcessInfo.processInfo.environment["CI"] != nil || names.allSatisfy(isPresent)
  }

  /// Whether a program is in one of the folders of ``path``.
  private static func isPresent(_ name: String) -> Bool {
    path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Where programs are looked for; services lie in a folder that not every user's PATH has.
  public static var path: String {
    let own = URL(fileURLWithPath: Program.flickctl.path).deletingLastPathComponent().path
    return "\(own):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"):/usr/sbin"
  }
}
