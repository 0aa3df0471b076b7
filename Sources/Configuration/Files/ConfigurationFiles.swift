/// One configuration file: its name for the diagnostics, and what it holds.
public struct ConfigurationFile: Equatable, Sendable {
  /// The name that diagnostics give.
  public var name: String
  /// The file's bytes.
  public var bytes: [UInt8]

  /// Creates a file.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Which files make up a configuration, and in which order they are read: the main file, then its
/// drop-ins.
public enum ConfigurationFiles {
  /// Where the configuration is when nobody says otherwise.
  public static let defaultMain = "/etc/flickd/flickd.toml"

  /// The folder of the drop-ins: `conf.d` beside the main file.
  public static func dropInFolder(of main: String) -> String {
    guard let slash = main.lastIndex(of: "/") else { return "conf.d" }
    return main[...slash] + "conf.d"
  }

  /// The paths in reading order: `main`, then each of the folder's visible `*.toml` in the order of
  /// its bytes.
  ///
  /// `names` is what the folder holds, in any order; other files in it are passed over.
  public static func order(main: String, names: [String]) -> [String] {
    let folder = dropInFolder(of: main)
    let dropIns = names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
      .sorted { left, right in left.utf8.lexicographicallyPrecedes(right.utf8) }
    return [main] + dropIns.map { "\(folder)/\($0)" }
  }

  /// The files in reading order, fetched by the caller's own functions, since this library does no
  /// I/O.
  ///
  /// - `list`: the names in a folder, none where there is no such folder.
  /// - `read`: the bytes of a file, `nil` where there is none; such a file is passed over.
  public static func locate<Failure: Error>(
    main: String = defaultMain, list: (_ folder: String) throws(Failure) -> [String],
    read: (_ path: String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [ConfigurationFile] {
    var files: [ConfigurationFile] = []
    for path in order(main: main, names: try list(dropInFolder(of: main))) {
      guard let bytes = try read(path) else { continue }
      files.append(ConfigurationFile(name: path, bytes: bytes))
    }
    return files
  }

  /// The files of a command: those of the main file that was `named`, which must be there, or of
  /// the default one, which need not.
  ///
  /// `nil` if the named one is not there. `list` and `read` are those of
  /// ``locate(main:list:read:)``.
  public static func locate<Failure: Error>(
    named: String?, list: (_ folder: String) throws(Failure) -> [String],
    read: (_ path: String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [ConfigurationFile]? {
    let files = try locate(main: named ?? defaultMain, list: list, read: read)
    if let named, !files.contains(where: { $0.name == named }) { return nil }
    return files
  }
}
