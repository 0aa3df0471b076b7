public import GestureCore
public import Panels

/// The walk through the stations of a measurement: a state machine without I/O and without a clock.
///
///     ready ── start ──▶ asked ── leave ──▶ asked, by the next station ── leave ──▶ over
///                         ▲ │                        │                              ▲ │
///                         │ └── end ─────────────────┼──────────────────────────────┘ │
///                         └─── again: the station before ─────────────────────────────┘
///
/// ``advance(to:)`` reports when a station is over: every metric is answered and the finger rests,
/// or the patience is over. The caller then leaves the station. `flickctl measure` and
/// `flickctl studio` use it.
public struct StationWalk: Sendable {
  /// What became of a station.
  public enum State: Equatable, Sendable {
    /// The station has not been asked for.
    case waiting
    /// The person is at the station.
    case asked
    /// The station is answered, or its patience was over.
    case done
    /// The person left the station before.
    case skipped
  }

  /// The time at one station: a segment of the metrics.
  public struct Visit: Equatable, Sendable {
    /// The station.
    public var station: Station
    /// When the station was asked for.
    public var begin: Instant
    /// When the person left the station; equal to `begin` while the station is asked for.
    public var end: Instant
  }

  /// What a station that was left has measured.
  public struct Outcome: Sendable {
    /// The station.
    public var station: Station
    /// The measurements of this station alone.
    public var measurements: [Measurement]
    /// Whether the person left the station before it was over.
    public var isSkipped: Bool
  }

  /// What has been measured at some moment.
  private struct Measured: Sendable {
    /// The metrics of all stations, and of the present one.
    var all: PanelMetrics
    var own: PanelMetrics
    var targets: TargetTaps
  }

  /// A touch, which may have pressed a button: a short tap of one finger.
  private struct Touch: Sendable {
    /// What had been measured before.
    var before: Measured
    var begin: Instant
    var number: UInt64
    var start: PanelPoint
    var isTap = true

    /// Notes whether the touch is still a tap.
    mutating func add(_ frame: MeasuredFrame) {
      isTap =
        isTap && frame.instant - begin <= StationWalk.press
        && frame.contacts.allSatisfy {
          $0.number == number && ($0.location - start).length <= ContactPath.longestTap
        }
    }
  }

  /// The stations in their order.
  public let stations: [Station]
  /// How long to wait at each station.
  public let patience: Interval
  /// What became of each station.
  public private(set) var states: [State]
  /// The visits in their order; the last one is that of the present station.
  public private(set) var visits: [Visit] = []
  /// Whether the walk has ended.
  public private(set) var isOver = false
  /// The number of contacts that are down at the present station.
  public private(set) var contactsDown = 0
  private var measured: Measured
  /// What had been measured before each visit.
  private var before: [Measured] = []
  /// The last touch of the present station.
  private var touch: Touch?
  /// The last frame of the present station with a contact; nil before the first one.
  private var lastTouched: Instant?
  private var tick = Instant(microseconds: 0)

  /// How often the metrics are asked: each answer sorts the samples.
  public static let pace = Interval.milliseconds(250)
  /// A finger that has lifted for this long does not go on: the taps of one station must not count
  /// at the next one.
  private static let rest = Interval.milliseconds(500)
  /// A button is pressed by a tap that lasted at most this long, and ended at most this long
  /// before.
  private static let press = Interval.seconds(1)

  /// Creates a walk that has not started; `geometry` maps device units to the picture with targets.
  public init(_ panel: MeasuredPanel, geometry: PanelGeometry, stations: [Station], patience: Interval) {
    (self.stations, self.patience) = (stations, patience)
    states = stations.map { _ in .waiting }
    measured = Measured(
      all: PanelMetrics(panel), own: PanelMetrics(panel), targets: TargetTaps(panel, geometry: geometry))
  }

  /// The number of the present station in ``stations``; nil before the start and at the end.
  public var present: Int? { isOver ? nil : states.firstIndex(of: .asked) }

  /// When ``advance(to:)`` is due; nil if no station is asked for.
  public var due: Instant? { present == nil ? nil : tick }

  /// The metrics of every visit.
  public var metrics: PanelMetrics { measured.all }

  /// The taps on targets.
  public var targets: TargetTaps { measured.targets }

  /// How many repetitions the present station has counted; nil if the station counts none.
  ///
  /// Cost: O(n log n) for n samples.
  public var count: Station.Count? {
    present.flatMap { stations[$0].count(in: measured.own.measurements) }
  }

  /// The measurements of every visit; `accuracy` is that of the targets, if one was tapped.
  ///
  /// Cost: O(n log n) for n samples.
  public var measurements: [Measurement] { with(measured.all.measurements) }

  private func with(_ measurements: [Measurement]) -> [Measurement] {
    let accuracy = measured.targets.accuracy
    guard !accuracy.touches.isEmpty || accuracy.misses > 0 else { return measurements }
    return measurements.map { $0.metric == .accuracy ? accuracy.measurement : $0 }
  }
}

// MARK: - Steps

extension StationWalk {
  /// Starts at the first station, and forgets what was measured before.
  public mutating func start(at now: Instant) {
    let panel = measured.all.panel
    states = stations.map { _ in .waiting }
    (visits, before, isOver) = ([], [], stations.isEmpty)
    measured.all = PanelMetrics(panel)
    measured.targets.forget()
    if !stations.isEmpty { ask(0, at: now) }
  }

  /// Adds a frame of the present station; ignores it without one.
  public mutating func add(_ frame: MeasuredFrame) {
    guard let present else { return }
    var frame = frame
    let station = stations[present]
    (frame.segment, frame.station) = (visits.count - 1, station.recorded)
    follow(frame)
    contactsDown = frame.contactsDown
    measured.all.add(frame)
    measured.own.add(frame)
    if station == .targets { measured.targets.add(frame) }
  }

  private mutating func follow(_ frame: MeasuredFrame) {
    if contactsDown == 0, let first = frame.contacts.first {
      touch = Touch(before: measured, begin: frame.instant, number: first.number, start: first.location)
    }
    guard contactsDown > 0 || !frame.contacts.isEmpty else { return }
    lastTouched = frame.instant
    touch?.add(frame)
  }

  /// Handles what is due by `now`; returns whether the present station is over.
  public mutating func advance(to now: Instant) -> Bool {
    guard let present, let begin = visits.last?.begin, now >= tick else { return false }
    tick = now + Self.pace
    // A silence is evidence too, such as for ghosts.
    if contactsDown == 0 { addSilence(at: now) }
    if now - begin >= patience { return true }
    guard contactsDown == 0, lastTouched.map({ now - $0 >= Self.rest }) ?? true else { return false }
    return isAnswered(stations[present])
  }

  private func isAnswered(_ station: Station) -> Bool {
    guard station != .targets else { return measured.targets.isComplete }
    return station.isAnswered(by: measured.own.measurements, of: measured.own.panel)
  }

  /// Leaves the present station for the next one; nil if there is no present station.
  public mutating func leave(isSkipped: Bool = false, at now: Instant) -> Outcome? {
    guard let present else { return nil }
    let outcome = close(present, isSkipped: isSkipped, at: now)
    if present + 1 < stations.count { ask(present + 1, at: now) } else { isOver = true }
    return outcome
  }

  /// Leaves the present station and ends the walk; nil if there is no present station.
  public mutating func end(at now: Instant) -> Outcome? {
    guard let present else { return nil }
    isOver = true
    return close(present, isSkipped: true, at: now)
  }

  /// Returns to the station before the present one, or to the last one of a walk that is over, and
  /// forgets what was measured there; the first station begins again.
  public mutating func again(at now: Instant) {
    if let present, visits.count > 1 {
      states[present] = .waiting
      forgetVisit()
    }
    guard let station = visits.last?.station, let number = stations.firstIndex(of: station) else { return }
    forgetVisit()
    isOver = false
    ask(number, at: now)
  }

  /// Forgets the tap that pressed a button just before `now`, and returns whether there was one.
  ///
  /// A person may press the buttons of a page with a finger on the measured panel, and that tap is
  /// not part of the exercise.
  public mutating func withdrawTap(at now: Instant) -> Bool {
    // A panel reports nothing of a finger that rests, so a touch that lasts counts by its begin.
    guard let touch, touch.isTap, let lastTouched,
      now - (contactsDown > 0 ? touch.begin : lastTouched) <= Self.press
    else { return false }
    measured = touch.before
    forgetTouch()
    return true
  }

  /// Forgets the touch in progress: its end is not part of the exercise.
  public mutating func dropTouch() {
    if contactsDown > 0, let touch { measured = touch.before }
    forgetTouch()
  }

  /// Sets the targets of the station `targets`, as fractions of the picture's sides.
  ///
  /// Returns false, and changes nothing, if that station is not asked for or the targets are bad.
  public mutating func ask(for targets: [(x: Double, y: Double)]) -> Bool {
    guard let present, stations[present] == .targets else { return false }
    return measured.targets.ask(for: targets)
  }

  private mutating func ask(_ number: Int, at now: Instant) {
    states[number] = .asked
    visits.append(Visit(station: stations[number], begin: now, end: now))
    before.append(measured)
    measured.own = PanelMetrics(measured.own.panel)
    if stations[number] == .targets { measured.targets.forget() }
    forgetTouch()
    tick = now + Self.pace
    addSilence(at: now)
  }

  private mutating func close(_ number: Int, isSkipped: Bool, at now: Instant) -> Outcome {
    states[number] = isSkipped ? .skipped : .done
    visits[visits.count - 1].end = now
    forgetTouch()
    return Outcome(
      station: stations[number], measurements: with(measured.own.measurements), isSkipped: isSkipped)
  }

  private mutating func forgetVisit() {
    visits.removeLast()
    measured = before.removeLast()
    forgetTouch()
  }

  private mutating func forgetTouch() {
    (contactsDown, touch, lastTouched) = (0, nil, nil)
  }

  private mutating func addSilence(at now: Instant) {
    contactsDown = 0
    add(.empty(at: now))
  }
}
