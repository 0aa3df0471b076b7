internal import FlickProtocol

/// The request line of one connection, as far as it has come.
struct RequestLine {
  /// What some more bytes have made of it.
  enum Outcome {
    case unfinished
    /// It is whole, without its newline; ``clear()`` before the next.
    case complete
    /// It is longer than any request may be.
    case tooLong
  }

  private(set) var bytes: [UInt8] = []
  /// When its first byte came, in µs of CLOCK_MONOTONIC; nil while nothing has.
  private(set) var begun: Int64?

  /// Takes bytes from `place` on, up to the end of the line.
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
