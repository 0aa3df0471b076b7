public import LinuxIO
internal import NIOCore
internal import Synchronization

/// The lines of a program for the page that it serves itself, and the requests of that page.
///
///     program ── send ──▶ lines ──▶ page
///     program ◀── take ── news ◀── page; each piece of news wakes the program
///
/// The program and the server use it from different threads. Only a page of the server's own origin
/// that the gate has admitted gets the feed.
public final class PageFeed: Sendable {
  /// What happened to the page.
  public enum News: Equatable, Sendable {
    /// A page is connected; it has received nothing yet.
    case opened
    /// The page sent this message.
    case request([UInt8])
    /// The page is gone.
    case closed
  }

  /// The number of requests that may wait for the program.
  static let maxRequests = 64

  private struct State {
    var page: (any Channel)?
    var lines: [[UInt8]] = []
    /// Why no line follows the present ones; nil while more may follow.
    var reason: String?
    var news: [News] = []
  }

  private let state = Mutex(State())
  private let wakeup: Wakeup

  /// Creates a feed without a page; news wakes the program by `wakeup`.
  public init(waking wakeup: Wakeup) {
    self.wakeup = wakeup
  }

  /// Sends a line to the page; without a page, the line is dropped.
  public func send(_ line: [UInt8]) {
    let page = state.withLock { state -> (any Channel)? in
      if state.page != nil { state.lines.append(line) }
      return state.page
    }
    page?.pipeline.fireUserInboundEventTriggered(LinesWait())
  }

  /// Closes the page's WebSocket after the lines that wait for the page, with this reason.
  ///
  /// The reason has at most 123 bytes of ASCII. Later pages are closed immediately.
  public func end(_ reason: String) {
    let page = state.withLock { state in
      state.reason = reason
      return state.page
    }
    page?.pipeline.fireUserInboundEventTriggered(LinesWait())
  }

  /// Returns and removes the news, oldest first.
  public func take() -> [News] {
    state.withLock { state in
      defer { state.news.removeAll() }
      return state.news
    }
  }

  // MARK: The server's side

  /// The event that makes a page's handler send the waiting lines.
  struct LinesWait {}

  func open(_ channel: any Channel) {
    state.withLock { state in
      state.page = channel
      state.lines = []
      state.news.append(.opened)
    }
    wakeup.wake()
  }

  /// Records a request; returns false if too many requests wait.
  func receive(_ line: [UInt8]) -> Bool {
    let hasRoom = state.withLock { state in
      guard state.news.count < Self.maxRequests else { return false }
      state.news.append(.request(line))
      return true
    }
    wakeup.wake()
    return hasRoom
  }

  /// Returns and removes the lines; `reason` is why no line follows them.
  func takeLines() -> (lines: [[UInt8]], reason: String?) {
    state.withLock { state in
      defer { state.lines.removeAll(keepingCapacity: true) }
      return (state.lines, state.reason)
    }
  }

  /// Records that a page is gone; another page may already have replaced it.
  func close(_ channel: any Channel) {
    state.withLock { state in
      guard state.page === channel else { return }
      state.page = nil
      state.lines = []
      state.news.append(.closed)
    }
    wakeup.wake()
  }
}

/// The program itself as the other end of its page.
final class FeedPeer: PagePeer {
  private let feed: PageFeed
  private var channel: (any Channel)?
  private(set) var ending: Ending?
  /// Several answers of the program; each may be larger than a line of flickd.
  let maxBufferedBytes = 1 << 20

  init(_ feed: PageFeed) {
    self.feed = feed
  }

  func open(for page: PageHandler, on channel: any Channel) {
    self.channel = channel
    feed.open(channel)
  }

  func receive(fromPage line: [UInt8]) {
    if !feed.receive(line) { end(.policy, "more than \(PageFeed.maxRequests) requests wait for an answer") }
  }

  func end(_ code: Ending.Code, _ reason: String) {
    if ending == nil { ending = Ending(code: code, reason: reason) }
  }

  func drainPageLines() -> [[UInt8]] {
    guard ending == nil else { return [] }
    let (lines, reason) = feed.takeLines()
    if let reason { end(.failure, reason) }
    return lines
  }

  func forwardRequests(readingMore: Bool) {}

  func close() {
    if let channel { feed.close(channel) }
    channel = nil
  }
}
