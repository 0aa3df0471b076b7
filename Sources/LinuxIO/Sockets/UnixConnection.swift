/// A client's connection to a Unix socket, which waits; for programs that have nothing else to do.
public struct UnixConnection: ~Copyable {
  private let file: OwnedFD
  private var lines = LineBuffer()

  /// Connects to the server at `path`, or at an abstract name after `@`.
  ///
  /// ENOENT and ECONNREFUSED mean that no server is there, EACCES that this user may not talk to
  /// it.
  public init(connectingTo path: String) throws(SystemCallError) {
    file = try SystemCalls.connect(to: path, blocking: true)
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

  /// Reads the next line into `line` without its newline; false at the end, where a line without
  /// one counts too.
  ///
  /// EMSGSIZE if the line is longer than `bound` bytes. Allocates only when `line` has to grow.
  public mutating func readLine(
    into line: inout [UInt8], upTo bound: Int = 1 << 20
  ) throws(SystemCallError) -> Bool {
    switch try lines.readLine(from: file, into: &line, upTo: bound) {
    case .line: true
    case .ended, .wouldBlock: !line.isEmpty
    }
  }
}
