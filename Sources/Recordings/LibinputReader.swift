internal import GestureCore
internal import Panels

/// Reads `libinput record` files, version 1: the subset of YAML that the tool writes, line by line.
///
/// A file may contain several devices. The reader uses the first touchscreen, or the first device
/// if there is no touchscreen. Shape: `devices:`, then for each `- node:`, `evdev:` with `name`,
/// `id`, `codes`, `absinfo`, `properties`, and `events:` with `- evdev:` groups of `- [seconds,
/// microseconds, type, code, value]`.
enum LibinputReader {
  static func read(_ text: [UInt8]) throws(RecordingFailure) -> Recording {
    var devices: [Recording] = []
    var section = Section.other
    var notes = RecordedNotes()

    var line = LineScanner(text)
    while line.next() {
      let isOutermost = line.peek.map { $0 != UInt8(ascii: " ") } ?? false
      line.skipSpaces()
      if !devices.isEmpty, RecordedNotes.isNext(in: line) {
        guard notes.read(&line, into: &devices[devices.count - 1]) else {
          throw RecordingFailure(line: line.number, kind: .badNumber)
        }
        continue
      }
      guard let first = line.peek, first != UInt8(ascii: "#") else { continue }
      if isOutermost, line.hasPrefix("version:") {
        line.advance(by: 8)
        guard line.decimal(Int.self) == 1 else {
          throw RecordingFailure(line: line.number, kind: .unknownVersion)
        }
      } else if line.hasPrefix("- node:") {
        if !devices.isEmpty { notes.close(in: &devices[devices.count - 1]) }
        devices.append(Recording(name: "", format: .libinput, description: PanelDescription(), events: []))
        section = .other
      } else if let next = Section.heading(line, after: section) {
        section = next
      } else if !devices.isEmpty {
        if let kind = read(&line, in: section, into: &devices[devices.count - 1]) {
          throw RecordingFailure(line: line.number, kind: kind)
        }
      }
    }
    if !devices.isEmpty { notes.close(in: &devices[devices.count - 1]) }
    let touchscreen = devices.first { TouchscreenTest($0.description).isTouchscreen }
    guard let chosen = touchscreen ?? devices.first else { throw RecordingFailure(kind: .withoutEvents) }
    return chosen
  }

  /// The section of a device that a line belongs to.
  private enum Section {
    case other
    case evdev
    case codes
    case axes
    case events
    case otherEvents

    static func heading(_ line: borrowing LineScanner, after section: Section) -> Section? {
      if line.hasPrefix("events:") { return .events }
      switch section {
      case .events, .otherEvents:
        if line.hasPrefix("- evdev:") { return .events }
        // Events of libinput, of HID and others are between the kernel's events.
        return line.hasPrefix("- [") || !line.hasPrefix("- ") ? nil : .otherEvents
      case .other, .evdev, .codes, .axes:
        if line.hasPrefix("evdev:") { return .evdev }
        if line.hasPrefix("codes:") { return .codes }
        if line.hasPrefix("absinfo:") { return .axes }
        for heading: StaticString in ["hid:", "udev:", "quirks:", "system:", "libinput:"]
        where line.hasPrefix(heading) {
          return .other
        }
        return nil
      }
    }
  }

  /// Reads a line that is not a heading; returns the error of the line, or nil.
  private static func read(_ line: inout LineScanner, in section: Section, into device: inout Recording)
    -> RecordingError.Kind?
  {
    switch section {
    case .other, .otherEvents: return nil
    case .events:
      // A cut or merged line must not count as a frame without events.
      guard line.hasPrefix("- [") else { return .badLine }
      line.advance(by: 2)
      guard let event = event(&line) else { return .badNumber }
      device.events.append(event)
      return nil
    case .evdev, .codes, .axes:
      if line.hasPrefix("name:") {
        line.advance(by: 5)
        device.description.name = unquoted(&line)
        return nil
      }
      return describe(&line, in: section, into: &device.description) ? nil : .badNumber
    }
  }

  /// Reads a line of the description; returns false if a number is invalid.
  private static func describe(
    _ line: inout LineScanner, in section: Section, into description: inout PanelDescription
  ) -> Bool {
    if line.hasPrefix("id:") { return readIdentity(&line, into: &description) }
    if line.hasPrefix("properties:") { return readProperties(&line, into: &description) }
    return section == .evdev || readEntry(&line, in: section, into: &description)
  }

  private static func event(_ line: inout LineScanner) -> InputEvent? {
    guard line.skip("["), let seconds = line.decimal(Int64.self), seconds >= 0, line.skip(","),
      let fraction = line.decimal(Int64.self), (0..<1_000_000).contains(fraction), line.skip(","),
      let type = line.decimal(UInt16.self), line.skip(","), let code = line.decimal(UInt16.self),
      line.skip(","),
      let value = line.decimal(Int32.self),
      let microseconds = LineScanner.microseconds(seconds: seconds, fraction: fraction)
    else { return nil }
    line.skipSpaces()
    guard line.skip("]") else { return nil }
    return InputEvent(instant: .init(microseconds: microseconds), type: type, code: code, value: value)
  }

  /// Reads one `code: [numbers]` line below `codes:` or `absinfo:`.
  private static func readEntry(
    _ line: inout LineScanner, in section: Section, into description: inout PanelDescription
  ) -> Bool {
    guard let key = line.decimal(UInt16.self), line.skip(":"), let numbers = list(&line) else { return false }
    if section == .codes {
      // The kernel's codes have 16 bits; skip any other number.
      for code in numbers.compactMap(UInt16.init(exactly:)) { description.insert(code, of: key) }
      return true
    }
    guard numbers.count == 5 else { return false }
    description.axes[key] = AxisRange(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3], resolution: numbers[4])
    return true
  }

  private static func readIdentity(_ line: inout LineScanner, into description: inout PanelDescription)
    -> Bool
  {
    line.advance(by: 3)
    guard let numbers = list(&line) else { return false }
    let ids = numbers.compactMap(UInt16.init(exactly:))
    guard ids.count == 4, numbers.count == 4 else { return false }
    description.bus = ids[0]
    description.vendor = ids[1]
    description.product = ids[2]
    description.version = ids[3]
    return true
  }

  private static func readProperties(_ line: inout LineScanner, into description: inout PanelDescription)
    -> Bool
  {
    line.advance(by: 11)
    guard let numbers = list(&line) else { return false }
    for number in numbers where (0..<64).contains(number) { description.properties |= 1 << UInt64(number) }
    return true
  }

  private static func list(_ line: inout LineScanner) -> [Int32]? {
    line.skipSpaces()
    guard line.skip("[") else { return nil }
    var numbers: [Int32] = []
    line.skipSpaces()
    if line.skip("]") { return numbers }
    while let number = line.decimal(Int32.self) {
      numbers.append(number)
      line.skipSpaces()
      if line.skip("]") { return numbers }
      guard line.skip(",") else { return nil }
    }
    return nil
  }

  private static func unquoted(_ line: inout LineScanner) -> String {
    line.skipSpaces()
    let text = line.rest()
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    // `libinput record` escapes nothing. Our writer escapes quote and backslash, as YAML requires.
    var name = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.dropFirst().dropLast().unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if isEscaped, scalar != "\"", scalar != "\\" { name.append("\\") }
      name.append(scalar)
      isEscaped = false
    }
    if isEscaped { name.append("\\") }
    return String(name)
  }
}
