/// One configuration file: its name for the diagnostics, and its content.
public struct ConfigurationFile: Equatable, Sendable {
  /// The name that diagnostics report.
  public var name: String
  /// The file's bytes.
  public var bytes: [UInt8]
  /// Why the file cannot be read; nil if it was read.
  public var failure: String?

  /// Creates a file.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    failure = nil
  }
}

/// The files of a configuration in reading order: the main file, then its drop-ins.
public enum ConfigurationFiles {
  /// The path of the main file, unless another path is specified.
  public static let defaultMain = "/etc/flickd/flickd.toml"

  /// The folder of the drop-ins: `conf.d` beside the main file.
  public static func dropInFolder(of main: String) -> String { folder("conf.d", beside: main) }

  /// A folder in the folder of `main`.
  static func folder(_ name: String, beside main: String) -> String {
    guard let slash = main.lastIndex(of: "/") else { return name }
    return main[...slash] + name
  }

  /// Returns the paths in reading order: `main`, then each visible `*.toml` of the drop-in folder,
  /// in byte order.
  ///
  /// `names` are the names in the folder, in any order; other files are skipped.
  public static func order(main: String, names: [String]) -> [String] {
    let folder = dropInFolder(of: main)
    return [main] + visible(names).map { "\(folder)/\($0)" }
  }

  /// The visible names of TOML files, in byte order.
  static func visible(_ names: [String]) -> [String] {
    names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
      .sorted { left, right in left.utf8.lexicographicallyPrecedes(right.utf8) }
  }

  /// Returns the files in reading order, read by the caller's functions, since this library does no
  /// I/O.
  ///
  /// - `list`: the names in a folder, none where there is no such folder.
  /// - `read`: the bytes of a file, `nil` if it does not exist; such a file is skipped.
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

  /// Returns the files of a command, or `nil` if the main file that was `named` does not exist.
  ///
  /// The default main file need not exist. For `list` and `read` see ``locate(main:list:read:)``.
  public static func locate<Failure: Error>(
    named: String?, list: (_ folder: String) throws(Failure) -> [String],
    read: (_ path: String) throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [ConfigurationFile]? {
    let files = try locate(main: named ?? defaultMain, list: list, read: read)
    if let named, !files.contains(where: { $0.name == named }) { return nil }
    return files
  }
}

/// One thing that is wrong in a configuration file or in an option, and where.
public struct Diagnostic: Equatable, Sendable {
  /// The file's name, as it was given; or the option, as in `--set distance=5`.
  public var file: String
  /// Where the key or the value at fault begins; the first character of an option.
  public var position: TextPosition
  /// What is wrong, what was seen, and what would be right: one line, without a full stop.
  public var message: String
  /// Whether an option of the command line is wrong.
  public var isOption = false
}

extension Diagnostic: CustomStringConvertible {
  /// The line that compilers print and editors follow: `file:line:column: message`.
  public var description: String {
    isOption ? "\(file): \(message)" : "\(file):\(position.line):\(position.column): \(message)"
  }
}

/// A position in a text.
///
/// Unit: lines and code points, both counted from 1.
public struct TextPosition: Comparable, Sendable {
  /// The line.
  public var line: Int
  /// The code point within the line.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether `left` is further up, or on the same line further left.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
