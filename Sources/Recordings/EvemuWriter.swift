internal import GestureCore
public import Panels

/// Writes evemu text, with description and events in one file, as `evemu-record` does.
public enum EvemuWriter {
  /// Returns the file for a device and its events.
  ///
  /// Timestamps before 0 are written as 0, because the format has no sign. Reading the file returns
  /// the same description and events, except for invalid names: control characters become spaces.
  public static func write(_ description: PanelDescription, events: [InputEvent]) -> [UInt8] {
    var bytes = header(description)
    bytes.reserveCapacity(bytes.count + 32 * events.count)
    for event in events { append(event, to: &bytes) }
    return bytes
  }

  /// Returns the lines that describe a device.
  static func header(_ description: PanelDescription) -> [UInt8] {
    var text = "# EVEMU 1.3\n"
    text += "N: \(description.name.onOneLine)\n"
    let ids = [description.bus, description.vendor, description.product, description.version]
    text += "I: \(ids.map { hex($0, width: 4) }.joined(separator: " "))\n"
    text += "P:"
    for byte in 0..<8 {
      text += " \(hex(UInt8(truncatingIfNeeded: description.properties >> (8 * byte)), width: 2))"
    }
    text += "\n"
    appendBitmap(EventCode.key, of: description.keys, bytes: 0x60, to: &text)
    appendBitmap(EventCode.rel, of: description.relatives, bytes: 8, to: &text)
    appendBitmap(EventCode.abs, of: Set(description.axes.keys), bytes: 8, to: &text)
    appendBitmap(EventCode.msc, of: description.miscellanea, bytes: 8, to: &text)
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      text += "A: \(hex(code, width: 2)) \(numbers.map { "\($0)" }.joined(separator: " "))\n"
    }
    return Array(text.utf8)
  }

  /// Appends the line of one event.
  static func append(_ event: InputEvent, to bytes: inout [UInt8]) {
    let microseconds = max(0, event.instant.microseconds)
    let fraction = decimal(microseconds % 1_000_000, width: 6)
    let code = "\(hex(event.type, width: 4)) \(hex(event.code, width: 4))"
    bytes += "E: \(microseconds / 1_000_000).\(fraction) \(code) \(event.value)\n".utf8
  }

  private static func appendBitmap(
    _ type: UInt16, of codes: Set<UInt16>, bytes count: Int, to text: inout String
  ) {
    var bitmap = [UInt8](repeating: 0, count: count)
    for code in codes where Int(code) / 8 < count { bitmap[Int(code) / 8] |= 1 << UInt8(code % 8) }
    for row in stride(from: 0, to: count, by: 8) {
      let bytes = bitmap[row..<row + 8].map { hex($0, width: 2) }.joined(separator: " ")
      text += "B: \(hex(type, width: 2)) \(bytes)\n"
    }
  }

  private static func hex(_ value: some FixedWidthInteger, width: Int) -> String {
    padded(String(value, radix: 16), width: width)
  }

  private static func decimal(_ value: Int64, width: Int) -> String {
    padded(String(value), width: width)
  }

  private static func padded(_ digits: String, width: Int) -> String {
    String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension String {
  /// The text with spaces in place of control characters.
  var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
