internal import GestureCore

/// Reads hid-recorder text: `R:`, `N:`, `P:` and `I:` lines describe a device, `E:` lines are its
/// reports.
///
/// In a file with several devices, `D:` selects the device of the following lines. Lines without a
/// letter and a colon are instructions of a recording script to the person at the panel. They are
/// skipped like comments.
enum HIDReader {
  static func read(_ text: [UInt8]) throws(RecordingFailure) -> HIDRecording {
    var devices = Devices()
    var hasBegun = false
    var isEmpty = true

    var line = LineScanner(text)
    while line.next() {
      line.skipSpaces()
      guard let letter = line.peek, letter != UInt8(ascii: "#") else { continue }
      isEmpty = false
      let isText = line.isText
      line.advance(by: 1)
      guard line.skip(":") else {
        // Other text is skipped only after the file has begun as a recording.
        guard hasBegun else { throw RecordingFailure(line: line.number, kind: .noHIDRecording) }
        guard isText else { throw RecordingFailure(line: line.number, kind: .badLine) }
        continue
      }
      let isBeginning = letter == UInt8(ascii: "R") || letter == UInt8(ascii: "D")
      guard hasBegun || isBeginning else { throw RecordingFailure(line: line.number, kind: .noHIDRecording) }
      hasBegun = true
      guard try devices.read(letter, of: &line) else {
        throw RecordingFailure(line: line.number, kind: .badNumber)
      }
    }
    if isEmpty { throw RecordingFailure(kind: .empty) }
    guard let chosen = devices.all.first(where: { !$0.reports.isEmpty }) else {
      throw RecordingFailure(kind: .withoutEvents)
    }
    return chosen
  }

  /// The devices of a file, and the device of the current line.
  private struct Devices {
    var all: [HIDRecording] = []
    private var numbers: [Int] = []
    private var current = 0

    /// Reads the values after the letter; returns false if a number is invalid.
    mutating func read(_ letter: UInt8, of line: inout LineScanner) throws(RecordingFailure) -> Bool {
      if letter == UInt8(ascii: "D") {
        guard let number = line.decimal(Int.self) else { return false }
        select(number)
        return true
      }
      if all.isEmpty { select(0) }
      switch letter {
      case UInt8(ascii: "R"):
        guard let bytes = HIDReader.bytes(&line) else { return false }
        all[current].device.descriptor = bytes
      case UInt8(ascii: "N"):
        line.skipSpaces()
        all[current].device.name = line.rest()
      case UInt8(ascii: "P"):
        line.skipSpaces()
        all[current].device.physicalPath = line.rest()
      case UInt8(ascii: "I"): return HIDReader.readIdentity(&line, into: &all[current].device)
      case UInt8(ascii: "E"):
        guard !all[current].device.descriptor.isEmpty else {
          throw RecordingFailure(line: line.number, kind: .withoutReportDescriptor)
        }
        guard let report = HIDReader.report(&line) else { return false }
        all[current].reports.append(report)
      default: throw RecordingFailure(line: line.number, kind: .badLine)
      }
      return true
    }

    private mutating func select(_ number: Int) {
      if let known = numbers.firstIndex(of: number) {
        current = known
        return
      }
      current = all.count
      numbers.append(number)
      all.append(HIDRecording(name: "", device: HIDDescription(), reports: []))
    }
  }

  private static func report(_ line: inout LineScanner) -> HIDReport? {
    guard let microseconds = line.time(), let bytes = bytes(&line) else { return nil }
    return HIDReport(instant: Instant(microseconds: microseconds), bytes: bytes)
  }

  /// The bus is hexadecimal too: I2C, which is 24, is 18 in these files.
  private static func readIdentity(_ line: inout LineScanner, into device: inout HIDDescription) -> Bool {
    guard let bus = line.hexadecimal(UInt16.self), let vendor = line.hexadecimal(UInt16.self),
      let product = line.hexadecimal(UInt16.self)
    else { return false }
    device.bus = bus
    device.vendor = vendor
    device.product = product
    return true
  }

  /// Reads a decimal count and this number of hexadecimal bytes: from one to the kernel's maximum.
  private static func bytes(_ line: inout LineScanner) -> [UInt8]? {
    guard let count = line.decimal(Int.self), (1...HIDDescription.maximumSize).contains(count) else {
      return nil
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count {
      guard let byte = line.hexadecimal(UInt8.self) else { return nil }
      bytes.append(byte)
    }
    line.skipSpaces()
    return line.isAtEnd || line.peek == UInt8(ascii: "#") ? bytes : nil
  }
}
