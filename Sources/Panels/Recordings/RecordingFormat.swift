/// The formats of recordings; only the content distinguishes them.
public enum RecordingFormat: Equatable, Sendable {
  /// evemu text, with or without a description.
  case evemu
  /// `libinput record`, version 1.
  case libinput
  /// Android's `getevent -lt`.
  case getevent

  /// Detects the format by the first line that is not empty and not an ordinary comment.
  static func detect(_ bytes: [UInt8]) throws(RecordingError.Kind) -> RecordingFormat {
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
    if line.hasPrefix("/dev/input/") || line.hasPrefix("EV_") { throw .withoutTimes }
    let isText = line.isText
    if isStamp(&line) { return .getevent }
    throw isText ? .foreignText : .foreignBinary
  }

  /// A bracket alone could begin JSON; a bracket, spaces and a digit begin getevent's time.
  private static func isStamp(_ line: inout LineScanner) -> Bool {
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
