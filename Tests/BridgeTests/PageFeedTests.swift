import FlickProtocol
import LinuxIO
import NIOCore
import NIOEmbedded
import NIOWebSocket
import TestKit
import Testing

@testable import Bridge

@Suite struct `The feed of a page` {
  private let line = Array(#"{"request":"live"}"#.utf8)

  @Test func `keeps 64 requests until the program takes them`() throws {
    let feed = PageFeed(waking: try Wakeup())
    for _ in 0..<PageFeed.maxRequests { #expect(feed.receive(line)) }
    #expect(!feed.receive(line))
    #expect(feed.take() == Array(repeating: .request(line), count: PageFeed.maxRequests))
    #expect(feed.take().isEmpty)
    #expect(feed.receive(line))
  }

  @Test func `drops lines without a page`() throws {
    let feed = PageFeed(waking: try Wakeup())
    feed.send(line)
    #expect(feed.takeLines().lines.isEmpty)
  }

  @Test func `ends the page with a reason after the last lines`() throws {
    let feed = PageFeed(waking: try Wakeup())
    let channel = EmbeddedChannel()
    let peer = FeedPeer(feed)
    feed.open(channel)
    feed.send(line)
    #expect(peer.drainPageLines() == [line] && peer.ending == nil)
    feed.send(line)
    feed.end("the panel is gone")
    #expect(peer.drainPageLines() == [line])
    #expect(peer.ending == Ending(code: .failure, reason: "the panel is gone"))
    feed.send(line)
    #expect(peer.drainPageLines().isEmpty)
    // A page that connects before the program has ended receives the reason, too.
    let late = FeedPeer(feed)
    feed.open(EmbeddedChannel())
    #expect(late.drainPageLines().isEmpty && late.ending?.reason == "the panel is gone")
  }

  @Test func `delivers its last lines and the reason although the server stops at once`() throws {
    let feed = PageFeed(waking: try Wakeup())
    var settings = BridgeServer.Settings(address: "127.0.0.1", port: 0, socket: "")
    settings.feed = feed
    let page = Admission.Page(
      origin: try #require(Origin(RunningBridge.origin)), level: .positions, subprotocol: nil,
      presented: Admission.Presented([]))
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.pipeline.syncOperations.addHandler(PageHandler(page, site: Site(settings)))
    feed.send(line)
    feed.end("the panel is gone")
    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    let text = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    #expect(text.opcode == .text && Array(text.data.readableBytesView) == line)
    let close = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    #expect(close.opcode == .connectionClose)
    #expect(close.data == ByteBuffer(closing: Ending(code: .failure, reason: "the panel is gone")))
    #expect(try channel.readOutbound(as: WebSocketFrame.self) == nil)
  }

  @Test func `wakes the program until it has reset the wakeup`() throws {
    let wakeup = try Wakeup()
    let feed = PageFeed(waking: wakeup)
    var reactor = try Reactor()
    _ = try reactor.register(descriptor: wakeup.descriptor, for: .readable)
    var ready = [try reactor.wait(until: 0)]
    _ = feed.receive(line)
    _ = feed.receive(line)
    ready.append(try reactor.wait(until: 0))
    wakeup.reset()
    ready.append(try reactor.wait(until: 0))
    #expect(ready == [0, 1, 0])
  }
}
