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
    /// What is sent, with a strong tag.
    let content: WebContent
    /// The media type of the content.
    let type: String
    /// The digest of the bytes to send.
    let digest: Digest
  }

  private let folder: WebFolder
  private var files: [String: WebFile] = [:]
  /// The digest of each packed content.
  private var packedDigests: [String: Digest] = [:]

  /// Selects the modules among the files of the installed web folder: the scripts of the npm
  /// package, and none of flickd's own pages.
  public init(in folder: WebFolder) {
    self.folder = folder
    for (path, file) in folder.files where path.hasPrefix("/flick") && path.hasSuffix(".js") {
      files[Self.root + path.dropFirst()] = file
      if let packed = file.packed { packedDigests[file.path] = Digest(of: packed.bytes) }
    }
  }

  /// Returns the module or the import map at a path; nil if there is none.
  ///
  /// `host` is the host that the request addresses. Cost: the read of each file that changed since
  /// the last call: of the module, or of all modules for the import map.
  func module(at path: String, of host: String, packed: Bool) throws(WebContent.Fault) -> Module? {
    if path == Self.mapPath {
      let map = try importMap(of: host)
      let digest = Digest(of: map)
      return Module(
        content: WebContent(.bytes(map), tag: EntityTag(digest)), type: "application/json", digest: digest)
    }
    guard let file = files[path] else { return nil }
    let (content, digest) = try folder.content(of: file, packed: packed ? packedDigests[file.path] : nil)
    return Module(content: content, type: file.type, digest: digest)
  }

  /// Returns the import map for pages that load the modules from `host`.
  ///
  /// A page must contain the map, because browsers load none. Paths and hosts contain no character
  /// that JSON escapes.
  private func importMap(of host: String) throws(WebContent.Fault) -> [UInt8] {
    var names: [String] = []
    for (name, file) in Self.names where files[Self.root + file] != nil {
      names.append(#"    "\#(name)": "http://\#(host)\#(Self.root)\#(file)""#)
    }
    var digests: [String] = []
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      let digest = try folder.content(of: file, packed: nil).digest
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
