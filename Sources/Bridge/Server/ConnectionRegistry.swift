internal import NIOCore
internal import NIOWebSocket
internal import Synchronization

/// All TCP connections, and which of them are pages.
final class ConnectionRegistry: Sendable {
  private struct State {
    var slots: ConnectionSlots<ObjectIdentifier>
    var channels: [ObjectIdentifier: any Channel] = [:]
  }

  private let state: Mutex<State>

  init(maxPages: Int) {
    state = Mutex(State(slots: ConnectionSlots(maxPages: maxPages)))
  }

  /// Registers a connection until it closes.
  ///
  /// Returns the connection that it displaces, which the caller must close.
  func enter(_ channel: any Channel) -> (any Channel)? {
    let id = ObjectIdentifier(channel)
    let displaced = state.withLock { state in
      let displaced = state.slots.enter(id).flatMap { state.channels.removeValue(forKey: $0) }
      state.channels[id] = channel
      return displaced
    }
    channel.closeFuture.whenComplete { [self] _ in
      state.withLock { state in
        state.channels[id] = nil
        state.slots.leave(id)
      }
    }
    return displaced
  }

  /// Records that a connection has sent a request and gets its response.
  func answer(_ channel: any Channel) {
    state.withLock { $0.slots.answer(ObjectIdentifier(channel)) }
  }

  /// Counts a connection as a page from now on; returns false if the limit is reached.
  func becomePage(_ channel: any Channel) -> Bool {
    state.withLock { $0.slots.becomePage(ObjectIdentifier(channel)) }
  }

  /// Whether the limit of pages is reached.
  var isFull: Bool { state.withLock { $0.slots.pages.count >= $0.slots.maxPages } }

  /// The number of connected pages.
  var pages: Int { state.withLock { $0.slots.pages.count } }

  var channels: [any Channel] { state.withLock { Array($0.channels.values) } }
}

/// Closes the WebSocket of a page that is not admitted, with the reason.
///
/// The handler reads nothing that the page sends.
final class CloseReasonHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The time that the page may use to close.
  private static let closeTimeout = TimeAmount.seconds(5)

  private let ending: Ending
  private var forcedClose: Scheduled<Void>?

  init(_ ending: Ending) {
    self.ending = ending
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    // Half-close: if the whole socket closes while the page is still sending, the kernel resets it
    // and discards the close frame.
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer(closing: ending))
    context.writeAndFlush(Self.wrapOutboundOut(frame)).whenComplete { _ in
      channel.close(mode: .output, promise: nil)
    }
    forcedClose = context.eventLoop.scheduleTask(in: Self.closeTimeout) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    forcedClose?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The page's reply to the close frame ends the connection.
    if Self.unwrapInboundIn(data).opcode == .connectionClose { context.close(promise: nil) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

extension ByteBuffer {
  /// Creates the payload of a close frame: a code and a reason.
  init(closing ending: Ending) {
    self.init()
    write(webSocketErrorCode: WebSocketErrorCode(codeNumber: ending.code.rawValue))
    writeString(ending.reason)
  }
}
