import LinuxIO
import Testing

@testable import Bridge

@Suite struct `The feed of a page` {
  private let line = Array(#"{"request":"live"}"#.utf8)

  @Test func `keeps 64 requests until the program takes them`() throws {
    let feed = PageFeed(waking: try Wakeup())
    for _ in 0..<PageFeed.mostRequests { #expect(feed.hear(line)) }
    #expect(!feed.hear(line))
    #expect(feed.take() == Array(repeating: .request(line), count: PageFeed.mostRequests))
    #expect(feed.take().isEmpty)
    #expect(feed.hear(line))
  }

  @Test func `drops lines without a page`() throws {
    let feed = PageFeed(waking: try Wakeup())
    feed.send(line)
    #expect(feed.takeLines().isEmpty)
  }

  @Test func `wakes the program until it has reset the wakeup`() throws {
    let wakeup = try Wakeup()
    let feed = PageFeed(waking: wakeup)
    var reactor = try Reactor()
    _ = try reactor.register(descriptor: wakeup.descriptor, for: .readable)
    var ready = [try reactor.wait(until: 0)]
    _ = feed.hear(line)
    _ = feed.hear(line)
    ready.append(try reactor.wait(until: 0))
    wakeup.reset()
    ready.append(try reactor.wait(until: 0))
    #expect(ready == [0, 1, 0])
  }
}
