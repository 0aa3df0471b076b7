internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline
internal import Recordings
internal import Settings

/// Receives the frames of a panel that somebody watches, without contacts in private zones.
protocol FrameListener: AnyObject {
  func add(_ frame: RecordedFrame)
}

/// Feeds the events of one panel to flickd's own pipeline, and keeps what the monitor and the
/// studio show.
///
///     event ─▶ RecordingFilter ─▶ WatchedPanel ─▶ ZoneEvaluator ─▶ MonitorState
///              private contacts ├▶ ContactWatch ─────────────────────┘
///                               └▶ FrameListener
final class PanelWatch {
  private let filter: RecordingFilter
  private let contacts: ContactWatch
  private var watched: WatchedPanel<SwipeWatch>
  private var meter = ReportMeter()
  /// The rate before the last gap.
  private var lastRate: Double?
  /// Whether the events until the end of the frame are skipped, after the recording lost events.
  private var isSkipping = false
  /// Who else receives the frames.
  weak var listener: (any FrameListener)?
  /// Counts the changes of ``state``.
  private(set) var changes = 0

  /// Creates the watch of a panel.
  ///
  /// - `opened`: the open panel; nil for a recording.
  /// - `begin`: the time from which ``EndedSwipe/time`` counts.
  init(
    _ setup: PanelSetup, source: String, opened panel: LivePanel? = nil, options: WatchOptions, begin: Instant
  ) {
    let isPrivateIncluded = options.isPrivateIncluded
    filter = RecordingFilter(setup, opened: panel, isPrivateIncluded: isPrivateIncluded)
    contacts = ContactWatch(setup)
    var state = MonitorState(setup, source: source)
    if !isPrivateIncluded { state.privateRectangles = setup.privateRectangles }
    watched = WatchedPanel(
      setup, isPrivateIncluded: isPrivateIncluded,
      into: SwipeWatch(state: state, setup: setup, options: options, begin: begin))
  }

  /// What the monitor shows.
  ///
  /// It is put together when it is drawn, and not with each frame, which would copy every trail.
  var state: MonitorState {
    get {
      var state = watched.sink.state
      state.contacts = contacts.contacts
      state.dropped = watched.dropped
      state.reportRate = meter.rate ?? lastRate
      return state
    }
    set {
      watched.sink.state = newValue
      changes += 1
    }
  }

  /// The newest swipes with their moments; nil if they are not kept.
  var records: SwipeRecords? {
    get { watched.sink.records }
    set { watched.sink.records = newValue }
  }

  /// The number of shown contacts that are down.
  var contactsDown: Int { filter.contactsDown }

  /// When the next deadline is due if no event arrives.
  var deadline: Instant? { [watched.deadline, contacts.deadline].compactMap(\.self).min() }

  /// Processes one event of a recording.
  func consume(_ event: InputEvent) {
    guard isSkipping || event.type == EventCode.syn && event.code == EventCode.synDropped else {
      return take(.event(event))
    }
    if !isSkipping { take(.lost(event.instant, isJump: false)) }
    isSkipping = !event.endsFrame
  }

  /// Processes what the panel reports.
  func take(_ item: PanelFeed.Item) {
    if let frame = filter.take(item) { add(frame) }
  }

  /// Handles every deadline up to `now`.
  func advance(to now: Instant) {
    guard let deadline, deadline <= now else { return }
    watched.advance(to: now)
    contacts.advance(to: now)
    changes += 1
  }

  /// Ends every contact, because the recording is over.
  func end(at instant: Instant) {
    watched.end(at: instant)
    contacts.end(at: instant)
    changes += 1
  }

  private func add(_ frame: RecordedFrame) {
    listener?.add(frame)
    watched.add(frame)
    for event in frame.events { contacts.consume(event) }
    if let instant = frame.events.last?.instant {
      if frame.contactsDown == 0 { lastRate = meter.rate ?? lastRate }
      meter.add(instant, isTouched: frame.contactsDown > 0)
    }
    changes += 1
  }
}

/// Evaluates the facts of a panel as flickd does, and keeps the swipes.
private struct SwipeWatch: SwipeSink {
  var state: MonitorState
  var records: SwipeRecords?
  let setup: PanelSetup
  private var evaluator: ZoneEvaluator
  private let begin: Instant

  init(state: MonitorState, setup: PanelSetup, options: WatchOptions, begin: Instant) {
    (self.state, self.setup, self.begin) = (state, setup, begin)
    records = options.keepsRecords ? SwipeRecords() : nil
    evaluator = ZoneEvaluator(zones: options.zones)
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    let number = fact.swipe.number
    let evaluation = evaluator.evaluate(fact, of: setup)
    records?.add(fact, evaluation)
    let index = state.swipes.firstIndex { $0.number == number }
    var ended = EndedSwipe(number: number, time: fact.instant - begin)
    switch fact.phase {
    case .begin, .update:
      let swipe = SeenSwipe(
        number: number, fingers: fact.fingers, zone: evaluation.zone?.name, decision: evaluation.decision)
      if let index { state.swipes[index] = swipe } else { state.swipes.append(swipe) }
      return
    case .end: ended.decision = evaluation.decision
    case .cancel(let reason): ended.cancelled = reason
    }
    if let index { state.swipes.remove(at: index) }
    state.end(ended)
  }
}

/// Measures how many frames a second a touched panel reports.
struct ReportMeter {
  /// The frames of the last second, without a gap.
  private var frames: [Instant] = []

  /// A longer silence interrupts the measurement.
  private static let longestGap = Interval.milliseconds(100)
  private static let window = Interval.seconds(1)

  /// The rate in Hz; nil before 10 frames without a gap.
  var rate: Double? {
    guard frames.count >= 10, let first = frames.first, let last = frames.last, last > first else {
      return nil
    }
    return Double(frames.count - 1) / (last - first).seconds
  }

  mutating func add(_ instant: Instant, isTouched: Bool) {
    if let last = frames.last, !isTouched || instant - last > Self.longestGap || instant < last {
      frames.removeAll(keepingCapacity: true)
    }
    guard isTouched else { return }
    frames.append(instant)
    // Removing many together is cheaper than removing one for each frame.
    if let first = frames.first, instant - first > Self.window + Self.longestGap {
      frames.removeAll { instant - $0 > Self.window }
    }
  }
}
