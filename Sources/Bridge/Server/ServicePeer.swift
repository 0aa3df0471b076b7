internal import FlickProtocol
internal import LinuxIO
internal import NIOCore
internal import NIOPosix

/// flickd as the other end of a page: the page's own connection to flickd.
///
/// It reads from flickd only while the page's socket has room. flickd therefore treats a slow page
/// as a slow client: it merges updates and finally sends a bye. Bytes that are read but not sent
/// stay below 64 KiB.
final class ServicePeer: PagePeer {
  /// The size of one read from flickd, in bytes.
  private static let readSize = 16 * 1024

  private let socket: String
  private let name: String
  private let log: BridgeLog
  private var session: PageSession
  private var backoff = Backoff()
  /// The page and its channel; nil before ``open(for:on:)`` and after ``close()``.
  private var page: (handler: PageHandler, channel: any Channel)?
  private var service: (any Channel)?
  private var retry: Scheduled<Void>?
  /// The last logged loss since flickd was last reached.
  private var lastLogged: String?

  /// Creates the peer of a page with this level; `name` is the page's name in the log.
  init(level: Level, name: String, site: Site) {
    (socket, log) = (site.socket, site.log)
    self.name = name
    session = PageSession(level: level)
  }

  var ending: Ending? { session.ending }

  var maxBufferedBytes: Int { ProtocolLimits.queuedBytes }

  func open(for page: PageHandler, on channel: any Channel) {
    self.page = (page, channel)
    connect()
  }

  func receive(fromPage line: [UInt8]) { session.receive(fromPage: line) }

  func end(_ code: Ending.Code, _ reason: String) { session.end(code, reason) }

  func drainPageLines() -> [[UInt8]] { session.drainPageLines() }

  func forwardRequests(readingMore: Bool) {
    let requests = session.drainServiceBytes()
    if !requests.isEmpty { service?.writeAndFlush(ByteBuffer(bytes: requests), promise: nil) }
    if session.ending == nil, readingMore { service?.read() }
  }

  func close() {
    page = nil
    retry?.cancel()
    service?.close(promise: nil)
    service = nil
  }

  private func connect() {
    guard let page else { return }
    ClientBootstrap(group: page.channel.eventLoop)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readSize))
      .connect(unixDomainSocketPath: socket)
      .assumeIsolated()
      .whenComplete { [self] result in
        switch result {
        case .success(let channel): adopt(channel)
        case .failure(let error):
          let code = (error as? IOError).map { "\(ErrorNumber(rawValue: $0.errnoCode))" }
          serviceFailed("flickd cannot be reached: \(code ?? "it does not answer")")
        }
      }
  }

  private func adopt(_ channel: any Channel) {
    guard let page else { return channel.close(promise: nil) }
    do {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.longest))
      try pipeline.addHandler(ServiceHandler(peer: self))
    } catch {
      channel.close(promise: nil)
      return serviceFailed("flickd cannot be reached: it closed the connection")
    }
    service = channel
    lastLogged = nil
    session.connected()
    page.handler.settle()
  }

  /// Handles a line from flickd.
  func receive(fromService line: [UInt8]) {
    session.receive(fromService: line)
    if session.isOpen { backoff.reset() }
  }

  /// Sends the lines of one read to the page.
  func settle() { page?.handler.settle() }

  /// Handles the end of the connection to flickd.
  func serviceClosed() {
    guard service != nil else { return }
    service = nil
    settle()
    // A full page socket means that the page stopped reading. flickd then closes the connection, as
    // for any slow consumer, without room to send the reason.
    if let page, !page.channel.isWritable {
      session.end(.tryAgain, ByeReason.slowConsumer.word)
      return settle()
    }
    serviceFailed("flickd closed the connection")
  }

  private func serviceFailed(_ detail: String) {
    guard page != nil else { return }
    session.disconnected(detail)
    if detail != lastLogged { log.write("\(name): \(detail)", cause: "lost connections to flickd") }
    lastLogged = detail
    settle()
    guard let page else { return }
    let pause = TimeAmount.microseconds(backoff.next())
    retry = page.channel.eventLoop.assumeIsolated().scheduleTask(in: pause) { [self] in connect() }
  }
}
