/// A client's connection to a Unix socket, which waits; for programs that have nothing else to do.
public struct UnixConnection: ~Copyable {
  private let file: OwnedFD
  private var block = [UInt8](repeating: 0, count: 65536)
  private var unread: Range<Int> = 0..<0

  /// Connects to the server at `path`, or at an abstract name after `@`.
  ///
  /// ENOENT and ECONNREFUSED mean that no server is there, EACCES that this user may not talk to it.
  public init(connectingTo path: String) throws(SystemCallError) {
    guard let address = UnixAddress(path) else {
      throw SystemCallError(call: "connect", code: .nameTooLong, subject: path)
    }
    let file = try SystemCalls.socket(.stream, blocking: true)
    try SystemCalls.connect(file, to: address)
    self.file = file
  }

  /// The descriptor, for a caller that waits for something else too.
  public var descriptor: Int32 { file.number }

  /// Sends all of `bytes`.
  ///
  /// EPIPE if the server has closed.
  public func write(_ bytes: Span<UInt8>) throws(SystemCallError) {
    var start = 0
    while start < bytes.count {
      switch try SystemCalls.write(file, bytes.extracting(start..<bytes.count)) {
      case .bytes(let count): start += count
      case .ended: throw SystemCallError(call: "write", code: .brokenPipe)
      // The socket waits, so the kernel never answers this.
      case .wouldBlock: throw SystemCallError(call: "write", code: .wouldBlock)
      }
    }
  }

  /// Reads the next line into `line` without its newline; false at the end, where a line without one counts too.
  ///
  /// EMSGSIZE if the line is longer than `bound` bytes. Allocates only when `line` has to grow.
  public mutating func readLine(
    into line: inout [UInt8], upTo bound: Int = 1 << 20
  ) throws(SystemCallError) -> Bool {
    line.removeAll(keepingCapacity: true)
    while true {
      if unread.isEmpty {
        let number = file.number
        var span = block.mutableSpan
        switch try SystemCalls.read(descriptor: number, into: &span) {
        case .bytes(let count): unread = 0..<count
        case .ended, .wouldBlock: return !line.isEmpty
        }
      }
      let end = block[unread].firstIndex(of: UInt8(ascii: "\n"))
      let part = unread.lowerBound..<(end ?? unread.upperBound)
      guard line.count + part.count <= bound else {
        throw SystemCallError(call: "read", code: .tooLong)
      }
      line.append(contentsOf: block[part])
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      if end != nil { return true }
    }
  }
}
