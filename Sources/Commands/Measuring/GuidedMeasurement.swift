internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline

/// Guides a person through the stations on a live panel, and measures them.
///
///     asked ── every metric is answered and no finger is down ──▶ next station
///       ├───── Enter, or the patience is over ──────────────────▶ next station
///       └───── Ctrl-C ──────────────────────────────────────────▶ the report of what was measured
struct GuidedMeasurement: ~Copyable {
  private enum Wish {
    case skip
    case end
  }

  private let touchscreen: ChosenTouchscreen
  private let stations: [Station]
  private let surroundings: MeasuredSurroundings
  private let patience: Interval
  private var input: GuideInput
  private var events: LiveEvents
  private var reader: FrameReader
  /// The metrics of all stations, and of the present one.
  private var metrics: PanelMetrics
  private var own: PanelMetrics
  private var segments: [MeasuredSegment] = []
  private var output: GuideOutput
  private var contactsDown = 0
  private var now = SystemCalls.monotonicMicroseconds()

  /// How often the metrics are asked, in µs: each answer sorts the samples.
  private static let pace: Int64 = 250_000

  /// Prepares to guide through these stations, each for at most `patience`.
  init(
    _ touchscreen: ChosenTouchscreen, stations: [Station], patience: Interval,
    surroundings: MeasuredSurroundings
  ) throws {
    let setup = touchscreen.setup
    let panel = MeasuredPanel(
      setup.description, size: setup.recorded().panelSize,
      visibleArea: surroundings.visibleArea, fingerWidth: surroundings.fingerWidth)
    input = try GuideInput(touchscreen)
    self.touchscreen = touchscreen
    self.stations = stations
    self.patience = patience
    self.surroundings = surroundings
    events = LiveEvents(touchscreen)
    reader = FrameReader(panel)
    metrics = PanelMetrics(panel)
    own = PanelMetrics(panel)
    output = GuideOutput(
      limits: LimitTable(refreshRate: surroundings.refreshRate, slots: panel.slots))
    for event in touchscreen.panel.initial.registers(
      of: setup.description, at: Instant(microseconds: now))
    {
      _ = reader.consume(event)
    }
  }

  /// Guides through the stations, and returns the report; a signal ends the guide early.
  ///
  /// Ends the command if the panel is unplugged.
  mutating func report() throws -> PanelReport {
    defer { output.removeProgress() }
    output.begin(touchscreen.setup.message)
    for (number, station) in stations.enumerated() {
      output.ask(station, number: number + 1, of: stations.count)
      let wish = try guide(through: station)
      output.show(own.measurements, of: station, isSkipped: wish == .skip)
      if wish == .end { break }
    }
    output.end()
    let setup = touchscreen.setup
    let subject = RuleSubject(
      description: setup.description, path: touchscreen.node.properties["ID_PATH"],
      serial: touchscreen.node.serial)
    return PanelReport(
      metrics, setup: setup, subject: subject, segments: segments, surroundings: surroundings)
  }

  /// The release of the running kernel, such as `6.12.41`, for the evidence of an entry.
  private static var kernel: String? {
    let bytes = try? SystemCalls.contents(of: "/proc/sys/kernel/osrelease", upTo: 256)
    return bytes.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  // MARK: One station

  private mutating func guide(through station: Station) throws -> Wish? {
    now = SystemCalls.monotonicMicroseconds()
    let begin = now
    var due = now + Self.pace
    own = PanelMetrics(metrics.panel)
    segments.append(
      MeasuredSegment(
        name: station.word, isFile: false, begin: Instant(microseconds: begin), duration: .zero,
        kernel: Self.kernel))
    add(reader.start(at: Instant(microseconds: begin)), station)
    defer { segments[segments.count - 1].duration = Interval(microseconds: now - begin) }
    while true {
      let wish = try waitForWish(until: due)
      now = SystemCalls.monotonicMicroseconds()
      guard try read(station) else {
        throw failure(
          .tryAgain, "\(touchscreen.node.node) is gone: plug the panel in and run the command again")
      }
      if let wish { return wish }
      guard now >= due else { continue }
      due = now + Self.pace
      // A silence is evidence too, such as for ghosts.
      if contactsDown == 0 { add(reader.start(at: Instant(microseconds: now)), station) }
      output.showProgress(since: begin, now: now, of: patience, contactsDown: contactsDown)
      let isOver = now - begin >= patience.microseconds
      if isOver || contactsDown == 0 && station.isAnswered(by: own.measurements, of: own.panel) { return nil }
    }
  }

  private mutating func add(_ frame: MeasuredFrame, _ station: Station) {
    var frame = frame
    (frame.segment, frame.station) = (segments.count - 1, station)
    contactsDown = frame.contactsDown
    metrics.add(frame)
    own.add(frame)
  }

  /// Reads the events of the panel; returns false if the panel is gone.
  private mutating func read(_ station: Station) throws -> Bool {
    while true {
      switch events.next(now: now, isTouched: contactsDown > 0) {
      case .event(let event): consume(event, station)
      case .dropped(let instant):
        for code in [EventCode.synDropped, EventCode.synReport] {
          consume(InputEvent(instant: instant, type: EventCode.syn, code: code, value: 0), station)
        }
      case .resynced(let registers):
        for event in registers { consume(event, station) }
      // The events behind a jump follow at its time, which the metrics see as a pause.
      case .jumped: continue
      case .drained: return true
      case .gone: return false
      }
    }
  }

  private mutating func consume(_ event: InputEvent, _ station: Station) {
    for frame in reader.consume(event) { add(frame, station) }
  }

  /// Waits until `due` or an event; returns what the person or a signal wishes.
  private mutating func waitForWish(until due: Int64) throws -> Wish? {
    let hasTyped = try input.wait(until: due)
    if try input.takeSignal() { return .end }
    guard hasTyped, let typed = try input.read() else { return nil }
    return typed == .end ? .end : .skip
  }
}
