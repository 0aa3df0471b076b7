/// Splits the bytes of a descriptor into lines.
public struct LineBuffer: Sendable {
  /// The result of reading one line.
  public enum Outcome: Equatable, Sendable {
    /// A whole line.
    case line
    /// The line is not complete yet; the buffer keeps its beginning.
    case wouldBlock
    /// The end of the file or stream.
    case ended
  }

  private var block = [UInt8](repeating: 0, count: 65536)
  private var unread: Range<Int> = 0..<0
  private var begun: [UInt8] = []

  /// Creates an empty buffer.
  public init() {}

  /// Reads the next line into `line`, without its newline.
  ///
  /// At the end, `line` receives the last line, if it has no newline. EMSGSIZE if the line is
  /// longer than `bound` bytes. Cost: at most one system call for each 64 KiB; allocates only when
  /// a line has to grow.
  public mutating func readLine(
    from file: borrowing OwnedFD, into line: inout [UInt8], upTo bound: Int = 1 << 20
  ) throws(SystemCallError) -> Outcome {
    line.removeAll(keepingCapacity: true)
    while true {
      if unread.isEmpty {
        var span = block.mutableSpan
        switch try SystemCalls.read(file, into: &span) {
        case .bytes(let count): unread = 0..<count
        case .wouldBlock: return .wouldBlock
        case .ended:
          swap(&line, &begun)
          return .ended
        }
      }
      let end = block[unread].firstIndex(of: UInt8(ascii: "\n"))
      let part = unread.lowerBound..<(end ?? unread.upperBound)
      guard begun.count + part.count <= bound else { throw SystemCallError(call: "read", code: .tooLong) }
      begun.append(contentsOf: block[part])
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      if end != nil {
        swap(&line, &begun)
        return .line
      }
    }
  }
}
