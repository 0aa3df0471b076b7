internal import Compression
internal import LinuxIO

/// A file that is served: where it lies, its type, and what was in it at the start, packed.
///
/// It is packed once, so that no request waits for that. It is read for each request: what was
/// packed goes out while it is still what the file holds, and an author who changes a page sees the
/// change.
struct WebFile: Equatable, Sendable {
  /// The size of a file that is served, in bytes.
  static let mostBytes = 16 << 20

  /// What a file holds when it is asked for.
  struct Content: Equatable {
    /// The bytes to send.
    var bytes: [UInt8]
    /// Whether they are the gzip file of what is in it.
    var isPacked: Bool
    /// What stands for what is in it, packed or not.
    var tag: EntityTag
  }

  private struct Packed: Equatable {
    let bytes: [UInt8]
    /// What was in the file.
    let tag: EntityTag
  }

  /// Where it lies.
  let path: String
  /// The type of its content.
  let type: String
  private var packed: Packed?

  /// A file at `path`, whose name says of which type it is.
  init(at path: String) {
    self.path = path
    type = Self.type(of: path)
  }

  /// Packs what is in it now, if that makes it smaller, and takes the size of that from
  /// `allowance`, in bytes.
  mutating func pack(within allowance: inout Int) {
    guard Self.isWorthPacking(type), let bytes = try? SystemCalls.contents(of: path, upTo: allowance) else {
      return
    }
    allowance -= bytes.count
    guard let smaller = Gzip.pack(bytes), smaller.count < bytes.count else { return }
    packed = Packed(bytes: smaller, tag: EntityTag(of: bytes))
  }

  /// What is in it now, packed where that is wanted and can be had.
  func content(packed isWanted: Bool) throws(SystemCallError) -> Content {
    let bytes = try SystemCalls.contents(of: path, upTo: Self.mostBytes)
    let tag = EntityTag(of: bytes)
    guard isWanted, let packed, packed.tag == tag else {
      return Content(bytes: bytes, isPacked: false, tag: tag)
    }
    return Content(bytes: packed.bytes, isPacked: true, tag: tag)
  }

  // MARK: Types

  /// The type of a file by the end of its name.
  private static func type(of name: String) -> String {
    let types: [Substring: String] = [
      "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
      "mjs": "text/javascript; charset=utf-8", "ts": "text/plain; charset=utf-8",
      "css": "text/css; charset=utf-8", "json": "application/json", "map": "application/json",
      "svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "jpg": "image/jpeg",
      "jpeg": "image/jpeg", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
      "woff2": "font/woff2", "txt": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json",
    ]
    return name.lastIndex(of: ".").flatMap { types[name[$0...].dropFirst()] } ?? "application/octet-stream"
  }

  /// Whether files of a type are text; pictures and fonts are packed by their own formats.
  private static func isWorthPacking(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasSuffix("json") || type == "image/svg+xml"
  }
}
