public import LinuxIO

/// The files of a folder, to be served: those that were there when it was looked at, and nothing
/// else.
///
/// What is asked for is looked up among their names and never put together to a path, so there is
/// no way out of the folder. Symbolic links and hidden files are left out.
public struct WebFolder: Sendable {
  /// The number of files, and how deep folders lie in each other.
  static let most = (files: 1000, depth: 8)
  /// The size of all files that are packed at the start, in bytes; it bounds how long that takes,
  /// and what it keeps.
  static let mostPacked = 8 << 20

  /// What there is at a path.
  enum Found: Equatable {
    /// A file.
    case file(WebFile)
    /// A folder, whose page is at this path.
    case moved(String)
  }

  private var files: [String: WebFile] = [:]
  private var folders: Set<String> = []

  /// Looks through the folder at `path`.
  public init(at path: String) throws(SystemCallError) {
    try look(into: path, as: "/", depth: 0)
    var allowance = Self.mostPacked
    for place in files.keys.sorted() { files[place]?.pack(within: &allowance) }
  }

  private mutating func look(into folder: String, as place: String, depth: Int) throws(SystemCallError) {
    folders.insert(place)
    for name in try SystemCalls.names(in: folder) {
      guard !name.hasPrefix("."), name.utf8.allSatisfy(Self.isPlain) else { continue }
      switch try SystemCalls.identity(of: "\(folder)/\(name)")?.kind {
      case .regular where files.count < Self.most.files:
        files[place + name] = WebFile(at: "\(folder)/\(name)")
      case .folder where depth < Self.most.depth:
        try look(into: "\(folder)/\(name)", as: "\(place)\(name)/", depth: depth + 1)
      default: break
      }
    }
  }

  /// What there is at the path of an address, a query left out; nil if nothing.
  func find(_ target: String) -> Found? {
    let path = String(target.prefix { $0 != "?" && $0 != "#" })
    if let file = files[path] { return .file(file) }
    if folders.contains(path) {
      if let file = files[path + "index.html"] { return .file(file) }
      // The folder as it is installed has its page beside the script that others import.
      return path == "/" && files["/gallery/index.html"] != nil ? .moved("/gallery/") : nil
    }
    return folders.contains(path + "/") && files[path + "/index.html"] != nil ? .moved(path + "/") : nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
