public import LinuxIO

/// The files of a folder at the time it was read; only these are served.
///
/// Requests are looked up among the known names and never joined to a path. The files are opened
/// beneath the folder's descriptor and never through a link, so neither a request nor a link of a
/// later time leads out of the folder. Hidden files are excluded.
public struct WebFolder: Sendable {
  /// The maximum number of files and the maximum depth of folders.
  static let limits = (files: 1000, depth: 8)
  /// The maximum size of all files packed at the start, in bytes.
  ///
  /// This limits the time and the memory of packing.
  static let maxPackedBytes = 8 << 20

  /// What a path refers to.
  enum Found: Equatable {
    case file(WebFile)
    /// A folder, whose page is at this path.
    case moved(String)
  }

  /// The files, by their paths.
  private(set) var files: [String: WebFile] = [:]
  private var folders: Set<String> = []
  /// The path of the page to which `/` leads if the folder has no own page.
  private let home: String
  private let root: HeldFolder
  private let known = KnownContents()

  /// Reads the folder at `path`; `home` is the folder in it to which `/` leads.
  public init(at path: String, home: String = "gallery") throws(SystemCallError) {
    self.home = "/\(home)/"
    root = try HeldFolder(at: path)
    try look(into: path, as: "/", depth: 0)
    var budget = Self.maxPackedBytes
    for name in files.keys.sorted() { pack(name, within: &budget) }
  }

  /// Packs a file and subtracts its size from `budget`, which limits what the start reads.
  private mutating func pack(_ path: String, within budget: inout Int) {
    guard let file = files[path], file.isWorthPacking, let held = try? root.open(file.path),
      held.version.size <= budget, let bytes = try? held.contents()
    else { return }
    budget -= bytes.count
    files[path]?.pack(bytes)
  }

  private mutating func look(into folder: String, as path: String, depth: Int) throws(SystemCallError) {
    folders.insert(path)
    for name in try SystemCalls.names(in: folder) {
      guard !name.hasPrefix("."), name.utf8.allSatisfy(Self.isPlain) else { continue }
      switch try SystemCalls.identity(of: "\(folder)/\(name)")?.kind {
      case .regular where files.count < Self.limits.files:
        files[path + name] = WebFile(at: String((path + name).dropFirst()))
      case .folder where depth < Self.limits.depth:
        try look(into: "\(folder)/\(name)", as: "\(path)\(name)/", depth: depth + 1)
      default: break
      }
    }
  }

  /// Returns the file or folder at a request's path, without its query; nil if there is none.
  func find(_ target: String) -> Found? {
    let path = Self.path(of: target)
    if let file = files[path] { return .file(file) }
    if folders.contains(path) {
      if let file = files[path + "index.html"] { return .file(file) }
      // The installed folder has its page beside the script that other pages import.
      return path == "/" && files[home + "index.html"] != nil ? .moved(home) : nil
    }
    return folders.contains(path + "/") && files[path + "/index.html"] != nil ? .moved(path + "/") : nil
  }

  /// Opens a file, and returns its present content with a weak tag; packed if that is requested and
  /// possible.
  ///
  /// Cost: the read of the file if it changed since the last call; otherwise three system calls.
  func content(of file: WebFile, packed isWanted: Bool) throws(WebContent.Fault) -> WebContent {
    let held = try root.open(file.path)
    let tag = try known.tag(of: held, at: file.path)
    if isWanted, let packed = file.packed, packed.tag == tag {
      return WebContent(.bytes(packed.bytes), isPacked: true, tag: tag)
    }
    return WebContent(.file(held), tag: tag)
  }

  /// Opens a file, and returns its present content with the digest of the bytes as a strong tag;
  /// packed, with the digest `packed`, if that is not nil and possible.
  ///
  /// Cost: as of ``content(of:packed:)``.
  func content(
    of file: WebFile, packed digest: Digest?
  ) throws(WebContent.Fault) -> (content: WebContent, digest: Digest) {
    let held = try root.open(file.path)
    if let digest, let packed = file.packed, try known.tag(of: held, at: file.path) == packed.tag {
      return (WebContent(.bytes(packed.bytes), isPacked: true, tag: EntityTag(digest)), digest)
    }
    let own = try known.digest(of: held, at: file.path)
    return (WebContent(.file(held), tag: EntityTag(own)), own)
  }

  /// Returns the path of a request's target, without its query.
  static func path(of target: String) -> String { String(target.prefix { $0 != "?" && $0 != "#" }) }

  private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "-._".utf8.contains(byte) }
}
