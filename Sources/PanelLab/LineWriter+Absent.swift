internal import FlickProtocol

/// What the lines of tools need in addition to those of flickd: messages of a page, and values that
/// may be absent.
extension LineWriter {
  /// Returns a message of this type for a page, without a newline.
  static func message(_ type: String, _ fields: (inout LineWriter) -> Void) -> [UInt8] {
    bytes { line in
      line.object { line in
        line.field("type", type)
        fields(&line)
      }
    }
  }

  /// Writes a field with a number; nil is written as null.
  mutating func field(_ name: String, _ value: Double?, decimals: Int = 3) {
    key(name)
    if let value { number(value, decimals: decimals) } else { null() }
  }

  /// Writes a field with true or false; nil is written as null.
  mutating func field(_ name: String, _ value: Bool?) {
    key(name)
    if let value { bool(value) } else { null() }
  }

  /// Writes a field with the object of a value; nil is written as null.
  mutating func object<Value>(
    _ name: String, _ value: Value?, _ fields: (inout LineWriter, Value) -> Void
  ) {
    key(name)
    guard let value else { return null() }
    object { fields(&$0, value) }
  }
}
