internal import GestureCore
internal import Panels

/// Reads the output of Android's `getevent -lt`: `[ seconds] TYPE CODE VALUE`.
///
/// The value is hexadecimal, DOWN or UP. Without a device on its command line, getevent prints the
/// events of all devices, with the node before the type. The reader uses the first device with
/// multitouch axes, else the first with BTN_TOUCH, else the first with events.
enum GeteventReader {
  static func read(_ text: [UInt8]) throws(RecordingFailure) -> Recording {
    var nodes: [Node] = []
    var announced: ArraySlice<UInt8> = []
    var current = 0

    var line = LineScanner(text)
    while line.next() {
      line.skipSpaces()
      guard let first = line.peek, first != UInt8(ascii: "#") else { continue }
      guard line.skip("[") else {
        try readAnnouncement(&line, &announced, &nodes)
        continue
      }
      guard let microseconds = line.time(), skipBracket(&line) else {
        throw RecordingFailure(line: line.number, kind: .badNumber)
      }
      line.skipSpaces()
      let path = line.hasPrefix("/dev/") ? line.word(until: UInt8(ascii: ":")) : []
      _ = line.skip(":")
      if nodes.isEmpty || nodes[current].path != path { current = index(of: path, in: &nodes) }
      switch try event(&line, at: microseconds) {
      case .some(let event): nodes[current].add(event)
      case .none: break
      }
    }
    let chosen =
      nodes.first(where: \.hasMultitouch) ?? nodes.first(where: \.hasTouch)
      ?? nodes.first { !$0.events.isEmpty }
    var description = PanelDescription()
    description.name = chosen?.name ?? ""
    return Recording(
      name: "", format: .getevent, description: description, hasAxisRanges: false,
      events: chosen?.events ?? [])
  }

  /// One device node and its events.
  private struct Node {
    var path: ArraySlice<UInt8>
    var name = ""
    var events: [InputEvent] = []
    var hasMultitouch = false
    var hasTouch = false

    mutating func add(_ event: InputEvent) {
      events.append(event)
      if event.type == EventCode.abs, event.code == EventCode.mtPositionX { hasMultitouch = true }
      if event.type == EventCode.key, event.code == EventCode.btnTouch { hasTouch = true }
    }
  }

  private static func index(of path: ArraySlice<UInt8>, in nodes: inout [Node]) -> Int {
    if let known = nodes.firstIndex(where: { $0.path == path }) { return known }
    nodes.append(Node(path: path))
    return nodes.count - 1
  }

  private static func skipBracket(_ line: inout LineScanner) -> Bool {
    line.skipSpaces()
    return line.skip("]")
  }

  /// Reads getevent's lines on the devices, before and between the events.
  private static func readAnnouncement(
    _ line: inout LineScanner, _ announced: inout ArraySlice<UInt8>, _ nodes: inout [Node]
  ) throws(RecordingFailure) {
    if line.hasPrefix("add device ") {
      _ = line.word(until: UInt8(ascii: ":"))
      _ = line.word(until: UInt8(ascii: ":"))
      _ = line.word(until: UInt8(ascii: ":"))
      _ = line.skip(":")
      announced = line.word()
    } else if line.hasPrefix("name:") {
      line.advance(by: 5)
      line.skipSpaces()
      guard !announced.isEmpty else { return }
      nodes[index(of: announced, in: &nodes)].name = String(line.rest().filter { $0 != "\"" })
    } else if line.hasPrefix("/dev/input/") || line.hasPrefix("EV_") {
      throw RecordingFailure(line: line.number, kind: .withoutTimes)
    } else if line.number > 1, line.isText, nodes.allSatisfy(\.events.isEmpty) {
      // `getevent -i` lists keys and axes in many lines, which differ in every version.
      return
    } else if !line.hasPrefix("could not "), !line.hasPrefix("remove device ") {
      throw RecordingFailure(line: line.number, kind: .badLine)
    }
  }

  /// Reads the event of a line; returns nil for a key that a touchscreen does not use.
  private static func event(_ line: inout LineScanner, at microseconds: Int64) throws(RecordingFailure)
    -> InputEvent?
  {
    let typeWord = line.word()
    let codeWord = line.word()
    let valueWord = line.word()
    guard let type = EventNames.types[typeWord] ?? number(typeWord) else {
      throw RecordingFailure(line: line.number, kind: .badLine)
    }
    guard let value = value(valueWord) else { throw RecordingFailure(line: line.number, kind: .badNumber) }
    guard let code = EventNames.codes(of: type)?[codeWord] ?? number(codeWord) else {
      guard isName(codeWord) else { throw RecordingFailure(line: line.number, kind: .badNumber) }
      return nil
    }
    return InputEvent(instant: .init(microseconds: microseconds), type: type, code: code, value: value)
  }

  private static func number(_ word: ArraySlice<UInt8>) -> UInt16? {
    hexadecimal(word).flatMap(UInt16.init(exactly:))
  }

  private static func value(_ word: ArraySlice<UInt8>) -> Int32? {
    if word.elementsEqual("DOWN".utf8) { return 1 }
    if word.elementsEqual("UP".utf8) { return 0 }
    if word.elementsEqual("REPEAT".utf8) { return 2 }
    return hexadecimal(word).map(Int32.init(bitPattern:)) ?? EventNames.toolTypes[word]
  }

  private static func hexadecimal(_ word: ArraySlice<UInt8>) -> UInt32? {
    guard !word.isEmpty, word.count <= 8 else { return nil }
    var value: UInt32 = 0
    for byte in word {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }

  private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
    word.contains(UInt8(ascii: "_")) && word.allSatisfy { $0 > 0x20 && $0 < 0x7f }
  }
}
