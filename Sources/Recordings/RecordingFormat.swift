/// The formats of recordings; the content distinguishes them.
public enum RecordingFormat: Equatable, Sendable {
  /// evemu text, with or without a description.
  case evemu
  /// `libinput record`, version 1.
  case libinput
  /// Android's `getevent -lt`.
  case getevent
  /// evtest's output, with or without its header.
  case evtest
  /// A scenario: what fingers do on a virtual panel.
  case scenario

  /// Detects the format by the first line that is not empty and not an ordinary comment.
  ///
  /// Text that a terminal adds on top, such as `Recording to 'stdout'.`, is skipped.
  static func detect(_ bytes: [UInt8]) throws(RecordingError.Kind) -> RecordingFormat {
    do throws(RecordingError.Kind) {
      return try detectBegin(of: bytes)
    } catch {
      guard error == .foreignText || error == .withoutTimes, let begin = beginBelowBanner(of: bytes)
      else { throw error }
      return begin.format
    }
  }

  /// Returns the text without the lines above the recording: they become comments, so that the
  /// numbers of the lines stay.
  static func withoutBanner(_ bytes: [UInt8]) -> [UInt8] {
    guard (try? detectBegin(of: bytes)) == nil, let begin = beginBelowBanner(of: bytes) else { return bytes }
    var bytes = bytes
    var isLineStart = true
    for index in 0..<begin.offset {
      if isLineStart, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") {
        bytes[index] = UInt8(ascii: "#")
      }
      isLineStart = bytes[index] == UInt8(ascii: "\n")
    }
    return bytes
  }

  /// Finds the first line that begins a recording and nothing else.
  private static func beginBelowBanner(of bytes: [UInt8]) -> (format: RecordingFormat, offset: Int)? {
    var lines = LineScanner(bytes)
    var document: Int?
    // No terminal adds more; a large file of another kind is not searched to its end.
    while lines.next(), lines.position < 1 << 20 {
      if lines.hasPrefix("# EVEMU") { return (.evemu, lines.position) }
      if lines.hasPrefix("# libinput record") { return (.libinput, lines.position) }
      // A comment may quote a recording.
      if lines.peek == UInt8(ascii: "#") { continue }
      if lines.hasPrefix("add device 1: /dev/input/") { return (.getevent, lines.position) }
      if EvtestReader.isBegun(by: lines) { return (.evtest, lines.position) }
      if document == nil, lines.hasPrefix("version:") || lines.hasPrefix("ndevices:") {
        document = lines.position
      }
      // Other documents have versions too.
      if let document, lines.hasPrefix("devices:") { return (.libinput, document) }
    }
    return nil
  }

  private static func detectBegin(of bytes: [UInt8]) throws(RecordingError.Kind) -> RecordingFormat {
    if bytes.isEmpty { throw .empty }
    if bytes.contains(0) { throw isRevent(bytes) ? .revent : .foreignBinary }

    var lines = LineScanner(bytes)
    while lines.next() {
      if lines.hasPrefix("# EVEMU") { return .evemu }
      if lines.hasPrefix("# libinput record") { return .libinput }
      lines.skipSpaces()
      if lines.isAtEnd || lines.peek == UInt8(ascii: "#") { continue }
      return try format(of: &lines)
    }
    throw .empty
  }

  private static func format(of line: inout LineScanner) throws(RecordingError.Kind) -> RecordingFormat {
    if line.hasPrefix("R: ") || line.hasPrefix("D: ") { throw .hidRecording }
    for prefix: StaticString in ["N:", "I:", "P:", "B:", "A:", "E:"] where line.hasPrefix(prefix) {
      return .evemu
    }
    for prefix: StaticString in ["version:", "ndevices:", "devices:", "libinput:", "system:", "---"]
    where line.hasPrefix(prefix) {
      return .libinput
    }
    for prefix: StaticString in ["add device ", "could not "] where line.hasPrefix(prefix) {
      return .getevent
    }
    if EvtestReader.isBegun(by: line) { return .evtest }
    if line.hasPrefix("/dev/input/") || line.hasPrefix("EV_") { throw .withoutTimes }
    let isText = line.isText
    if isTimestamp(&line) { return .getevent }
    throw isText ? .foreignText : .foreignBinary
  }

  /// A bracket alone could begin JSON; a bracket, spaces and a digit begin getevent's time.
  private static func isTimestamp(_ line: inout LineScanner) -> Bool {
    guard line.skip("[") else { return false }
    line.skipSpaces()
    return line.peek.map { (0x30...0x39).contains($0) } ?? false
  }

  /// A revent file begins with the number of devices, then the length and path of the first one.
  private static func isRevent(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 20, (1...64).contains(bytes[0]), bytes[1...3].allSatisfy({ $0 == 0 }) else {
      return false
    }
    return bytes[8...].starts(with: "/dev/input/".utf8)
  }
}
