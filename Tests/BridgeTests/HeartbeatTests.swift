import FlickProtocol
import LinuxIO
import NIOCore
import NIOEmbedded
import NIOWebSocket
import TestKit
import Testing

@testable import Bridge

/// A page's connection without a network, on a clock that the test moves.
private struct EmbeddedPage {
  static let heartbeat: Int64 = 4
  let channel = EmbeddedChannel()

  init() throws {
    var settings = BridgeServer.Settings(address: "127.0.0.1", port: 0, socket: "")
    settings.feed = PageFeed(waking: try Wakeup())
    settings.heartbeat = .seconds(Self.heartbeat)
    let page = Admission.Page(
      origin: try #require(Origin(RunningBridge.origin)), level: .decisions, subprotocol: nil,
      presented: Admission.Presented([]))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.pipeline.syncOperations.addHandler(PageHandler(page, site: Site(settings)))
  }

  /// Moves the clock by a heartbeat, and returns the opcodes of the frames that the page receives.
  func beat() throws -> [WebSocketOpcode] {
    channel.embeddedEventLoop.advanceTime(by: .seconds(Self.heartbeat))
    var opcodes: [WebSocketOpcode] = []
    while let frame = try channel.readOutbound(as: WebSocketFrame.self) { opcodes.append(frame.opcode) }
    return opcodes
  }

  func answer(_ opcode: WebSocketOpcode) throws {
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: [1, 2, 3, 4], data: ByteBuffer())
    try channel.writeInbound(frame)
  }
}

@Suite struct `A page that answers pings` {
  @Test(arguments: [WebSocketOpcode.pong, .ping])
  func `stays connected, and any frame is an answer`(_ opcode: WebSocketOpcode) throws {
    let page = try EmbeddedPage()
    for number in 1...10 {
      let opcodes = try page.beat()
      #expect(opcodes.filter { $0 == .ping } == [.ping], "\(number)")
      try page.answer(opcode)
    }
    #expect(page.channel.isActive)
  }

  @Test func `is closed at the second heartbeat after its last answer`() throws {
    let page = try EmbeddedPage()
    _ = try page.beat()
    try page.answer(.pong)
    #expect(try page.beat() == [.ping])
    #expect(page.channel.isActive)
    #expect(try page.beat() == [])
    #expect(!page.channel.isActive)
  }
}
