internal import FlickProtocol
internal import LinuxIO
internal import NIOCore
internal import NIOHTTP1

/// Answers the first request of a connection that does not become a WebSocket, then closes.
///
/// A file is sent in chunks. The next chunk is read when the kernel has the last one, so a client
/// that does not read costs one chunk, whatever the size of the file.
///
///     asking ── request ──▶ waiting ── the files' answer ──▶ sending ── last chunk ──▶ leaving
///                              │          ┌─ a chunk is read, and written ─┐  ▲
///                              │          └────────────── sending ◀────────┘  │
///                              └── 10 s: 503 ─────────────────────────────────┘
///
/// While it sends, 10 s without progress and a file that changes close the connection.
final class WebHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The time in which a request must arrive.
  private static let patience = TimeAmount.seconds(5)
  /// The time in which the file system or the client must make progress: a client must read a
  /// chunk.
  private static let stillness = TimeAmount.seconds(10)
  /// The time that a client may use to read the end of the response and close.
  private static let closeTimeout = TimeAmount.seconds(5)

  private enum State {
    case asking, waiting, sending, leaving
  }

  private let site: Site
  private let decider: UpgradeDecider
  private var context: ChannelHandlerContext?
  private var head: HTTPRequestHead?
  private var state = State.asking
  private var isStopping = false
  private var end: Scheduled<Void>?
  /// When the file system or the client last made progress.
  private var progress = NIODeadline.uptimeNanoseconds(0)

  init(site: Site, decider: UpgradeDecider) {
    self.site = site
    self.decider = decider
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    end = closing(context, in: Self.patience)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    end?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head) where self.head == nil: self.head = head
    case .end where state == .asking:
      guard let head else { return }
      site.connections.answer(context.channel)
      switch site.reply(to: head, refusedFor: decider.refusal) {
      case .ready(let answer): send(answer, to: head)
      case .made(let thread, let make): send(by: thread, make, to: head)
      }
    case .head, .body, .end: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { stop(context) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The upgrade reports a rejected WebSocket as an error, but the request itself follows and is
    // answered. Therefore only I/O errors close the connection here.
    if error is IOError { context.close(promise: nil) }
    // Input that is not HTTP has already been answered, unless it follows a response.
    if error is HTTPParserError, state == .asking || state == .waiting { leave() }
  }

  /// Closes the connection: immediately if there is no request, else after the time for its
  /// response.
  private func stop(_ context: ChannelHandlerContext) {
    guard state != .asking else { return context.close(promise: nil) }
    guard !isStopping else { return }
    isStopping = true
    end?.cancel()
    end = closing(context, in: Self.closeTimeout)
  }

  private func closing(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  // MARK: The response

  /// Sends the response that a thread makes from files.
  private func send(
    by thread: FileThread, _ make: @escaping @Sendable () -> WebAnswer, to head: HTTPRequestHead
  ) {
    guard let context else { return }
    guard !thread.isBusy else { return send(.busy, to: head) }
    state = .waiting
    // A client may close its side after the request, and still read the response.
    try? context.channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
    progress = context.eventLoop.now
    end?.cancel()
    scheduleCheck(in: Self.stillness)
    thread.run(on: context.eventLoop, make).assumeIsolated().whenSuccess { [self] answer in
      if state == .waiting { send(answer, to: head, by: thread) }
    }
  }

  /// Sends a response, whose content `thread` reads.
  private func send(_ answer: WebAnswer, to head: HTTPRequestHead, by thread: FileThread? = nil) {
    guard let context else { return }
    if let fault = answer.fault { log(fault, of: head) }
    context.write(Self.wrapOutboundOut(.head(answer.head)), promise: nil)
    switch answer.body {
    case .content(let content) where head.method != .HEAD && content.count > 0:
      state = .sending
      context.flush()
      if let thread { sendChunk(of: content, from: 0, by: thread) }
    case .text(let bytes) where head.method != .HEAD:
      context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
      finish()
    case .content, .text: finish()
    }
  }

  private func sendChunk(of content: WebContent, from offset: Int, by thread: FileThread) {
    guard let context else { return }
    let chunk = thread.run(on: context.eventLoop) {
      Result { () throws(WebContent.Fault) in try content.chunk(at: offset) }
    }
    chunk.assumeIsolated().whenSuccess { [self] result in
      switch result {
      case .success(let bytes): write(bytes, of: content, from: offset, by: thread)
      case .failure(let fault):
        if let head { log(fault, of: head) }
        // A response without its end is not a response.
        self.context?.close(promise: nil)
      }
    }
  }

  private func write(_ bytes: [UInt8], of content: WebContent, from offset: Int, by thread: FileThread) {
    guard let context else { return }
    progress = context.eventLoop.now
    let part = Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
    context.writeAndFlush(part).assumeIsolated().whenSuccess { [self] in
      guard let context = self.context else { return }
      progress = context.eventLoop.now
      let next = offset + bytes.count
      if next < content.count { sendChunk(of: content, from: next, by: thread) } else { finish() }
    }
  }

  private func finish() {
    context?.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    leave()
  }

  /// Closes the connection after the response.
  ///
  /// Half-close: if the whole socket closes while the client is still sending, the kernel resets it
  /// and discards the response.
  private func leave() {
    guard let context else { return }
    state = .leaving
    site.connections.answer(context.channel)
    if !isStopping {
      end?.cancel()
      end = closing(context, in: Self.closeTimeout)
    }
    context.close(mode: .output, promise: nil)
  }

  // MARK: Progress

  private func scheduleCheck(in time: TimeAmount) {
    end = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in checkProgress() }
  }

  private func checkProgress() {
    guard let context, let head, !isStopping else { return }
    let rest = progress + Self.stillness - context.eventLoop.now
    guard rest <= .zero else { return scheduleCheck(in: rest) }
    let seconds = Self.stillness.nanoseconds / 1_000_000_000
    switch state {
    case .waiting:
      site.log.write("\(shown(head)) was not read in \(seconds) s", cause: "slow files")
      send(.busy, to: head)
    case .sending:
      site.log.write(
        "closed a connection that did not progress with \(shown(head)) in \(seconds) s",
        cause: "slow readers of files")
      context.close(promise: nil)
    case .asking, .leaving: break
    }
  }

  private func log(_ fault: WebContent.Fault, of head: HTTPRequestHead) {
    site.log.write("\(shown(head)) \(fault.text)", cause: "files that cannot be sent")
  }

  private func shown(_ head: HTTPRequestHead) -> String { String(head.uri.prefix(100)) }
}

extension WebContent.Fault {
  /// The reason for the log, after the name of the file.
  fileprivate var text: String {
    switch self {
    case .unreadable(let error): "cannot be read: \(error.code)"
    case .tooLarge: "is larger than \(WebFile.maxBytes >> 20) MiB"
    case .changed: "changed while it was read"
    }
  }
}
