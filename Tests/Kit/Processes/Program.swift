internal import Foundation

/// A program of the product, from the build folder of the test program.
public enum Program: String, Sendable {
  /// The daemon.
  case flickd
  /// The command-line client.
  case flickctl
  /// The probe of the device tests; not part of the product.
  case evdevProbe = "evdev-probe"
  /// The measurement of the velocity estimate; not part of the product.
  case bench

  /// The path of the program.
  public var path: String {
    // The same tests can also check other programs: faulty ones, or the installed ones.
    if let variable, let other = ProcessInfo.processInfo.environment[variable] { return other }
    return Self.folder.appendingPathComponent(rawValue).path
  }

  /// The environment variable that names another program than the one beside the test program.
  private var variable: String? {
    switch self {
    case .flickd: "FLICKD_DAEMON"
    case .flickctl: "FLICKD_COMMAND"
    case .evdevProbe, .bench: nil
    }
  }

  private static var folder: URL {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent()
  }

  /// Puts the program where every user may run it, and returns the words that do so.
  ///
  /// Uses a link if the file system is the same. A freshly written file may still be open for
  /// writing in a child that another test has forked; as long as it is, the kernel does not start a
  /// program from it (ETXTBSY).
  ///
  /// The libraries are copied as well if only this user may read them, for example those of a
  /// user's own toolchain.
  public func copy(into folder: PrivateFolder) throws -> [String] {
    let target = folder.file(rawValue)
    if !FileManager.default.fileExists(atPath: target) {
      do {
        try FileManager.default.linkItem(atPath: path, toPath: target)
      } catch {
        try FileManager.default.copyItem(atPath: path, toPath: target)
      }
      try folder.setMode(0o755, of: rawValue)
    }
    let hidden = Self.libraries.filter { !Self.isOpenToAll($0) }
    guard !hidden.isEmpty else { return [target] }
    for library in hidden {
      let copy = folder.file(URL(fileURLWithPath: library).lastPathComponent)
      guard !FileManager.default.fileExists(atPath: copy) else { continue }
      try FileManager.default.copyItem(atPath: library, toPath: copy)
    }
    return ["env", "LD_LIBRARY_PATH=\(folder.path)", target]
  }

  /// The shared libraries of this process, which links everything that the programs use.
  private static var libraries: Set<String> {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let paths = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    return Set(paths.filter { $0.contains(".so") })
  }

  private static func isOpenToAll(_ path: String) -> Bool {
    var url = URL(fileURLWithPath: path)
    var needed = 0o004
    while url.path != "/" {
      let mode = try? FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
      guard let mode, mode & needed != 0 else { return false }
      needed = 0o001
      url = url.deletingLastPathComponent()
    }
    return true
  }
}
