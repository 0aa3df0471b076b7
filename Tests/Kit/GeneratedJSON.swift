/// Generates random JSON texts, and damages them.
public struct GeneratedJSON {
  /// What the choices depend on.
  public var random: SplitMix64

  private static let characters = [
    "a", "ß", "€", "😀", "\u{7f}", "/", "\\n", "\\/", "\\\\", "\\\"", "\\u0041", "\\u00e9", "\\u0000",
    "\\uD83D\\uDE00",
  ]
  private static let numbers = [
    "0", "-0", "7", "-12", "9007199254740993", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "18446744073709551616", "1.5", "-0.25", "1e3", "2E-2", "1.0",
  ]
  private static let spoils: [UInt8] =
    Array(
      "{}[]:,\"\\ue0123-+. \ttruefalsenull\u{1}\u{0}".utf8) + [
      0x80, 0xc0, 0xc3, 0xed, 0xa0, 0xf4, 0x90, 0xff,
    ]

  /// Creates the generator of a seed.
  public init(random: SplitMix64) {
    self.random = random
  }

  /// One of some choices.
  public mutating func one<Choice>(of choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  /// White space, most often none.
  public mutating func space() -> String {
    Int.random(in: 0..<5, using: &random) == 0
      ? one(of: [" ", "\t", "\r", "\n", "  "]) : ""
  }

  /// A string with its quotes.
  public mutating func string() -> String {
    let length = Int.random(in: 0..<5, using: &random)
    return "\"" + (0..<length).map { _ in one(of: Self.characters) }.joined() + "\""
  }

  /// A number, possibly at the limit of a type.
  public mutating func number() -> String { one(of: Self.numbers) }

  /// A value with objects and arrays nested at most `depth` deep.
  public mutating func value(depth: Int) -> String {
    let kind = Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random)
    let text =
      switch kind {
      case 0, 1: string()
      case 2, 3: number()
      case 4: one(of: ["true", "false"])
      case 5: "null"
      case 6: array(depth: depth - 1)
      default: object(depth: depth - 1)
      }
    return space() + text + space()
  }

  private mutating func array(depth: Int) -> String {
    let count = Int.random(in: 0..<4, using: &random)
    let elements = (0..<count).map { _ in value(depth: depth) }
    return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
  }

  private mutating func object(depth: Int) -> String {
    let count = Int.random(in: 0..<4, using: &random)
    let fields = (0..<count).map { number in
      "\(space())\"\(number)\(string().dropFirst())\(space()):\(value(depth: depth))"
    }
    return "{" + (fields.isEmpty ? space() : fields.joined(separator: ",")) + "}"
  }

  /// The text with up to three edits: bytes are removed, inserted, changed or cut off.
  public mutating func spoiled(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0...bytes.count, using: &random)
      let byte = one(of: Self.spoils)
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where index < bytes.count: bytes.remove(at: index)
      case 1 where index < bytes.count: bytes[index] = byte
      case 2: bytes.removeSubrange(index...)
      default: bytes.insert(byte, at: index)
      }
    }
    return bytes
  }
}
