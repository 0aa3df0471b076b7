internal import GestureCore
internal import Panels

/// Reads the output of evtest: `Event: time SECONDS, type N (NAME), code N (NAME), value N`.
///
/// The header describes the device: its ids, its name, its codes with the ranges of axes, and its
/// properties. Numbers count and names do not, because names differ between versions. Other lines
/// are skipped, and a log may have a prefix on each line. Only a last event that was cut off is
/// omitted; any other damaged event is an error.
enum EvtestReader {
  static func read(_ text: [UInt8]) throws(RecordingFailure) -> Recording {
    var devices: [Device] = []
    var cut: RecordingFailure?
    var line = LineScanner(text)
    while line.next() {
      if line.advance(past: "Event: time ") {
        if let cut { throw cut }
        if devices.isEmpty { devices.append(Device()) }
        let number = line.number
        if let event = event(&line) {
          devices[devices.count - 1].recording.events.append(event)
        } else {
          cut = RecordingFailure(line: number, kind: .badNumber)
        }
      } else {
        if isHeader(line), devices.last?.isComplete ?? true {
          // A second run of evtest begins a second device.
          cut = nil
          devices.append(Device())
        }
        if let failure = devices.indices.last.flatMap({ devices[$0].describe(&line) }) { throw failure }
      }
    }
    return chosen(devices)
  }

  /// Whether a line is one of evtest's: an event, or the begin of its header.
  static func isBegun(by line: borrowing LineScanner) -> Bool {
    line.contains("Event: time ") || isHeader(line)
  }

  private static func isHeader(_ line: borrowing LineScanner) -> Bool {
    line.contains("Input driver version is ") || line.contains("Input device ID: bus ")
      || line.contains("Input device name: \"")
  }

  /// Returns the first touchscreen with events, else the first device with events.
  ///
  /// Further runs on the same device continue its recording.
  private static func chosen(_ devices: [Device]) -> Recording {
    let used = devices.map(\.recording).filter { !$0.events.isEmpty }
    let touchscreen = used.first { TouchscreenTest($0.description).isTouchscreen }
    guard var chosen = touchscreen ?? used.first ?? devices.first?.recording else {
      return Device().recording
    }
    guard let first = used.firstIndex(of: chosen) else { return chosen }
    for next in used[(first + 1)...] where next.description == chosen.description {
      guard let last = chosen.events.last, let begin = next.events.first, last.instant <= begin.instant
      else { break }
      chosen.events += next.events
    }
    chosen.completeSlots()
    return chosen
  }

  // MARK: Events

  private static func event(_ line: inout LineScanner) -> InputEvent? {
    guard let microseconds = line.time(), line.skip(",") else { return nil }
    let instant = Instant(microseconds: microseconds)
    guard line.advance(past: "type ") else { return synchronization(&line, at: instant) }
    guard let type = line.decimal(UInt16.self), line.advance(past: "code "),
      let code = line.decimal(UInt16.self), line.advance(past: "value ")
    else { return nil }
    // MSC_RAW and MSC_SCAN are hexadecimal.
    let isHexadecimal = type == EventCode.msc && (code == 3 || code == 4)
    let number = isHexadecimal ? line.hexadecimal(Int64.self) : line.decimal(Int64.self)
    guard let number,
      let value = Int32(exactly: number) ?? UInt32(exactly: number).map(Int32.init(bitPattern:))
    else { return nil }
    return InputEvent(instant: instant, type: type, code: code, value: value)
  }

  /// Reads `-------------- SYN_REPORT ------------`; older versions have other names, or only the
  /// marks.
  private static func synchronization(_ line: inout LineScanner, at instant: Instant) -> InputEvent? {
    line.skipSpaces()
    guard let mark = line.peek, "-+>".utf8.contains(mark) else { return nil }
    let names: [(StaticString, UInt16)] = [
      ("SYN_REPORT", EventCode.synReport), ("SYN_MT_REPORT", EventCode.synMTReport),
      ("SYN_DROPPED", EventCode.synDropped), ("SYN_CONFIG", 1), ("Config Sync", 1),
    ]
    let named = names.first { line.contains($0.0) }?.1
    let code: UInt16
    switch mark {
    case UInt8(ascii: "+"): code = named ?? EventCode.synMTReport
    case UInt8(ascii: ">"): code = named ?? EventCode.synDropped
    default: code = named ?? EventCode.synReport
    }
    return InputEvent(instant: instant, type: EventCode.syn, code: code, value: 0)
  }

  // MARK: The header

  /// One run of evtest.
  private struct Device {
    var recording = Recording(name: "", format: .evtest, description: PanelDescription(), events: [])
    private var isNamed = false
    private var type: UInt16?
    private var axis: UInt16?

    /// Whether a line of a header cannot belong to this run.
    var isComplete: Bool { isNamed || !recording.events.isEmpty }

    /// Reads a line of the header; returns why the line is damaged, or nil.
    mutating func describe(_ line: inout LineScanner) -> RecordingFailure? {
      guard recording.events.isEmpty else { return nil }
      let number = line.number
      return read(&line) ? nil : RecordingFailure(line: number, kind: .badNumber)
    }

    private mutating func read(_ line: inout LineScanner) -> Bool {
      if line.advance(past: "Input device ID:") { return readIdentity(&line) }
      if line.advance(past: "Input device name:") {
        isNamed = true
        line.skipSpaces()
        recording.description.name = line.rest().trimmingQuotes
      } else if line.advance(past: "Event type ") {
        axis = nil
        type = line.decimal(UInt16.self)
        return type != nil
      } else if line.advance(past: "Event code "), let type {
        return readCode(&line, of: type)
      } else if line.contains("Testing ...") {
        (type, axis) = (nil, nil)
      } else if line.advance(past: "Property type ") {
        (type, axis) = (nil, nil)
        guard let property = line.decimal(UInt64.self) else { return false }
        if property < 64 { recording.description.properties |= 1 << property }
      } else if let axis {
        return readRange(&line, of: axis)
      }
      return true
    }

    private mutating func readIdentity(_ line: inout LineScanner) -> Bool {
      func number(after word: StaticString) -> UInt16? {
        guard line.advance(past: word) else { return nil }
        if line.hasPrefix("0x") { line.advance(by: 2) }
        return line.hexadecimal(UInt16.self)
      }
      guard let bus = number(after: "bus "), let vendor = number(after: "vendor "),
        let product = number(after: "product "), let version = number(after: "version ")
      else { return false }
      recording.description.bus = bus
      recording.description.vendor = vendor
      recording.description.product = product
      recording.description.version = version
      return true
    }

    private mutating func readCode(_ line: inout LineScanner, of type: UInt16) -> Bool {
      guard let code = line.decimal(UInt16.self) else { return false }
      axis = type == EventCode.abs ? code : nil
      recording.description.insert(code, of: type)
      return true
    }

    private mutating func readRange(_ line: inout LineScanner, of axis: UInt16) -> Bool {
      let keys: [(StaticString, WritableKeyPath<AxisRange, Int32>)] = [
        ("Min ", \.minimum), ("Max ", \.maximum), ("Fuzz ", \.fuzz), ("Flat ", \.flat),
        ("Resolution ", \.resolution),
      ]
      guard let key = keys.first(where: { line.contains($0.0) }), line.advance(past: key.0) else {
        return true
      }
      guard let value = line.decimal(Int32.self) else { return false }
      recording.description.axes[axis, default: AxisRange(minimum: 0, maximum: 0)][keyPath: key.1] = value
      return true
    }
  }
}

extension Recording {
  /// Adds slots that a shortened header does not list, but events use.
  fileprivate mutating func completeSlots() {
    guard !description.axes.isEmpty, description.axes[EventCode.mtSlot] == nil, description.hasMultitouch
    else { return }
    let slots = events.filter { $0.type == EventCode.abs && $0.code == EventCode.mtSlot }.map(\.value)
    let isLifting = events.contains {
      $0.type == EventCode.abs && $0.code == EventCode.mtTrackingID && $0.value == -1
    }
    guard !slots.isEmpty || isLifting else { return }
    description.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: max(0, slots.max() ?? 0))
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
