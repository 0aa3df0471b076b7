internal import LinuxIO

/// The modules of flick.js below ``root``, and an import map with the digest of each.
///
/// Unlike the files of ``WebFolder``, the modules are for pages of other origins.
public struct WebModules: Sendable {
  /// The path below which the modules are served.
  static let root = "/flick/"
  /// The path of the import map.
  static let mapPath = "\(root)importmap.json"
  /// The modules that pages import by name, as the npm package names them in `exports`.
  private static let names = [("flickd", "flick.js"), ("flickd/elements", "flick-elements.js")]

  /// A module at the time of a request.
  struct Module {
    /// The bytes to send, with their strong tag.
    let content: WebFile.Content
    /// The media type of the content.
    let type: String
    /// The digest of the bytes to send.
    let digest: Digest

    fileprivate init(bytes: [UInt8], isPacked: Bool = false, type: String) {
      digest = Digest(of: bytes)
      content = WebFile.Content(bytes: bytes, isPacked: isPacked, tag: EntityTag(digest))
      self.type = type
    }
  }

  private var files: [String: WebFile] = [:]

  /// Selects the modules among the files of the installed web folder: all scripts, except those of
  /// flickd's own pages.
  public init(in folder: WebFolder) {
    for (path, file) in folder.files
    where path.hasSuffix(".js") && !path.hasPrefix("/gallery/") && !path.hasPrefix("/studio/") {
      files[Self.root + path.dropFirst()] = file
    }
  }

  /// Returns the module or the import map at a path; nil if there is none.
  ///
  /// `host` is the host that the request addresses. Cost: the read of one file, or of all files for
  /// the import map.
  func module(at path: String, of host: String, packed: Bool) throws(SystemCallError) -> Module? {
    if path == Self.mapPath { return Module(bytes: try importMap(of: host), type: "application/json") }
    guard let file = files[path] else { return nil }
    let content = try file.content(packed: packed)
    return Module(bytes: content.bytes, isPacked: content.isPacked, type: file.type)
  }

  /// Returns the import map for pages that load the modules from `host`.
  ///
  /// A page must contain the map, because browsers load none. Paths and hosts contain no character
  /// that JSON escapes.
  private func importMap(of host: String) throws(SystemCallError) -> [UInt8] {
    var names: [String] = []
    for (name, file) in Self.names where files[Self.root + file] != nil {
      names.append(#"    "\#(name)": "http://\#(host)\#(Self.root)\#(file)""#)
    }
    var digests: [String] = []
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      let digest = Digest(of: try file.content(packed: false).bytes)
      digests.append(#"    "http://\#(host)\#(path)": "sha256-\#(digest.base64)""#)
    }
    let text = """
      {
        "imports": {
      \(names.joined(separator: ",\n"))
        },
        "integrity": {
      \(digests.joined(separator: ",\n"))
        }
      }

      """
    return Array(text.utf8)
  }
}
