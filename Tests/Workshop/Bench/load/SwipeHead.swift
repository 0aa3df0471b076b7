/// The fields of a swipe line that a reader needs, found without parsing the rest, because 150,000
/// lines arrive in a second.
struct SwipeHead {
  /// The phases, by their first letters.
  enum Phase: UInt8 {
    case begin = 0x62
    case update = 0x75
    case end = 0x65
    case cancel = 0x63

    /// Whether this is the last line of a swipe.
    var isLast: Bool { self == .end || self == .cancel }
  }

  var phase: Phase
  var sequence: Int64
  var swipe: Int64
  /// In µs of the clock of the stream.
  var time: Int64

  private static let start = Array(#"{"type":"swipe","phase":""#.utf8)
  private static let keys = [Array(#""seq":"#.utf8), Array(#""swipe_id":"#.utf8), Array(#""t_us":"#.utf8)]

  /// Parses the head; nil if the line is not a swipe.
  init?(_ line: Span<UInt8>) {
    guard Self.starts(line, with: Self.start), line.count > Self.start.count,
      let phase = Phase(rawValue: line[Self.start.count]),
      let sequence = Self.number(Self.keys[0], in: line), let swipe = Self.number(Self.keys[1], in: line),
      let time = Self.number(Self.keys[2], in: line)
    else { return nil }
    self.phase = phase
    self.sequence = sequence
    self.swipe = swipe
    self.time = time
  }

  /// Whether the line begins with these bytes.
  static func starts(_ line: Span<UInt8>, with bytes: [UInt8], at index: Int = 0) -> Bool {
    guard line.count - index >= bytes.count else { return false }
    for offset in bytes.indices where line[index + offset] != bytes[offset] { return false }
    return true
  }

  private static func number(_ key: [UInt8], in line: Span<UInt8>) -> Int64? {
    var index = start.count
    while !starts(line, with: key, at: index) {
      index += 1
      // Panel names come before the time; nothing else is this long.
      guard index + key.count < min(line.count, 1024) else { return nil }
    }
    index += key.count
    var value: Int64 = 0
    while index < line.count, case let digit = line[index] &- UInt8(ascii: "0"), digit < 10 {
      value = value &* 10 &+ Int64(digit)
      index += 1
    }
    return value
  }
}

/// Whether a line is one object from its first byte to its last; the joined rests of two torn lines
/// are not.
func isWhole(_ line: Span<UInt8>) -> Bool {
  var depth = 0
  var isInString = false
  var isEscaped = false
  for index in line.indices {
    let byte = line[index]
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      continue
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 0 { return index == line.count - 1 && byte == UInt8(ascii: "}") }
    default: break
    }
    if depth == 0 { return false }
  }
  return false
}
