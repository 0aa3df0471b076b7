internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline
internal import Settings
internal import Terminal

/// How the monitor or the studio watches a panel.
struct WatchOptions {
  /// The zones by which swipes are decided.
  var zones: [ZoneSettings]
  var isPrivateIncluded: Bool
  /// Whether ended swipes are kept with their moments.
  var keepsRecords = false
}

/// What the monitor or the studio watches.
enum WatchedInput {
  /// A touchscreen, from the start of the command.
  case touchscreen(any FrameSource)
  /// At least one recording, from the first view on.
  case recordings([RecordedPanel], WatchOptions)

  /// Opens what the words of a command line name; ends the command if that cannot be watched.
  init(_ inputs: [MeasuredFile], seat: String?, settings: Settings, options: WatchOptions) throws {
    guard !inputs.isPanel else {
      let touchscreen = try ChosenTouchscreen(inputs.first?.path, seat: Seat.chosen(seat), settings: settings)
      self = .touchscreen(LiveSource(touchscreen, options, now: SystemCalls.monotonicMicroseconds()))
      return
    }
    let panels = RecordedPanel.panels(for: try inputs.map { try recording(in: $0.path) }, settings: settings)
    guard !panels.isEmpty else {
      throw failure(.badData, "the configuration disables the panel of these recordings: set enabled = true")
    }
    self = .recordings(panels, options)
  }

  /// The source of the frames; recordings begin now.
  func source(now: Int64) -> any FrameSource {
    switch self {
    case .touchscreen(let source): source
    case .recordings(let panels, let options): PlayedSource(panels, options, now: now)
    }
  }
}

/// Where the frames of the monitor or of the studio come from.
protocol FrameSource: AnyObject {
  /// The watch of the present panel.
  var watch: PanelWatch { get }
  /// The descriptor to wait for; nil if there is none.
  var descriptor: Int32? { get }
  /// When more events are due, in µs of CLOCK_MONOTONIC; nil if only the descriptor reports them.
  var due: Int64? { get }
  /// Whether no more events follow.
  var isOver: Bool { get }
  /// Passes the events up to `now` to the watch.
  func read(now: Int64)
}

extension FrameSource {
  /// When to read or to advance the watch without an event, in µs of CLOCK_MONOTONIC; nil for
  /// never.
  var nextDue: Int64? { [due, watch.deadline?.microseconds].compactMap(\.self).min() }

  /// Passes the events and deadlines up to `now` to the watch.
  func advance(to now: Int64) {
    read(now: now)
    watch.advance(to: Instant(microseconds: now))
  }
}

/// The frames of a touchscreen.
final class LiveSource: FrameSource {
  let watch: PanelWatch
  let touchscreen: ChosenTouchscreen
  private let feed: PanelFeed
  private(set) var isOver = false

  /// Creates the source of an open touchscreen.
  init(_ touchscreen: ChosenTouchscreen, _ options: WatchOptions, now: Int64) {
    self.touchscreen = touchscreen
    feed = PanelFeed(touchscreen)
    watch = PanelWatch(
      touchscreen.setup, source: touchscreen.panel.node, opened: touchscreen.panel, options: options,
      begin: Instant(microseconds: now))
    if touchscreen.isTouched { watch.state.message = "a finger is ignored until it lifts" }
  }

  var descriptor: Int32? { touchscreen.descriptor }
  var due: Int64? { feed.due }

  func read(now: Int64) {
    isOver = !feed.read(now: now, isTouched: watch.contactsDown > 0) { watch.take($0) }
  }
}

/// Recordings, one after the other, at their own speed.
final class PlayedSource: FrameSource {
  private let panels: [RecordedPanel]
  private let options: WatchOptions
  private(set) var watch: PanelWatch
  private var number = 0
  private var position = 0
  /// What is added to the timestamps of the present recording, in µs.
  private var lead: Int64

  let descriptor: Int32? = nil

  /// Creates the source of at least one recording, which begins now.
  init(_ panels: [RecordedPanel], _ options: WatchOptions, now: Int64) {
    (self.panels, self.options) = (panels, options)
    lead = Self.lead(of: panels[0], now)
    watch = Self.watch(panels[0], options, now)
  }

  private static func lead(of panel: RecordedPanel, _ now: Int64) -> Int64 {
    now &- (panel.events.first?.instant.microseconds ?? 0)
  }

  private static func watch(_ panel: RecordedPanel, _ options: WatchOptions, _ now: Int64) -> PanelWatch {
    let file = panel.setup.message.panelID.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ""
    return PanelWatch(
      panel.setup, source: file, options: options, begin: Instant(microseconds: now))
  }

  var isOver: Bool { number == panels.count }

  var due: Int64? {
    guard !isOver, position < panels[number].events.count else { return nil }
    return panels[number].events[position].instant.microseconds &+ lead
  }

  func read(now: Int64) {
    while let due, due <= now {
      let events = panels[number].events
      var event = events[position]
      event.instant = Instant(microseconds: due)
      position += 1
      watch.consume(event)
      guard position == events.count else { continue }
      watch.end(at: event.instant)
      next(now)
    }
  }

  /// Begins the next recording, which keeps the list of decisions.
  private func next(_ now: Int64) {
    number += 1
    position = 0
    guard !isOver else {
      watch.state.message = "the recording is over"
      return
    }
    let (before, records) = (watch.state, watch.records)
    lead = Self.lead(of: panels[number], now)
    watch = Self.watch(panels[number], options, now)
    watch.state.ended = before.ended
    watch.state.endedCount = before.endedCount
    watch.records = records
  }
}
