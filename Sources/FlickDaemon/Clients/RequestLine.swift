internal import FlickProtocol

/// The incomplete request line of one connection.
struct RequestLine {
  /// The result of adding bytes to the line.
  enum Outcome {
    case unfinished
    /// The line is complete, without its newline; call ``clear()`` before the next one.
    case complete
    /// The line is longer than the protocol allows.
    case tooLong
  }

  private(set) var bytes: [UInt8] = []
  /// When the first byte of the line was received, in µs of CLOCK_MONOTONIC; nil before it.
  private(set) var begun: Int64?

  /// Reads bytes from position `place` on, up to the end of the line.
  mutating func take(_ input: [UInt8], from place: inout Int, now: Int64) -> Outcome {
    while place < input.count {
      let byte = input[place]
      place += 1
      if byte == UInt8(ascii: "\n") {
        begun = nil
        return .complete
      }
      if bytes.isEmpty { begun = now }
      bytes.append(byte)
      if bytes.count >= ProtocolLimits.requestBytes { return .tooLong }
    }
    return .unfinished
  }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }
}
