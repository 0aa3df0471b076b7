public import LinuxIO

/// The files of a folder, to be served: those that were there when it was looked at, and nothing else.
///
/// What is asked for is looked up among their names and never put together to a path, so there is no way out of the
/// folder. Symbolic links and hidden files are left out.
public struct WebFolder: Sendable {
  /// The number of files, and how deep folders lie in each other.
  static let most = (files: 1000, depth: 8)
  /// The size of a file, in bytes.
  static let mostBytes = 16 << 20

  /// What there is at a path.
  enum Found: Equatable {
    /// A file, and the type of its content.
    case file(path: String, type: String)
    /// A folder, whose page is at this path.
    case moved(String)
  }

  private var files: [String: String] = [:]
  private var folders: Set<String> = []

  /// Looks through the folder at `path`.
  public init(at path: String) throws(SystemCallError) {
    try look(into: path, as: "/", depth: 0)
  }

  private mutating func look(into folder: String, as place: String, depth: Int) throws(SystemCallError) {
    folders.insert(place)
    for name in try SystemCalls.names(in: folder) {
      guard !name.hasPrefix("."), name.utf8.allSatisfy(Self.isPlain) else { continue }
      switch try SystemCalls.identity(of: "\(folder)/\(name)")?.kind {
      case .regular where files.count < Self.most.files: files[place + name] = "\(folder)/\(name)"
      case .folder where depth < Self.most.depth:
        try look(into: "\(folder)/\(name)", as: "\(place)\(name)/", depth: depth + 1)
      default: break
      }
    }
  }

  /// What there is at the path of an address, a query left out; nil if nothing.
  func find(_ target: String) -> Found? {
    let path = String(target.prefix { $0 != "?" && $0 != "#" })
    if let file = files[path] { return .file(path: file, type: Self.type(of: path)) }
    if folders.contains(path) {
      if let file = files[path + "index.html"] { return .file(path: file, type: Self.type(of: ".html")) }
      // The folder as it is installed has its page beside the script that others import.
      return path == "/" && files["/gallery/index.html"] != nil ? .moved("/gallery/") : nil
    }
    return folders.contains(path + "/") && files[path + "/index.html"] != nil ? .moved(path + "/") : nil
  }

  /// The type of a file by the end of its name.
  private static func type(of name: String) -> String {
    let types: [Substring: String] = [
      "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
      "mjs": "text/javascript; charset=utf-8", "ts": "text/plain; charset=utf-8",
      "css": "text/css; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
      "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp", "avif": "image/avif",
      "ico": "image/x-icon", "woff2": "font/woff2", "txt": "text/plain; charset=utf-8",
      "webmanifest": "application/manifest+json",
    ]
    return name.lastIndex(of: ".").flatMap { types[name[$0...].dropFirst()] } ?? "application/octet-stream"
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
