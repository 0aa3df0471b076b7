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
/// ``StationWalk`` decides when a station is over; Enter skips one, and Ctrl-C ends the walk with
/// the report of what was measured.
struct GuidedMeasurement: ~Copyable {
  private enum Wish {
    case skip
    case end
  }

  private let touchscreen: ChosenTouchscreen
  private let surroundings: MeasuredSurroundings
  private var input: GuideInput
  private var events: LiveEvents
  private var reader: FrameReader
  private var walk: StationWalk
  private var output: GuideOutput
  private var now = SystemCalls.monotonicMicroseconds()

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
    self.surroundings = surroundings
    events = LiveEvents(touchscreen)
    reader = FrameReader(panel)
    walk = StationWalk(panel, geometry: setup.geometry, stations: stations, patience: patience)
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
    now = SystemCalls.monotonicMicroseconds()
    walk.start(at: Instant(microseconds: now))
    while let number = walk.present {
      output.ask(walk.stations[number], number: number + 1, of: walk.stations.count)
      let wish = try guide()
      let instant = Instant(microseconds: now)
      let outcome = wish == .end ? walk.end(at: instant) : walk.leave(isSkipped: wish == .skip, at: instant)
      if let outcome { output.show(outcome) }
    }
    output.end()
    return PanelReport(
      walk, setup: touchscreen.setup, subject: RuleSubject(touchscreen), surroundings: surroundings,
      kernel: Self.kernel)
  }

  /// The release of the running kernel, such as `6.12.41`, for the evidence of an entry.
  private static var kernel: String? {
    let bytes = try? SystemCalls.contents(of: "/proc/sys/kernel/osrelease", upTo: 256)
    return bytes.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  // MARK: One station

  /// Waits until the present station is over; returns what the person wishes before.
  private mutating func guide() throws -> Wish? {
    while let begin = walk.visits.last?.begin, let due = walk.due {
      let wish = try waitForWish(until: due.microseconds)
      now = SystemCalls.monotonicMicroseconds()
      guard try read() else {
        throw failure(
          .tryAgain, "\(touchscreen.node.node) is gone: plug the panel in and run the command again")
      }
      if let wish { return wish }
      guard now >= due.microseconds else { continue }
      let isOver = walk.advance(to: Instant(microseconds: now))
      output.showProgress(
        since: begin.microseconds, now: now, of: walk.patience, contactsDown: walk.contactsDown)
      if isOver { return nil }
    }
    return nil
  }

  /// Reads the events of the panel; returns false if the panel is gone.
  private mutating func read() throws -> Bool {
    while true {
      switch events.next(now: now, isTouched: walk.contactsDown > 0) {
      case .event(let event): consume(event)
      case .dropped(let instant):
        for code in [EventCode.synDropped, EventCode.synReport] {
          consume(InputEvent(instant: instant, type: EventCode.syn, code: code, value: 0))
        }
      case .resynced(let registers):
        for event in registers { consume(event) }
      // The events behind a jump follow at its time, which the metrics see as a pause.
      case .jumped: continue
      case .drained: return true
      case .gone: return false
      }
    }
  }

  private mutating func consume(_ event: InputEvent) {
    for frame in reader.consume(event) { walk.add(frame) }
  }

  /// Waits until `due` or an event; returns what the person or a signal wishes.
  private mutating func waitForWish(until due: Int64) throws -> Wish? {
    let hasTyped = try input.wait(until: due)
    if try input.takeSignal() { return .end }
    guard hasTyped, let typed = try input.read() else { return nil }
    return typed == .end ? .end : .skip
  }
}
