/// A string of a JSON text, located and checked but not copied.
struct JSONString: Equatable {
  /// The range of the content in the text, without quotes.
  let range: Range<Int>
  /// Whether the content contains escapes.
  let isEscaped: Bool

  /// Checks the string whose opening quote is at `position`, and moves `position` behind the
  /// string.
  ///
  /// Control characters, unknown escapes, surrogates without their other half and invalid UTF-8 are
  /// faults.
  init(at position: inout Int, in text: Span<UInt8>) throws(JSONFault) {
    position += 1
    let start = position
    var isEscaped = false
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      switch text[position] {
      case UInt8(ascii: "\\"):
        isEscaped = true
        _ = try Self.escaped(at: &position, in: text)
      case 0x20..<0x80: position += 1
      default:
        let length = Self.lengthOfCharacter(at: position, in: text)
        guard length > 0 else { throw .syntax(offset: position) }
        position += length
      }
    }
    guard position < text.count else { throw .syntax(offset: position) }
    range = start..<position
    self.isEscaped = isEscaped
    position += 1
  }

  /// The content of the string, without escapes.
  func value(in text: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      // The string was checked before, so this cannot fail; if it did, the string would end here.
      if isEscaped, text[position] == UInt8(ascii: "\\") {
        guard let scalar = try? Self.escaped(at: &position, in: text) else { break }
        bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      } else {
        bytes.append(text[position])
        position += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the character of the escape at `position`, and moves `position` behind it.
  ///
  /// A pair of surrogates is two escapes but one character.
  private static func escaped(at position: inout Int, in text: Span<UInt8>) throws(JSONFault)
    -> Unicode.Scalar
  {
    position += 1
    guard position < text.count else { throw .syntax(offset: position) }
    let letter = text[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw .syntax(offset: position - 1)
    }
    let first = try codeUnit(at: &position, in: text)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // The first half of a surrogate pair must be followed directly by the second.
    guard first < 0xdc00, position + 1 < text.count, text[position] == UInt8(ascii: "\\"),
      text[position + 1] == UInt8(ascii: "u")
    else { throw .syntax(offset: position) }
    position += 2
    let second = try codeUnit(at: &position, in: text)
    guard second >= 0xdc00, second < 0xe000,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw .syntax(offset: position) }
    return scalar
  }

  private static func codeUnit(at position: inout Int, in text: Span<UInt8>) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < text.count else { throw .syntax(offset: position) }
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: throw .syntax(offset: position)
      }
      position += 1
    }
    return value
  }

  /// The length of the multi-byte character at `position`; 0 if it is not well-formed UTF-8.
  ///
  /// The ranges are those of the Unicode Standard, table 3-7: no overlong forms, no surrogates,
  /// nothing beyond U+10FFFF.
  private static func lengthOfCharacter(at position: Int, in text: Span<UInt8>) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch text[position] {
    case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xe1...0xec, 0xee...0xef: (length, second) = (3, 0x80...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return 0
    }
    guard position + length <= text.count, second.contains(text[position + 1]) else { return 0 }
    for offset in 2..<length where text[position + offset] & 0xc0 != 0x80 { return 0 }
    return length
  }
}
