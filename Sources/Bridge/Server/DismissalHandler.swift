internal import NIOCore
internal import NIOWebSocket

/// Closes the WebSocket of a page that is not admitted, with the reason.
///
/// The handler reads nothing that the page sends.
final class DismissalHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The time that the page may use to close.
  private static let farewell = TimeAmount.seconds(5)

  private let ending: Ending
  private var end: Scheduled<Void>?

  init(_ ending: Ending) {
    self.ending = ending
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    // Close only the output first. If the socket closes completely while the page still sends, the
    // kernel discards the close frame.
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer(closing: ending))
    context.writeAndFlush(Self.wrapOutboundOut(frame)).whenComplete { _ in
      channel.close(mode: .output, promise: nil)
    }
    end = context.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end?.cancel()
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
    writeString(ending.words)
  }
}
