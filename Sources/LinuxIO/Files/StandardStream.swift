extension SystemCalls {
  /// A stream that the process was started with.
  public enum StandardStream: Int32, Sendable {
    /// Standard output.
    case output = 1
    /// Standard error.
    case error = 2
  }

  /// Writes all of `bytes`; EPIPE if the reader has closed.
  ///
  /// Blocks if the stream is blocking. If another process made the stream non-blocking, the write
  /// is repeated at once.
  public static func writeAll(to stream: StandardStream, _ bytes: Span<UInt8>) throws(SystemCallError) {
    var start = 0
    while start < bytes.count {
      switch try write(descriptor: stream.rawValue, bytes.extracting(start..<bytes.count)) {
      case .bytes(let count): start += count
      case .wouldBlock: continue
      case .ended: throw SystemCallError(call: "write", code: .brokenPipe)
      }
    }
  }
}
