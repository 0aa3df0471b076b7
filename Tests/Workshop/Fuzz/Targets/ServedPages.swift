import Bridge
import FlickProtocol
import Glibc
import LinuxIO
import NIOCore
import NIOPosix
import Synchronization

/// Runs a bridge for a scripted service; each input is one page's connection.
struct ServedPages: Sendable {
  private static let origin = "http://localhost:8080"
  /// The timeout of a page for any answer, in seconds.
  private static let patience = 5

  /// The service's folder; a static path, because the code that ends the program has no other way
  /// to find it.
  private static var folder: String {
    "\(SystemCalls.environment("FLICKD_SCRATCH") ?? "/tmp")/flickd-fuzz-\(getpid())"
  }
  private static var socket: String { "\(folder)/socket" }
  /// The files that the bridge serves: those of the gallery.
  private static var web: String {
    let parts = #filePath.split(separator: "/").dropLast(5)
    return "/" + (parts + ["Sources", "Web"]).joined(separator: "/")
  }

  private let bridge: BridgeServer
  private let service: ScriptedService

  /// Listens at a free port, for a service in a separate folder.
  init() throws(BrokenPromise) {
    Self.removeFolder()
    let isMade = unsafe mkdir(Self.folder, 0o700) == 0
    try BrokenPromise.unless(isMade, "\(Self.folder) can be made: error \(errno)")
    atexit { ServedPages.removeFolder() }
    do {
      service = try ScriptedService(at: Self.socket)
      var settings = BridgeServer.Settings(address: "127.0.0.1", port: 0, socket: Self.socket)
      settings.folder = try WebFolder(at: Self.web)
      if let origin = Origin(Self.origin) { settings.origins[origin] = .positions }
      bridge = try BridgeServer(settings)
    } catch {
      throw BrokenPromise(description: "a bridge can be started: \(error)")
    }
  }

  /// Removes the files of this process, or of an earlier process with the same id.
  private static func removeFolder() {
    unsafe unlink(socket)
    unsafe rmdir(folder)
  }

  /// Sends only these bytes of a page, and returns all bytes that the bridge sends; the service
  /// sends `lines` meanwhile.
  ///
  /// A handshake comes first, unless the bytes are a request themselves. In a request the first
  /// `PORT` becomes the bridge's.
  func exchange(_ bytes: [UInt8], isRequest: Bool, service lines: [UInt8]) throws(BrokenPromise) -> [UInt8] {
    service.setLines(lines)
    let connection = try connected()
    var received: [UInt8] = []
    if !isRequest {
      try send(handshake, on: connection)
      // The service's lines are on their way when the first frame arrives.
      let frame = Array("\r\n\r\n".utf8) + [0x81]
      while !received.contains(frame) {
        guard try receive(from: connection, into: &received) else { return received }
      }
    }
    let port = Array("\(bridge.port)".utf8)
    let sent = isRequest ? bytes.replacing(Array("PORT".utf8), with: port, maxReplacements: 1) : bytes
    try send(sent, on: connection)
    shutdown(connection.number, Int32(SHUT_WR))
    while try receive(from: connection, into: &received) {}
    return received
  }

  private func connected() throws(BrokenPromise) -> OwnedFD {
    let connection = OwnedFD(taking: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = bridge.port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let number = connection.number
    let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
      // POSIX: every address starts with the family of sockaddr.
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Self.connect(number, to: $0)
      }
    }
    try BrokenPromise.unless(isConnected, "the bridge accepts: error \(errno)")
    // struct timeval, which two C modules define: seconds and microseconds.
    var patience = [Self.patience, 0]
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      // The array lives for the call.
      unsafe _ = setsockopt(
        number, SOL_SOCKET, option, &patience, socklen_t(2 * MemoryLayout<Int>.stride))
    }
    return connection
  }

  /// libFuzzer's alarm may interrupt the call; the connection is established anyway, and the next
  /// call confirms it.
  private static func connect(_ socket: CInt, to address: UnsafePointer<sockaddr>) -> Bool {
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    while unsafe Glibc.connect(socket, address, size) != 0, errno != EISCONN {
      guard errno == EINTR || errno == EALREADY else { return false }
    }
    return true
  }

  private var handshake: [UInt8] {
    Array(
      """
      GET / HTTP/1.1\r\nHost: 127.0.0.1:\(bridge.port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: \(Self.origin)\r\n\r\n
      """.utf8)
  }

  /// Sends everything, or as much as the bridge accepts before it closes.
  private func send(_ bytes: [UInt8], on connection: borrowing OwnedFD) throws(BrokenPromise) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch try? SystemCalls.send(connection, Array(rest).span) {
      case .bytes(let count): rest.removeFirst(count)
      case .wouldBlock: throw BrokenPromise(description: "the bridge reads what a page sends")
      case .ended, nil: return
      }
    }
  }

  /// Waits for more bytes, and returns whether any came before the end.
  private func receive(
    from connection: borrowing OwnedFD, into received: inout [UInt8]
  ) throws(BrokenPromise) -> Bool {
    var block = [UInt8](repeating: 0, count: 65536)
    var span = block.mutableSpan
    switch try? SystemCalls.read(connection, into: &span) {
    case .bytes(let count):
      received += block[..<count]
      return true
    case .wouldBlock:
      throw BrokenPromise(description: "the bridge answers, and closes when a page has closed")
    // A connection that the other end reset has ended too.
    case .ended, nil: return false
    }
  }
}

/// A service that accepts every request, and sends the given lines after its first reply.
private final class ScriptedService: Sendable {
  private let lines = Mutex<[UInt8]>([])

  /// Starts to listen at `path`.
  init(at path: String) throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    _ = try ServerBootstrap(group: group)
      .childChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Conversation(self))
        }
      }
      .bind(unixDomainSocketPath: path).wait()
  }

  /// Sets the lines for the next connections.
  func setLines(_ lines: [UInt8]) {
    self.lines.withLock { $0 = lines }
  }

  /// The lines of one connection.
  private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let service: ScriptedService
    private var hasReplied = false

    init(_ service: ScriptedService) {
      self.service = service
    }

    func channelActive(context: ChannelHandlerContext) {
      say(
        """
        {"type":"hello","server":"flickd","version":"1.0.0","protocol":{"major":1,"minor":2},"epoch":"a",\
        "clock":"monotonic","level":"positions","features":[],"limits":{}}
        {"type":"state","panels":[],"swipes":[]}

        """, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let asked = Self.unwrapInboundIn(data).readableBytesView.count { $0 == UInt8(ascii: "\n") }
      for _ in 0..<asked { say("{\"type\":\"reply\",\"id\":0,\"ok\":true,\"swipes\":[]}\n", context) }
      guard asked > 0, !hasReplied else { return }
      hasReplied = true
      let lines = service.lines.withLock { $0 }
      context.writeAndFlush(NIOAny(ByteBuffer(bytes: lines + [UInt8(ascii: "\n")])), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
      context.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
    }
  }
}
