internal import GestureCore
internal import Panels

/// Reads evemu text: `N:`, `I:`, `P:`, `B:` and `A:` lines describe the device, `E:` lines are its
/// events.
enum EvemuReader {
  static func read(_ text: [UInt8]) throws(RecordingFailure) -> Recording {
    var recording = Recording(name: "", format: .evemu, description: PanelDescription(), events: [])
    var bitmaps = Bitmaps()
    var notes = RecordedNotes()
    // An event line is rarely shorter.
    recording.events.reserveCapacity(text.count / 26)

    var line = LineScanner(text)
    while line.next() {
      line.skipSpaces()
      if RecordedNotes.isNext(in: line) {
        guard notes.read(&line, into: &recording) else {
          throw RecordingFailure(line: line.number, kind: .badNumber)
        }
        continue
      }
      guard let letter = line.peek, letter != UInt8(ascii: "#") else { continue }
      line.advance(by: 1)
      guard line.skip(":") else { throw RecordingFailure(line: line.number, kind: .badLine) }
      guard try read(letter, of: &line, into: &recording, &bitmaps) else {
        throw RecordingFailure(line: line.number, kind: .badNumber)
      }
    }
    notes.close(in: &recording)
    return recording
  }

  /// Reads the values after the letter; returns false if a number is invalid.
  private static func read(
    _ letter: UInt8, of line: inout LineScanner, into recording: inout Recording, _ bitmaps: inout Bitmaps
  ) throws(RecordingFailure) -> Bool {
    switch letter {
    case UInt8(ascii: "E"):
      guard let event = event(&line) else { return false }
      recording.events.append(event)
    case UInt8(ascii: "N"):
      line.skipSpaces()
      recording.description.name = line.rest()
    case UInt8(ascii: "I"): return readIdentity(&line, into: &recording.description)
    case UInt8(ascii: "P"): return bitmaps.readProperties(&line, into: &recording.description)
    case UInt8(ascii: "B"): return bitmaps.readCodes(&line, into: &recording.description)
    case UInt8(ascii: "A"): return readAxis(&line, into: &recording.description)
    case UInt8(ascii: "L"), UInt8(ascii: "S"):
      // The state of LEDs and switches: newer files contain it, but a touchscreen has none.
      break
    case UInt8(ascii: "R"): throw RecordingFailure(kind: .hidRecording)
    default: throw RecordingFailure(line: line.number, kind: .badLine)
    }
    return true
  }

  private static func event(_ line: inout LineScanner) -> InputEvent? {
    guard let microseconds = line.time(), let type = line.hexadecimal(UInt16.self),
      let code = line.hexadecimal(UInt16.self), let value = line.decimal(Int32.self)
    else { return nil }
    line.skipSpaces()
    guard line.isAtEnd || line.peek == UInt8(ascii: "#") else { return nil }
    return InputEvent(instant: .init(microseconds: microseconds), type: type, code: code, value: value)
  }

  private static func readIdentity(_ line: inout LineScanner, into description: inout PanelDescription)
    -> Bool
  {
    guard let bus = line.hexadecimal(UInt16.self), let vendor = line.hexadecimal(UInt16.self),
      let product = line.hexadecimal(UInt16.self), let version = line.hexadecimal(UInt16.self)
    else { return false }
    description.bus = bus
    description.vendor = vendor
    description.product = product
    description.version = version
    return true
  }

  private static func readAxis(_ line: inout LineScanner, into description: inout PanelDescription) -> Bool {
    guard let code = line.hexadecimal(UInt16.self), let minimum = line.decimal(Int32.self),
      let maximum = line.decimal(Int32.self), let fuzz = line.decimal(Int32.self),
      let flat = line.decimal(Int32.self)
    else { return false }
    // Files of evemu 1.0 and 1.1 end here.
    line.skipSpaces()
    var resolution: Int32 = 0
    if !line.isAtEnd, line.peek != UInt8(ascii: "#") {
      guard let stated = line.decimal(Int32.self) else { return false }
      resolution = stated
    }
    description.axes[code] = AxisRange(
      minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution)
    return true
  }

  /// The bitmaps of a description: rows of eight bytes; rows of one type continue each other.
  private struct Bitmaps {
    private var propertyBytes = 0
    private var codeBytes: [UInt8: Int] = [:]

    mutating func readProperties(_ line: inout LineScanner, into description: inout PanelDescription) -> Bool
    {
      Self.eachByte(of: &line) { byte in
        if propertyBytes < 8 { description.properties |= UInt64(byte) << UInt64(8 * propertyBytes) }
        propertyBytes += 1
      }
    }

    mutating func readCodes(_ line: inout LineScanner, into description: inout PanelDescription) -> Bool {
      guard let type = line.hexadecimal(UInt8.self) else { return false }
      var start = codeBytes[type] ?? 0
      defer { codeBytes[type] = start }
      return Self.eachByte(of: &line) { byte in
        // Codes have 16 bits.
        guard start < 0x2000 else { return }
        for bit in 0..<8 where byte >> bit & 1 != 0 {
          description.insert(UInt16(8 * start + bit), of: UInt16(type))
        }
        start += 1
      }
    }

    private static func eachByte(of line: inout LineScanner, _ body: (UInt8) -> Void) -> Bool {
      line.skipSpaces()
      while !line.isAtEnd, line.peek != UInt8(ascii: "#") {
        guard let byte = line.hexadecimal(UInt8.self) else { return false }
        body(byte)
        line.skipSpaces()
      }
      return true
    }
  }
}
