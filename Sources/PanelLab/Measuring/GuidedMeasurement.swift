internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline
internal import Terminal

/// Guides a person through the stations on a live panel, and measures them.
///
/// ``StationWalk`` decides when a station is over; Enter skips one, and Ctrl-C ends the walk with
/// the report of what was measured.
struct GuidedMeasurement: ~Copyable {
  private enum Command {
    case skip
    case end
  }

  private let touchscreen: ChosenTouchscreen
  private let surroundings: MeasuredSurroundings
  private var turns: Turns
  private let feed: PanelFeed
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
    let panel = MeasuredPanel(setup, in: surroundings)
    turns = try Turns(touchscreen.descriptor, readsKeyboard: true)
    self.touchscreen = touchscreen
    self.surroundings = surroundings
    feed = PanelFeed(touchscreen)
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
      let command = try guide()
      let instant = Instant(microseconds: now)
      let outcome =
        command == .end ? walk.end(at: instant) : walk.leave(isSkipped: command == .skip, at: instant)
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

  /// Waits until the present station is over; returns the command that a person enters before.
  private mutating func guide() throws -> Command? {
    while let begin = walk.visits.last?.begin, let due = walk.due {
      let turn = try turns.wait(until: due.microseconds, feed.due)
      now = turn.now
      guard read() else { throw failureOfUnplugged(touchscreen.node.node) }
      // Ctrl-D.
      if turn.isSignalled || turn.typed == [] { return .end }
      if turn.typed != nil { return .skip }
      guard now >= due.microseconds else { continue }
      let isOver = walk.advance(to: Instant(microseconds: now))
      output.showProgress(
        since: begin.microseconds, now: now, of: walk.patience, contactsDown: walk.contactsDown)
      if isOver { return nil }
    }
    return nil
  }

  /// Reads the events of the panel; returns false if the panel is gone.
  private mutating func read() -> Bool {
    feed.read(now: now, isTouched: walk.contactsDown > 0) { item in
      for event in Self.events(of: item) {
        for frame in reader.consume(event) { walk.add(frame) }
      }
    }
  }

  private static func events(of item: PanelFeed.Item) -> [InputEvent] {
    switch item {
    case .event(let event): [event]
    case .lost(let instant, isJump: false):
      [EventCode.synDropped, EventCode.synReport].map {
        InputEvent(instant: instant, type: EventCode.syn, code: $0, value: 0)
      }
    // The events behind a jump follow at its time, which the metrics see as a pause.
    case .lost: []
    case .resynced(let registers): registers
    }
  }
}
