internal import Glibc
internal import LinuxIO

/// A service that sends the lines of a test, for lines that the real service sends only after
/// failures.
public final class StandInService {
  private var listener: UnixListener
  private var client: Peer?
  private var unread: [UInt8] = []

  /// Listens at `path`.
  public init(at path: String) throws {
    listener = try UnixListener(taking: try listeningSocket(at: path))
  }

  /// Waits for the next client, and drops the last.
  public func accept() async throws {
    client = nil
    unread = []
    _ = try await waiting("a client") { () -> Bool? in
      switch try listener.accept() {
      case .connection(let file, _):
        client = Peer(file)
        return true
      case .none: return nil
      case .nameless(_, let error): throw error
      case .exhausted(let error): throw error
      }
    }
  }

  /// Sends the greeting of a service with this epoch.
  public func greet(epoch: String = "a", clock: String = "monotonic", features: [String] = []) throws {
    try send(
      """
      {"type":"hello","server":"flickd","version":"9.8.7","protocol":{"major":1,"minor":2},"epoch":"\(epoch)",\
      "clock":"\(clock)","level":"motion","features":\(features),"limits":{}}
      """)
    try send(#"{"type":"state","panels":[],"swipes":[]}"#)
  }

  /// Sends a line.
  public func send(_ line: String) throws {
    guard let client else { return }
    let bytes = Array("\(line)\n".utf8)
    _ = try SystemCalls.send(client.file, bytes.span)
  }

  /// Sends lines as fast as the client reads them; stops when the client has disconnected.
  public func send(_ lines: [[UInt8]]) async throws {
    let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    var start = 0
    while start < bytes.count, let client {
      switch try SystemCalls.send(client.file, bytes.span.extracting(start..<bytes.count)) {
      case .bytes(let count): start += count
      case .wouldBlock: try await Task.sleep(for: .milliseconds(1))
      case .ended: return
      }
    }
  }

  /// Sends that a swipe was cancelled.
  public func sendCancel(sequence: Int, swipe: Int) throws {
    try send(#"{"type":"swipe","phase":"cancel","reason":"palm","seq":\#(sequence),"swipe_id":\#(swipe)}"#)
  }

  /// The next line from the client.
  public func receive() async throws -> String {
    try await waiting("a line of the client") {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard let client else { return nil }
      var block = [UInt8](repeating: 0, count: 4096)
      var span = block.mutableSpan
      if case .bytes(let count) = try SystemCalls.read(client.file, into: &span) { unread += block[..<count] }
      return nil
    }
  }

  /// Closes the client's connection without a message.
  public func hangUp() {
    client = nil
  }

  /// The other end of the connection.
  private final class Peer {
    let file: OwnedFD

    init(_ file: consuming OwnedFD) {
      self.file = file
    }
  }
}
