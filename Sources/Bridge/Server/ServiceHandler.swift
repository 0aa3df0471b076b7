internal import NIOCore

/// Splits the bytes from flickd into lines, without their newlines.
struct LineDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// The maximum length of a line, in bytes.
  static let longest = 1 << 20

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
    let view = buffer.readableBytesView
    guard let end = view.firstIndex(of: UInt8(ascii: "\n")),
      let line = buffer.readSlice(length: end - view.startIndex)
    else { return .needMoreData }
    buffer.moveReaderIndex(forwardBy: 1)
    context.fireChannelRead(Self.wrapInboundOut(line))
    return .continue
  }

  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) -> DecodingState {
    // An incomplete last line is dropped.
    decode(context: context, buffer: &buffer)
  }
}

/// Forwards the lines of a page's own connection to flickd.
final class ServiceHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let peer: ServicePeer

  init(peer: ServicePeer) {
    self.peer = peer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    peer.receive(fromService: Array(Self.unwrapInboundIn(data).readableBytesView))
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    peer.settle()
  }

  func channelInactive(context: ChannelHandlerContext) {
    peer.serviceClosed()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
