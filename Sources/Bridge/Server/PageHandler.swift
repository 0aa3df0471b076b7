internal import FlickProtocol
internal import NIOCore
internal import NIOWebSocket

/// One page: its WebSocket, between the page and its peer.
final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The time that a page may use to close.
  private static let closeTimeout = TimeAmount.seconds(5)

  private static let large = "a message has at most \(BridgeServer.maxMessageBytes) bytes"

  private let name: String
  private let log: BridgeLog
  private let heartbeat: TimeAmount
  private let peer: any PagePeer
  private var context: ChannelHandlerContext?
  private var beat: Scheduled<Void>?
  /// The received part of a message in several frames.
  private var begun: ByteBuffer?
  private var isAlive = true
  private var isEnding = false

  init(_ page: Admission.Page, site: Site) {
    name = "a page of \(page.origin.text) (\(page.level.rawValue))"
    log = site.log
    heartbeat = site.heartbeat
    if let feed = site.feed {
      peer = FeedPeer(feed)
    } else {
      peer = ServicePeer(level: page.level, name: name, site: site)
    }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    log.write("\(name) is connected", cause: "connected pages")
    peer.open(for: self, on: context.channel)
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
    log.write("\(name) is gone", cause: "disconnected pages")
    context = nil
    isEnding = true
    beat?.cancel()
    peer.close()
  }

  // MARK: Between them

  /// Sends all waiting lines in both directions.
  func settle() {
    guard let context, !isEnding else { return }
    let lines = peer.drainPageLines()
    for line in lines { context.write(Self.frame(.text, ByteBuffer(bytes: line)), promise: nil) }
    if !lines.isEmpty { context.flush() }
    if peer.ending == nil, isOverfull(context.channel) {
      peer.end(.tryAgain, ByeReason.slowConsumer.word)
    }
    peer.forwardRequests(readingMore: context.channel.isWritable)
    if let ending = peer.ending { end(ending, context: context) }
  }

  /// Whether lines that a full buffer does not hold back fill the buffer of a page that does not
  /// read: pongs, and answers of the bridge or of a feed.
  private func isOverfull(_ channel: any Channel) -> Bool {
    guard !channel.isWritable, let options = channel.syncOptions else { return false }
    // A channel that does not support the option has closed.
    return (try? options.getOption(.bufferedWritableBytes)).map { $0 > peer.maxBufferedBytes } ?? false
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
    if isEnding {
      if frame.opcode == .connectionClose { context.close(promise: nil) }
      return
    }
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      peer.end(.protocolError, "a frame must be masked and must not use an extension")
      return settle()
    }
    switch frame.opcode {
    case .text where begun == nil: receive(frame.unmaskedData, isFinal: frame.fin)
    case .continuation where begun != nil: receive(frame.unmaskedData, isFinal: frame.fin)
    case .binary: peer.end(.unacceptable, "a line must be a text frame")
    case .ping: context.writeAndFlush(Self.frame(.pong, frame.unmaskedData), promise: nil)
    case .pong: break
    case .connectionClose: return close(frame.unmaskedData, context: context)
    default: peer.end(.protocolError, "this opcode is not allowed here")
    }
    settle()
  }

  private func receive(_ data: ByteBuffer, isFinal: Bool) {
    var message = begun ?? ByteBuffer()
    message.writeImmutableBuffer(data)
    guard message.readableBytes <= BridgeServer.maxMessageBytes else {
      return peer.end(.tooLarge, Self.large)
    }
    begun = isFinal ? nil : message
    guard isFinal else { return }
    let line = Array(message.readableBytesView)
    guard String(validating: line, as: UTF8.self) != nil else {
      return peer.end(.badText, "a line must be valid UTF-8")
    }
    peer.receive(fromPage: line)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      peer.end(.goingAway, "the bridge stops")
      settle()
    }
    if event is PageFeed.LinesWait { return settle() }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: peer.end(.tooLarge, Self.large)
    case is NIOWebSocketError: peer.end(.protocolError, "this is not a valid WebSocket frame")
    // Nothing after such a frame is read.
    case is ByteToMessageDecoderError: return
    default: return context.close(promise: nil)
    }
    settle()
  }

  // MARK: The end

  private func end(_ ending: Ending, context: ChannelHandlerContext) {
    isEnding = true
    beat?.cancel()
    peer.close()
    log.write("\(name) is closed with \(ending.code.rawValue): \(ending.reason)", cause: "closed pages")
    sendClosing(ByteBuffer(closing: ending), context: context)
  }

  /// Handles the payload of a close frame with which the page begins to close.
  private func close(_ data: ByteBuffer, context: ChannelHandlerContext) {
    switch CloseRequest(Array(data.readableBytesView)) {
    case .invalid(let reason):
      peer.end(.protocolError, reason)
      settle()
    case .plain: confirm(nil, context: context)
    case .coded(let code): confirm(code, context: context)
    }
  }

  /// Closes as the page requested: RFC 6455 returns the code in the reply, but not the reason.
  private func confirm(_ code: UInt16?, context: ChannelHandlerContext) {
    isEnding = true
    peer.close()
    var data = ByteBuffer()
    if let code { data.writeInteger(code) }
    sendClosing(data, context: context)
  }

  private func sendClosing(_ data: ByteBuffer, context: ChannelHandlerContext) {
    let channel = context.channel
    context.writeAndFlush(Self.frame(.connectionClose, data)).whenComplete { _ in
      // Half-close: if the whole socket closes while the page is still sending, the kernel resets
      // it and discards the close frame.
      channel.close(mode: .output, promise: nil)
    }
    context.eventLoop.scheduleTask(in: Self.closeTimeout) { channel.close(promise: nil) }
  }

  private func scheduleBeat() {
    beat = context?.eventLoop.assumeIsolated().scheduleTask(in: heartbeat) { [self] in
      guard let context, !isEnding else { return }
      guard isAlive else {
        log.write("\(name) does not answer", cause: "pages that do not answer")
        return context.close(promise: nil)
      }
      isAlive = false
      context.writeAndFlush(Self.frame(.ping, ByteBuffer()), promise: nil)
      scheduleBeat()
    }
  }
}
