internal import NIOCore
internal import NIOWebSocket

/// A page that is not admitted: its WebSocket is closed with the reason, and nothing that the page
/// sends is read.
final class DismissalHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// How long the page may take to close.
  private static let farewell = TimeAmount.seconds(5)

  private let ending: Ending
  private var end: Scheduled<Void>?

  init(_ ending: Ending) {
    self.ending = ending
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    // Half of it first: closed at once, what the page still sends would make the kernel throw the
    // close frame away.
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
    // What the page answers to the close frame ends the connection.
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
  /// What a close frame has: a code and its words.
  init(closing ending: Ending) {
    self.init()
    write(webSocketErrorCode: WebSocketErrorCode(codeNumber: ending.code.rawValue))
    writeString(ending.words)
  }
}
