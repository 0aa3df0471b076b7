/// The bytes of an input in their order, followed by zeros.
struct ProgramBytes: ~Copyable {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number with the size of its type, little-endian.
  mutating func number<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value {
    var value: Value = 0
    for index in 0..<Value.bitWidth / 8 {
      value |= Value(truncatingIfNeeded: byte()) << Value(8 * index)
    }
    return value
  }

  /// An element of a table, so that a single byte selects interesting values.
  mutating func choice<Element>(of table: [Element]) -> Element {
    table[Int(byte()) % table.count]
  }
}
