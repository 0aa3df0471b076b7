/// Text that lines repeat, such as a key with its punctuation: at most 31 bytes.
///
/// It consists of four words, so it is passed in registers, and is written in words: eight bytes
/// cost as much as one. Create each text once, not for each line.
struct FixedText: Sendable {
  private let first, second, third: UInt64
  /// The last bytes, and in the highest byte the length.
  private let last: UInt64

  /// Creates the text; a longer one than 31 bytes stops the program.
  init(_ text: Substring) {
    var words = InlineArray<4, UInt64>(repeating: 0)
    for (index, byte) in text.utf8.enumerated() {
      words[index / 8] |= UInt64(byte) &<< UInt64(8 * (index % 8))
    }
    precondition(text.utf8.count < 32)
    (first, second, third) = (words[0], words[1], words[2])
    last = words[3] | UInt64(text.utf8.count) &<< 56
  }

  /// Writes the text at a position, and less than 16 bytes behind it; returns its length.
  fileprivate func write(into out: inout MutableSpan<UInt8>, at index: Int) -> Int {
    let count = Int(last &>> 56)
    out.store(first, at: index)
    out.store(second, at: index &+ 8)
    if count > 16 { out.store(third, at: index &+ 16) }
    if count > 24 { out.store(last, at: index &+ 24) }
    return count
  }
}

extension MutableSpan<UInt8> {
  mutating func put(_ text: FixedText, at index: inout Int) {
    index &+= text.write(into: &self, at: index)
  }
}
