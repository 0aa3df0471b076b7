/// What stands for the content of a file, so that a browser which has it need not get it again (RFC
/// 9110, section 8.8.3).
///
/// It goes by the bytes: the times of files are the same in every version of a package that is
/// built reproducibly. It is weak, for the packed file and the file itself have the same.
struct EntityTag: Equatable, Sendable {
  /// As `ETag` has it.
  let text: String

  /// The tag of a content: FNV-1a, 64 bits wide (draft-eastlake-fnv), and the length.
  ///
  /// That is for telling versions of one file apart, not for keeping somebody out.
  init(of bytes: [UInt8]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    text = "W/\"\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))\""
  }

  /// Whether it is named in the values of `If-None-Match`, each one tag or `*`.
  func isNamed(in values: some Sequence<Substring>) -> Bool {
    values.contains { value in
      // The comparison is the weak one, to which W/ makes no difference.
      value == "*" || value == text || value == text.dropFirst(2)
    }
  }
}
