internal import Compression

/// A served file: its path, its type, and its packed content at the start.
///
/// The file is packed once, so that no request waits for packing. The packed content is sent only
/// while it matches the file, so an author sees changes immediately.
struct WebFile: Equatable, Sendable {
  /// The maximum size of a served file, in bytes.
  static let maxBytes = 16 << 20

  /// The content at the start, packed.
  struct Packed: Equatable {
    let bytes: [UInt8]
    /// The tag of the unpacked content.
    let tag: EntityTag
  }

  /// The path of the file beneath the served folder.
  let path: String
  /// The media type of the content.
  let type: String
  private(set) var packed: Packed?

  /// Creates a file at `path`; the name determines the type.
  init(at path: String) {
    self.path = path
    type = Self.type(of: path)
  }

  /// Whether the content is text; pictures and fonts are already compressed.
  var isWorthPacking: Bool { type.hasPrefix("text/") || type.hasSuffix("json") || type == "image/svg+xml" }

  /// Packs the content at the start, if that makes it smaller.
  mutating func pack(_ bytes: [UInt8]) {
    guard let smaller = Gzip.pack(bytes), smaller.count < bytes.count else { return }
    packed = Packed(bytes: smaller, tag: EntityTag(of: bytes))
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
}

/// The encodings that a client accepts: `Accept-Encoding` (RFC 9110, section 12.5.3).
struct AcceptedEncodings: Equatable, Sendable {
  /// Whether the client accepts gzip with at least the weight of the unencoded bytes.
  ///
  /// False without the header: such a client may accept anything, and may not support gzip.
  let preferGzip: Bool

  /// Reads the values of the header, such as `gzip` and `gzip;q=0.5`; ignores invalid values.
  init(_ values: some Sequence<Substring>) {
    var weights: [String: Int] = [:]
    for value in values {
      let parts = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      let coding = parts[0].trimmingSpaces.lowercased()
      guard !coding.isEmpty, let weight = parts.count == 1 ? 1000 : Self.weight(parts[1]) else { continue }
      // `x-gzip` is an old name of gzip (section 8.4.1.3).
      weights[coding == "x-gzip" ? "gzip" : coding] = weight
    }
    let gzip = weights["gzip"] ?? weights["*"] ?? 0
    // `identity` without a weight is acceptable, but only as the fallback.
    preferGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
  }

  /// Returns the thousandths of `q=0.5`; nil if the text is not a weight (section 12.4.2).
  private static func weight(_ text: Substring) -> Int? {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, sides[0].trimmingSpaces.lowercased() == "q" else { return nil }
    let number = sides[1].trimmingSpaces
    guard let whole = number.first, whole == "0" || whole == "1" else { return nil }
    let rest = number.dropFirst()
    let digits = rest.dropFirst()
    guard rest.isEmpty || rest.first == ".", digits.count <= 3, digits.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    let thousandths = Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
    let weight = (whole == "1" ? 1000 : 0) + thousandths
    return weight <= 1000 ? weight : nil
  }
}

/// A tag for a file's content, so that a browser can reuse its copy (RFC 9110, section 8.8.3).
///
/// The tag depends on the bytes: file times are equal in all versions of a reproducibly built
/// package.
struct EntityTag: Equatable, Sendable {
  /// The value of `ETag`.
  let text: String

  /// Creates the strong tag of the bytes that are sent.
  init(_ digest: Digest) {
    text = "\"\(digest.base64)\""
  }

  /// Creates the tag of a content: 64-bit FNV-1a (draft-eastlake-fnv), and the length.
  ///
  /// The tag is weak, because the packed and the unpacked file share one tag. It distinguishes
  /// versions of one file; it is not a security measure.
  init(of bytes: [UInt8]) {
    var parts = Parts()
    parts.add(bytes)
    self.init(of: parts)
  }

  /// Creates the tag of a content that was read in parts.
  init(of parts: Parts) {
    text = "W/\"\(String(parts.hash, radix: 16))-\(String(parts.count, radix: 16))\""
  }

  /// The hash of the bytes so far, for a content that need not be in memory as a whole.
  struct Parts {
    fileprivate var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    fileprivate var count = 0

    /// Adds the next bytes of the content.
    mutating func add(_ part: [UInt8]) {
      count += part.count
      // A local variable keeps the hash in a register: this loop sees every byte of every file.
      var hash = hash
      for byte in part { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      self.hash = hash
    }
  }

  /// Whether the values of `If-None-Match`, each one tag or `*`, name this tag.
  func isNamed(in values: some Sequence<Substring>) -> Bool {
    // This is the weak comparison, which ignores `W/`.
    values.contains { $0 == "*" || Self.opaque($0) == Self.opaque(text[...]) }
  }

  private static func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
}
