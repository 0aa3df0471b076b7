internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline
internal import Terminal

/// Reads the panel on the program's own thread, and serves the page by a feed.
///
///     panel ─▶ FrameSource ─▶ PanelWatch ─▶ StudioSession ─▶ PageFeed ─▶ page
///                                               ▲               │
///                                               └── requests ───┘
struct StudioLoop {
  private let input: WatchedInput
  private let feed: PageFeed
  private let wakeup: Wakeup
  private var source: (any FrameSource)?
  private let rooms: StudioRooms
  private var session: StudioSession

  /// Creates the loop; `rooms` are those other than Live.
  init(_ input: WatchedInput, feed: PageFeed, wakeup: Wakeup, rooms: StudioRooms, isPrivateIncluded: Bool) {
    (self.input, self.feed, self.wakeup, self.rooms) = (input, feed, wakeup, rooms)
    session = StudioSession(isPrivateIncluded: isPrivateIncluded, rooms: rooms)
    if case .touchscreen(let live) = input {
      source = live
      live.watch.listener = rooms
    }
  }

  /// Serves until a signal; ends the command when the touchscreen is gone.
  mutating func run(_ turns: inout Turns) throws {
    try turns.add(wakeup.descriptor)
    if let descriptor = source?.descriptor { try turns.add(descriptor) }
    while true {
      let turn = try turns.wait(until: source?.nextDue, rooms.due)
      if turn.isSignalled { return }
      let now = turn.now
      wakeup.reset()
      for news in feed.take() { receive(news, now) }
      guard let source else { continue }
      source.advance(to: now)
      rooms.advance(to: now)
      if source.isOver, case .touchscreen = input { throw lose(source, now) }
      for line in session.takeLines(of: source.watch) { feed.send(line) }
    }
  }

  /// Ends the rooms and the page of a touchscreen that is gone, and returns the end of the command.
  private mutating func lose(_ source: any FrameSource, _ now: Int64) -> any Error {
    rooms.losePanel(now: now)
    for line in session.takeLastLines(of: source.watch) { feed.send(line) }
    feed.end("the panel is gone: plug it in, and run flickctl studio again")
    return failureOfUnplugged(source.watch.state.source)
  }

  private mutating func receive(_ news: PageFeed.News, _ now: Int64) {
    switch news {
    case .opened:
      if source == nil { source = input.source(now: now) }
      session.open(now: now)
    case .request(let line):
      guard let source else { return }
      for answer in session.receive(line, of: source.watch, now: now) { feed.send(answer) }
    case .closed: session.close(now: now)
    }
  }
}
