internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline

/// What the studio watches.
enum StudioInput {
  /// A touchscreen, from the start of the command.
  case touchscreen(any FrameSource)
  /// Recordings, from the first page on.
  case recordings([RecordedPanel], WatchOptions)
}

/// Reads the panel on the program's own thread, and serves the page by a feed.
///
///     panel ─▶ FrameSource ─▶ PanelWatch ─▶ StudioSession ─▶ PageFeed ─▶ page
///                                               ▲               │
///                                               └── requests ───┘
struct StudioLoop {
  private let input: StudioInput
  private let feed: PageFeed
  private let wakeup: Wakeup
  private var source: (any FrameSource)?
  private let rooms: StudioRooms
  private var session: StudioSession

  /// Creates the loop; `rooms` are those beside Live.
  init(_ input: StudioInput, feed: PageFeed, wakeup: Wakeup, rooms: StudioRooms, isPrivateIncluded: Bool) {
    (self.input, self.feed, self.wakeup, self.rooms) = (input, feed, wakeup, rooms)
    session = StudioSession(isPrivateIncluded: isPrivateIncluded, rooms: rooms)
    if case .touchscreen(let live) = input {
      source = live
      live.watch.listener = rooms
    }
  }

  /// Serves until a signal; ends the command when the touchscreen is gone.
  mutating func run(_ reactor: inout Reactor) throws {
    try available { () throws(SystemCallError) in
      _ = try reactor.register(descriptor: wakeup.descriptor, for: .readable)
      if let descriptor = source?.descriptor {
        _ = try reactor.register(descriptor: descriptor, for: .readable)
      }
    }
    while true {
      let due = [source?.due, source?.watch.deadline?.microseconds, rooms.due].compactMap(\.self).min()
      let isSignalled = try available { () throws(SystemCallError) in
        _ = try reactor.wait(until: due)
        while reactor.next() != nil {}
        return try reactor.nextSignal() != nil
      }
      if isSignalled { return }
      wakeup.reset()
      let now = SystemCalls.monotonicMicroseconds()
      for news in feed.take() { hear(news, now) }
      guard let source else { continue }
      source.read(now: now)
      source.watch.advance(to: Instant(microseconds: now))
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
    return failure(
      .tryAgain, "\(source.watch.state.source) is gone: plug the panel in and run the command again")
  }

  private mutating func hear(_ news: PageFeed.News, _ now: Int64) {
    switch news {
    case .opened:
      if source == nil, case .recordings(let panels, let options) = input {
        source = PlayedSource(panels, options, now: now)
      }
      session.open(now: now)
    case .request(let line):
      guard let source else { return }
      for answer in session.hear(line, of: source.watch, now: now) { feed.send(answer) }
    case .closed: session.close(now: now)
    }
  }
}
