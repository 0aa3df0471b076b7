internal import Compression
internal import LinuxIO

/// A served file: its path, its type, and its packed content at the start.
///
/// The file is packed once, so that no request waits for packing. The file is read for each
/// request: the packed content is sent only while it matches the file, so an author sees changes at
/// once.
struct WebFile: Equatable, Sendable {
  /// The maximum size of a served file, in bytes.
  static let mostBytes = 16 << 20

  /// A file's content at the time of a request.
  struct Content: Equatable {
    /// The bytes to send.
    var bytes: [UInt8]
    /// Whether the bytes are gzip.
    var isPacked: Bool
    /// The tag of the unpacked content.
    var tag: EntityTag
  }

  private struct Packed: Equatable {
    let bytes: [UInt8]
    /// The tag of the unpacked content at the start.
    let tag: EntityTag
  }

  /// The path of the file.
  let path: String
  /// The media type of the content.
  let type: String
  private var packed: Packed?

  /// Creates a file at `path`; the name determines the type.
  init(at path: String) {
    self.path = path
    type = Self.type(of: path)
  }

  /// Packs the present content if that makes it smaller, and subtracts its size from `allowance`.
  mutating func pack(within allowance: inout Int) {
    guard Self.isWorthPacking(type), let bytes = try? SystemCalls.contents(of: path, upTo: allowance) else {
      return
    }
    allowance -= bytes.count
    guard let smaller = Gzip.pack(bytes), smaller.count < bytes.count else { return }
    packed = Packed(bytes: smaller, tag: EntityTag(of: bytes))
  }

  /// Returns the present content, packed if that is requested and possible.
  func content(packed isWanted: Bool) throws(SystemCallError) -> Content {
    let bytes = try SystemCalls.contents(of: path, upTo: Self.mostBytes)
    let tag = EntityTag(of: bytes)
    guard isWanted, let packed, packed.tag == tag else {
      return Content(bytes: bytes, isPacked: false, tag: tag)
    }
    return Content(bytes: packed.bytes, isPacked: true, tag: tag)
  }

  // MARK: Types

  /// Returns the media type for a file name's extension.
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

  /// Whether a type is text; pictures and fonts are already compressed.
  private static func isWorthPacking(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasSuffix("json") || type == "image/svg+xml"
  }
}
