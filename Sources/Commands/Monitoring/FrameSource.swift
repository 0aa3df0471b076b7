internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// How the monitor or the studio watches a panel.
struct WatchOptions {
  /// The zones by which swipes are decided.
  var zones: [ZoneSettings]
  var isPrivateIncluded: Bool
  /// Whether ended swipes are kept with their moments.
  var keepsRecords = false
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

/// The frames of a touchscreen.
final class LiveSource: FrameSource {
  let watch: PanelWatch
  let touchscreen: ChosenTouchscreen
  private var events: LiveEvents
  private(set) var due: Int64?
  private(set) var isOver = false

  /// The number of events that are read before the keyboard and signals are looked at again.
  private static let budget = 2048

  /// Creates the source of an open touchscreen.
  init(_ touchscreen: ChosenTouchscreen, _ options: WatchOptions, now: Int64) {
    self.touchscreen = touchscreen
    let (panel, begin) = (touchscreen.panel, Instant(microseconds: now))
    events = LiveEvents(touchscreen)
    watch = PanelWatch(
      touchscreen.setup, source: panel.node,
      registers: panel.initial.registers(of: panel.description, at: begin), down: panel.initial.slotsDown,
      options: options, begin: begin)
    if touchscreen.isTouched { watch.state.message = "a finger is ignored until it lifts" }
  }

  var descriptor: Int32? { touchscreen.descriptor }

  func read(now: Int64) {
    due = nil
    for _ in 0..<Self.budget {
      switch events.next(now: now, isTouched: watch.contactsDown > 0) {
      case .event(let event): watch.consume(event)
      case .dropped(let instant), .jumped(let instant): watch.lose(at: instant)
      case .resynced(let registers): watch.resync(registers)
      case .drained: return
      case .gone:
        isOver = true
        return
      }
    }
    // More events may be in libevdev, which the descriptor does not report.
    due = now
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
  init?(_ panels: [RecordedPanel], _ options: WatchOptions, now: Int64) {
    guard let first = panels.first else { return nil }
    (self.panels, self.options) = (panels, options)
    lead = Self.lead(of: first, now)
    watch = Self.watch(first, options, now)
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
