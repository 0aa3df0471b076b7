internal import Foundation

/// A program of the product, as it was built beside the test program.
public enum Program: String, Sendable {
  /// The daemon.
  case flickd
  /// The command for people.
  case flickctl
  /// The probe of the tests of devices; no part of the product.
  case evdevProbe = "evdev-probe"
  /// The measurement of the velocity estimate; no part of the product.
  case bench

  /// Where it lies.
  public var path: String {
    // So that the same tests can be held against other programs: such with a fault, or those that
    // are installed.
    if let variable, let other = ProcessInfo.processInfo.environment[variable] { return other }
    return Self.folder.appendingPathComponent(rawValue).path
  }

  /// The variable of the environment that names another program than the one beside the test
  /// program.
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

  /// Puts it where everybody may run it, and returns the words that do so.
  ///
  /// By a link, where the file system is the same: a file that was just written may still be open
  /// for writing in a child that another test has forked, and as long the kernel starts no program
  /// from it (ETXTBSY).
  ///
  /// What it links to is copied as well where only this user may read it; a user's own toolchain
  /// lies in such a place.
  public func copy(into folder: PrivateFolder) throws -> [String] {
    let place = folder.file(rawValue)
    if !FileManager.default.fileExists(atPath: place) {
      do {
        try FileManager.default.linkItem(atPath: path, toPath: place)
      } catch {
        try FileManager.default.copyItem(atPath: path, toPath: place)
      }
      try folder.setMode(0o755, of: rawValue)
    }
    let hidden = Self.libraries.filter { !Self.isOpenToAll($0) }
    guard !hidden.isEmpty else { return [place] }
    for library in hidden {
      let copy = folder.file(URL(fileURLWithPath: library).lastPathComponent)
      guard !FileManager.default.fileExists(atPath: copy) else { continue }
      try FileManager.default.copyItem(atPath: library, toPath: copy)
    }
    return ["env", "LD_LIBRARY_PATH=\(folder.path)", place]
  }

  /// The shared libraries of this process, which links everything that the programs do.
  private static var libraries: Set<String> {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let paths = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    return Set(paths.filter { $0.contains(".so") })
  }

  private static func isOpenToAll(_ path: String) -> Bool {
    var place = URL(fileURLWithPath: path)
    var needed = 0o004
    while place.path != "/" {
      let mode = try? FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
      guard let mode, mode & needed != 0 else { return false }
      needed = 0o001
      place = place.deletingLastPathComponent()
    }
    return true
  }
}
