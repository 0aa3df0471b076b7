/// A client's blocking connection to a Unix socket, for programs that wait for nothing else.
public struct UnixConnection: ~Copyable {
  private let file: OwnedFD
  private var lines = LineBuffer()

  /// Connects to the server at `path`, or at an abstract name after `@`.
  ///
  /// Errors:
  ///
  /// - ENOENT or ECONNREFUSED: no server listens.
  /// - EACCES: this user may not connect.
  public init(connectingTo path: String) throws(SystemCallError) {
    file = try SystemCalls.connect(to: path, blocking: true)
  }

  /// The descriptor, for a caller that also waits for other descriptors.
  public var descriptor: Int32 { file.number }

  /// The process and the user that listen at the socket, as the kernel recorded them when the
  /// listener began.
  public func peer() throws(SystemCallError) -> PeerCredentials { try SystemCalls.peerCredentials(file) }

  /// Limits the time that each later read waits; a read that exceeds this time ends the lines.
  public func limitWaiting(to seconds: Int) throws(SystemCallError) {
    try SystemCalls.limitReceiving(file, to: seconds)
  }

  /// Sends all of `bytes`.
  ///
  /// EPIPE if the server has closed.
  public func write(_ bytes: Span<UInt8>) throws(SystemCallError) {
    var start = 0
    while start < bytes.count {
      switch try SystemCalls.write(file, bytes.extracting(start..<bytes.count)) {
      case .bytes(let count): start += count
      case .ended: throw SystemCallError(call: "write", code: .brokenPipe)
      // The socket is blocking, so the kernel never returns EAGAIN.
      case .wouldBlock: throw SystemCallError(call: "write", code: .wouldBlock)
      }
    }
  }

  /// Reads the next line into `line` without its newline, and returns false at the end.
  ///
  /// A last line without a newline counts as a line. EMSGSIZE if the line is longer than `bound`
  /// bytes. Allocates only when `line` has to grow.
  public mutating func readLine(
    into line: inout [UInt8], upTo bound: Int = 1 << 20
  ) throws(SystemCallError) -> Bool {
    switch try lines.readLine(from: file, into: &line, upTo: bound) {
    case .line: true
    case .ended, .wouldBlock: !line.isEmpty
    }
  }
}
