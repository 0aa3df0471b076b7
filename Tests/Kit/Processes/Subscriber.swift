internal import Glibc
internal import LinuxIO

/// A connection to a daemon under test, which never blocks the thread of another test.
///
/// Lines are checked against the protocol's schema only at the end: flickd gives a reader five
/// seconds for what may be megabytes.
public final class Subscriber {
  private let file: OwnedFD
  private var unread: [UInt8] = []
  private var hasEnded = false
  /// Whether the connection was reset (ECONNRESET) instead of closed.
  public private(set) var wasReset = false
  private var heard: Set<String> = []

  /// Connects to the socket at `path`, once.
  public init(connectingTo path: String) throws {
    let connection = try UnixConnection(connectingTo: path)
    file = OwnedFD(taking: dup(connection.descriptor))
    _ = fcntl(file.number, F_SETFL, O_NONBLOCK)
  }

  deinit {
    for line in heard { ProtocolSchema.expectMessage(line) }
  }

  /// The process id of the listening process.
  public var server: Int32 {
    get throws { try SystemCalls.peerCredentials(file).process }
  }

  /// The next line without its newline; nil when the daemon has closed.
  public func line(within seconds: Double = 30) async throws -> String? {
    try await waiting("a line of flickd", within: seconds) { () -> String?? in
      while true {
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: unread[..<end], as: UTF8.self)
          unread.removeSubrange(...end)
          heard.insert(line)
          return .some(line)
        }
        if hasEnded { return .some(nil) }
        guard try read() else { return nil }
      }
    }
  }

  /// The next line as JSON.
  public func next(within seconds: Double = 30) async throws -> JSON {
    guard let line = try await line(within: seconds) else { throw TimedOut(description: "flickd closed it") }
    return try JSON(line)
  }

  /// The next line of this type as JSON; skips other lines.
  public func next(of type: String, within seconds: Double = 30) async throws -> JSON {
    while true {
      let line = try await next(within: seconds)
      if line.type.text == type { return line }
    }
  }

  /// Every line up to the end of the connection.
  public func rest(within seconds: Double = 30) async throws -> [String] {
    var lines: [String] = []
    while let line = try await line(within: seconds) { lines.append(line) }
    return lines
  }

  /// Takes what has arrived, for a later `line` or `rest`.
  ///
  /// flickd drops lines of a client that does not read, so a test that waits for something else
  /// calls this meanwhile.
  public func receive() throws {
    while !hasEnded, try read() {}
  }

  /// Sends as many bytes as the daemon accepts.
  public func send(_ text: String) throws {
    _ = try SystemCalls.send(file, Array(text.utf8).span)
  }

  /// Shuts down the sending side; the connection still receives.
  public func endInput() {
    _ = shutdown(file.number, Int32(SHUT_WR))
  }

  /// Reads the socket's error before a read does, which reports a reset as the end.
  private func noteReset() {
    var (code, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
    // Both variables live for the call, and the size is that of the error code.
    unsafe _ = getsockopt(file.number, SOL_SOCKET, SO_ERROR, &code, &size)
    if code == ECONNRESET { wasReset = true }
  }

  /// False if nothing has arrived yet.
  private func read() throws -> Bool {
    var block = [UInt8](repeating: 0, count: 65536)
    var span = block.mutableSpan
    noteReset()
    let outcome = try SystemCalls.read(file, into: &span)
    switch outcome {
    case .bytes(let count): unread += block[..<count]
    case .wouldBlock: return false
    case .ended: hasEnded = true
    }
    return true
  }
}
