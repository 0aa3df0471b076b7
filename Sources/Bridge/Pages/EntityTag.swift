/// A tag for a file's content, so that a browser can reuse its copy (RFC 9110, section 8.8.3).
///
/// The tag depends on the bytes: file times are equal in all versions of a reproducibly built
/// package. The tag is weak, because the packed and the unpacked file share one tag.
struct EntityTag: Equatable, Sendable {
  /// The value of `ETag`.
  let text: String

  /// Creates the tag of a content: 64-bit FNV-1a (draft-eastlake-fnv), and the length.
  ///
  /// The tag distinguishes versions of one file; it is not a security measure.
  init(of bytes: [UInt8]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    text = "W/\"\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))\""
  }

  /// Whether the values of `If-None-Match`, each one tag or `*`, name this tag.
  func isNamed(in values: some Sequence<Substring>) -> Bool {
    values.contains { value in
      // This is the weak comparison, which ignores `W/`.
      value == "*" || value == text || value == text.dropFirst(2)
    }
  }
}
