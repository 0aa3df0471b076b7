internal import Glibc
internal import LinuxIO

/// A TCP connection to a bridge under test, which sends what browsers send, and what no browser
/// sends.
///
/// It never blocks the thread of another test.
public final class WebConnection {
  /// The answer to a request.
  public struct Answer {
    /// The status.
    public var status: Int
    /// The headers, by their names in lower case.
    public var headers: [String: String]
    /// The body, up to the end of the connection; empty if the connection became a WebSocket.
    public var bytes: [UInt8]

    /// The body as text.
    public var body: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// A frame from the bridge.
  public struct Frame: Equatable {
    /// 1 text, 8 close, 9 ping, 10 pong.
    public var opcode: UInt8
    /// The payload.
    public var payload: [UInt8]

    /// The payload as text; for a close, the text after the code.
    public var text: String {
      String(decoding: opcode == 8 ? payload.dropFirst(2) : payload[...], as: UTF8.self)
    }
    /// The code of a close; nil of others.
    public var code: Int? {
      opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }
  }

  private let file: OwnedFD
  private var unread: [UInt8] = []
  private var hasEnded = false

  /// Connects to a port of this machine, once; by IPv6 on request.
  ///
  /// `receiving` limits the kernel's buffer for a client that does not read.
  public init(port: UInt16, bySix: Bool = false, receiving bytes: Int32? = nil) throws {
    file = OwnedFD(taking: socket(bySix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    if var bytes {
      // The number lives for the call.
      unsafe _ = setsockopt(file.number, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }
    let isConnected =
      bySix ? Self.connect(file, Self.loopbackBySix(port)) : Self.connect(file, Self.loopback(port))
    guard isConnected else { throw TimedOut(description: "no program listens at port \(port)") }
    _ = fcntl(file.number, F_SETFL, O_NONBLOCK)
  }

  private static func connect<Address>(_ file: borrowing OwnedFD, _ address: Address) -> Bool {
    let number = file.number
    return unsafe withUnsafePointer(to: address) { pointer in
      // Every address starts with sockaddr's family, by POSIX.
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(number, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func loopbackBySix(_ port: UInt16) -> sockaddr_in6 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    return address
  }

  /// Whether this machine has ::1.
  public static var hasSix: Bool {
    let file = OwnedFD(taking: socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0))
    // For a datagram socket this looks up a route and sends nothing.
    return file.number >= 0 && connect(file, loopbackBySix(1))
  }

  // MARK: HTTP

  /// Sends a request with these headers; a WebSocket's are not among them.
  public func request(_ method: String = "GET", _ path: String = "/", _ headers: [(String, String)])
    async throws
  {
    let lines = headers.map { "\($0): \($1)\r\n" }.joined()
    try await send(Array("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n".utf8))
  }

  /// Requests a WebSocket, as a browser does for a page of `origin`.
  public func open(
    port: UInt16, origin: String? = "http://localhost:8080", host: String? = nil,
    subprotocols: String? = nil
  ) async throws -> Answer {
    var headers = [
      ("Host", host ?? "127.0.0.1:\(port)"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
    ]
    if let origin { headers.append(("Origin", origin)) }
    if let subprotocols { headers.append(("Sec-WebSocket-Protocol", subprotocols)) }
    try await request("GET", "/", headers)
    return try await answer()
  }

  /// Waits for the first bytes of an answer, and reads at most 64 KiB of it.
  public func beginning(within seconds: Double = 30) async throws {
    _ = try await waiting("the beginning of an answer", within: seconds) { () -> Bool? in
      guard unread.isEmpty else { return true }
      guard try read() || !hasEnded else { throw TimedOut(description: "closed without an answer") }
      return nil
    }
  }

  /// The answer to a request.
  public func answer(within seconds: Double = 30) async throws -> Answer {
    let end = Array("\r\n\r\n".utf8)
    let head = try await waiting("an answer", within: seconds) { () -> [UInt8]? in
      guard let index = (0..<max(unread.count - 3, 0)).first(where: { unread[$0...].starts(with: end) })
      else {
        guard try read() || !hasEnded else { throw TimedOut(description: "closed without an answer") }
        return nil
      }
      defer { unread.removeSubrange(..<(index + 4)) }
      return Array(unread[..<index])
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
    }
    let status = Int(lines[0].split(separator: " ")[1]) ?? 0
    guard status != 101 else { return Answer(status: status, headers: headers, bytes: []) }
    try await untilClosed(within: seconds)
    return Answer(status: status, headers: headers, bytes: unread)
  }

  // MARK: WebSocket

  /// Sends a line.
  public func send(_ line: String) async throws {
    try await send(frame: 1, Array(line.utf8))
  }

  /// Sends a frame, masked as a client must.
  public func send(frame opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true)
    async throws
  {
    var bytes: [UInt8] = [opcode | (isFinal ? 0x80 : 0)]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count) | mask)
    case ..<65536: bytes += [126 | mask, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(127 | mask)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    let key: [UInt8] = isMasked ? [0x37, 0xfa, 0x21, 0x3d] : []
    bytes += key
    bytes += isMasked ? payload.enumerated().map { $1 ^ key[$0 % 4] } : payload
    try await send(bytes)
  }

  /// The next frame; nil when the bridge has closed.
  public func frame(within seconds: Double = 30) async throws -> Frame? {
    try await waiting("a frame", within: seconds) { () -> Frame?? in
      while true {
        if let frame = takeFrame() { return .some(frame) }
        if hasEnded { return .some(nil) }
        guard try read() else { return nil }
      }
    }
  }

  /// The next line as JSON; skips pings.
  public func next(within seconds: Double = 30) async throws -> JSON {
    while true {
      guard let frame = try await frame(within: seconds) else {
        throw TimedOut(description: "the bridge has closed")
      }
      if let code = frame.code { throw TimedOut(description: "closed with \(code): \(frame.text)") }
      if frame.opcode == 1 { return try JSON(frame.text) }
    }
  }

  /// The next line of this type; skips others.
  public func next(of type: String, within seconds: Double = 30) async throws -> JSON {
    while true {
      let line = try await next(within: seconds)
      if line.type.text == type { return line }
    }
  }

  /// The next close; skips all other frames.
  public func close(within seconds: Double = 30) async throws -> Frame? {
    while let frame = try await frame(within: seconds) {
      if frame.opcode == 8 { return frame }
    }
    return nil
  }

  private func takeFrame() -> Frame? {
    guard unread.count >= 2 else { return nil }
    var (start, count) = (2, Int(unread[1] & 0x7f))
    if count == 126 {
      guard unread.count >= 4 else { return nil }
      (start, count) = (4, Int(unread[2]) << 8 | Int(unread[3]))
    } else if count == 127 {
      guard unread.count >= 10 else { return nil }
      (start, count) = (10, unread[2..<10].reduce(0) { $0 << 8 | Int($1) })
    }
    guard unread.count >= start + count else { return nil }
    defer { unread.removeSubrange(..<(start + count)) }
    return Frame(opcode: unread[0] & 15, payload: Array(unread[start..<(start + count)]))
  }

  // MARK: Bytes

  /// Sends all bytes, or as many as the other end accepts before it closes.
  public func send(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    _ = try await waiting("room to write") { () -> Bool? in
      while !rest.isEmpty {
        switch try? SystemCalls.send(file, Array(rest).span) {
        case .bytes(let count): rest.removeFirst(count)
        case .wouldBlock: return nil
        case .ended, nil: return true
        }
      }
      return true
    }
  }

  /// Sends as many bytes as fit; false if the bridge has closed.
  public func trickle(_ bytes: [UInt8]) -> Bool {
    do {
      while try read() {}
      guard !hasEnded else { return false }
      if case .ended = try SystemCalls.send(file, bytes.span) { return false }
      return true
    } catch {
      return false
    }
  }

  /// Reads and drops what has arrived; false if the connection has ended.
  public func discard() -> Bool {
    while (try? read()) == true { unread.removeAll(keepingCapacity: true) }
    return !hasEnded
  }

  /// Sends nothing more; the other direction stays open.
  public func finishSending() {
    _ = shutdown(file.number, Int32(SHUT_WR))
  }

  /// Waits for the end of the connection.
  public func untilClosed(within seconds: Double = 30) async throws {
    _ = try await waiting("the end", within: seconds) { () -> Bool? in
      while try read() {}
      return hasEnded ? true : nil
    }
  }

  /// False if nothing has arrived yet, or the connection has ended.
  private func read() throws -> Bool {
    guard !hasEnded else { return false }
    var block = [UInt8](repeating: 0, count: 65536)
    var span = block.mutableSpan
    do {
      switch try SystemCalls.read(file, into: &span) {
      case .bytes(let count): unread += block[..<count]
      case .wouldBlock: return false
      case .ended: hasEnded = true
      }
    } catch {
      // Reset by the other end.
      hasEnded = true
    }
    return !hasEnded
  }
}
