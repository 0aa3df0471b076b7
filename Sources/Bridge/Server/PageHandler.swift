internal import FlickClient
internal import FlickProtocol
internal import LinuxIO
internal import NIOCore
internal import NIOPosix
internal import NIOWebSocket

/// One page: its WebSocket and its own connection to flickd.
///
/// The handler reads from flickd only while the page's socket has room. flickd therefore treats a
/// slow page as a slow client: it merges updates and finally sends a bye. Bytes that are read but
/// not sent stay below 64 KiB.
final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The time that a page may use to close.
  private static let farewell = TimeAmount.seconds(5)
  /// The size of one read from flickd, in bytes.
  private static let readAtOnce = 16 * 1024

  private static let large = "a message has at most \(BridgeServer.mostMessageBytes) bytes"

  private let socket: String
  private let name: String
  private let log: BridgeLog
  private let heartbeat: TimeAmount
  private var session: PageSession
  private var backoff = Backoff()
  private var context: ChannelHandlerContext?
  private var service: (any Channel)?
  private var retry: Scheduled<Void>?
  private var beat: Scheduled<Void>?
  /// The received part of a message in several frames.
  private var begun: ByteBuffer?
  private var isAlive = true
  private var isEnding = false

  init(_ page: Admission.Page, site: Site) {
    socket = site.socket
    name = "a page of \(page.origin.text) (\(page.level.rawValue))"
    log = site.log
    heartbeat = site.heartbeat
    session = PageSession(level: page.level)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    log.say("\(name) is connected", cause: "connected pages")
    connect()
    scheduleBeat()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    leave()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  private func leave() {
    guard context != nil else { return }
    log.say("\(name) is gone", cause: "disconnected pages")
    context = nil
    isEnding = true
    retry?.cancel()
    beat?.cancel()
    service?.close(promise: nil)
    service = nil
  }

  // MARK: flickd

  private func connect() {
    guard let context, !isEnding else { return }
    ClientBootstrap(group: context.eventLoop)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readAtOnce))
      .connect(unixDomainSocketPath: socket)
      .assumeIsolated()
      .whenComplete { [self] result in
        switch result {
        case .success(let channel): adopt(channel)
        case .failure(let error):
          let code = (error as? IOError).map { "\(ErrorNumber(rawValue: $0.errnoCode))" }
          lose("flickd cannot be reached: \(code ?? "it does not answer")")
        }
      }
  }

  private func adopt(_ channel: any Channel) {
    guard !isEnding else { return channel.close(promise: nil) }
    do {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.longest))
      try pipeline.addHandler(ServiceHandler(page: self))
    } catch {
      channel.close(promise: nil)
      return lose("flickd cannot be reached: it closed the connection")
    }
    service = channel
    session.connected()
    settle()
  }

  /// Handles a line from flickd.
  func hear(service line: [UInt8]) {
    session.hear(service: line)
    if session.isOpen { backoff.reset() }
  }

  /// Handles the end of the connection to flickd.
  func serviceClosed() {
    guard service != nil else { return }
    service = nil
    settle()
    // A page whose socket is full did not read, so flickd closed as for a slow consumer. flickd had
    // no room to send the reason.
    if let context, !context.channel.isWritable, !isEnding {
      session.end(.tryAgain, ByeReason.slowConsumer.word)
      return settle()
    }
    lose("flickd closed the connection")
  }

  private func lose(_ detail: String) {
    guard let context, !isEnding else { return }
    session.disconnected(detail)
    log.say("\(name): \(detail)", cause: "lost connections to flickd")
    settle()
    guard !isEnding else { return }
    retry = context.eventLoop.assumeIsolated().scheduleTask(in: .microseconds(backoff.next())) { [self] in
      connect()
    }
  }

  // MARK: Between them

  /// Sends all waiting lines in both directions, and reads from flickd if the page has room.
  func settle() {
    guard let context, !isEnding else { return }
    let lines = session.takeForPage()
    for line in lines { context.write(Self.frame(.text, ByteBuffer(bytes: line)), promise: nil) }
    if !lines.isEmpty { context.flush() }
    let requests = session.takeForService()
    if !requests.isEmpty { service?.writeAndFlush(ByteBuffer(bytes: requests), promise: nil) }
    if session.ending == nil, isOverfull(context.channel) {
      session.end(.tryAgain, ByeReason.slowConsumer.word)
    }
    if let ending = session.ending { return end(ending, context: context) }
    if context.channel.isWritable { service?.read() }
  }

  /// Whether the bridge's own answers (refusals and pongs) fill the buffer of a page that does not
  /// read.
  private func isOverfull(_ channel: any Channel) -> Bool {
    guard !channel.isWritable, let options = channel.syncOptions else { return false }
    // A channel that does not support the option has closed.
    return (try? options.getOption(.bufferedWritableBytes)).map { $0 > ProtocolLimits.queuedBytes } ?? false
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { settle() }
    context.fireChannelWritabilityChanged()
  }

  private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> NIOAny {
    wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data))
  }

  // MARK: The page

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    isAlive = true
    if frame.opcode == .connectionClose { return close(frame, context: context) }
    guard !isEnding else { return }
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      session.end(.protocolError, "a frame must be masked and must not use an extension")
      return settle()
    }
    switch frame.opcode {
    case .text where begun == nil: hear(frame.unmaskedData, isFinal: frame.fin)
    case .continuation where begun != nil: hear(frame.unmaskedData, isFinal: frame.fin)
    case .binary: session.end(.unacceptable, "a line must be a text frame")
    case .ping: context.writeAndFlush(Self.frame(.pong, frame.unmaskedData), promise: nil)
    case .pong: break
    default: session.end(.protocolError, "this opcode is not allowed here")
    }
    settle()
  }

  private func hear(_ data: ByteBuffer, isFinal: Bool) {
    var message = begun ?? ByteBuffer()
    message.writeImmutableBuffer(data)
    guard message.readableBytes <= BridgeServer.mostMessageBytes else {
      return session.end(.tooLarge, Self.large)
    }
    begun = isFinal ? nil : message
    guard isFinal else { return }
    let line = Array(message.readableBytesView)
    guard String(validating: line, as: UTF8.self) != nil else {
      return session.end(.badText, "a line must be valid UTF-8")
    }
    session.hear(page: line)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      session.end(.goingAway, "the bridge stops")
      settle()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: session.end(.tooLarge, Self.large)
    case is NIOWebSocketError: session.end(.protocolError, "this is not a valid WebSocket frame")
    // Nothing after such a frame is read.
    case is ByteToMessageDecoderError: return
    default: return context.close(promise: nil)
    }
    settle()
  }

  // MARK: The end

  private func end(_ ending: Ending, context: ChannelHandlerContext) {
    isEnding = true
    retry?.cancel()
    beat?.cancel()
    service?.close(promise: nil)
    service = nil
    log.say("\(name) is closed with \(ending.code.rawValue): \(ending.words)", cause: "closed pages")
    sayFarewell(ByteBuffer(closing: ending), context: context)
  }

  /// Handles a close frame: the page closes, or confirms our close.
  private func close(_ frame: WebSocketFrame, context: ChannelHandlerContext) {
    guard !isEnding else { return context.close(promise: nil) }
    isEnding = true
    var data = frame.unmaskedData
    // RFC 6455 returns the code in the reply, but not the reason.
    sayFarewell(data.readSlice(length: 2) ?? ByteBuffer(), context: context)
  }

  private func sayFarewell(_ data: ByteBuffer, context: ChannelHandlerContext) {
    let channel = context.channel
    context.writeAndFlush(Self.frame(.connectionClose, data)).whenComplete { _ in
      // Close only the output first. If the socket closes completely while the page still sends,
      // the kernel discards the close frame.
      channel.close(mode: .output, promise: nil)
    }
    context.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
  }

  private func scheduleBeat() {
    beat = context?.eventLoop.assumeIsolated().scheduleTask(in: heartbeat) { [self] in
      guard let context, !isEnding else { return }
      guard isAlive else {
        log.say("\(name) does not answer", cause: "pages that do not answer")
        return context.close(promise: nil)
      }
      isAlive = false
      context.writeAndFlush(Self.frame(.ping, ByteBuffer()), promise: nil)
      scheduleBeat()
    }
  }
}
