internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// One touchscreen of the machine, from its open node to its facts.
final class LiveStation {
  let systemPath: String
  let setup: PanelSetup
  let registration: Reactor.Registration
  private let panel: LivePanel
  private let pipeline: PanelPipeline
  private var clock: StampClock

  init(_ panel: LivePanel, systemPath: String, setup: PanelSetup, reactor: inout Reactor)
    throws(SystemCallError)
  {
    self.panel = panel
    self.systemPath = systemPath
    self.setup = setup
    pipeline = PanelPipeline(setup)
    clock = panel.clockFailure == nil ? .monotonic : .foreign
    registration = try reactor.register(descriptor: panel.descriptor, for: .readable)
    prime()
  }

  /// When silence will next mean something, in µs of CLOCK_MONOTONIC.
  var deadline: Int64? { pipeline.deadline?.microseconds }

  /// What subscribers are told of it.
  var message: PanelMessage { pipeline.message }

  /// What has been counted since the node was opened.
  var counts: PanelCounts { pipeline.counts }

  /// Reads everything there is; false once the device is gone.
  func read(numbering: inout SwipeNumbering, into clients: Clients, now: Int64) -> Bool {
    var sink = PanelSink(setup: setup, clients: clients, now: now)
    while true {
      switch panel.next() {
      case .event(var event):
        event.instant = clock.monotonic(event.instant, now: now)
        pipeline.consume(event, numbering: &numbering, into: &sink)
      case .dropped(let instant):
        // What follows are libevdev's steps to the present state, not the events that were lost.
        pipeline.lose(
          .dropped, at: clock.monotonic(instant, now: now), numbering: &numbering, into: &sink)
      case .drained:
        return true
      case .gone:
        return false
      }
    }
  }

  /// Handles the deadlines up to now.
  func advance(into clients: Clients, now: Int64) {
    var sink = PanelSink(setup: setup, clients: clients, now: now)
    pipeline.advance(to: Instant(microseconds: now), into: &sink)
  }

  /// Ends every swipe without a decision.
  func lose(_ reason: CancelReason, numbering: inout SwipeNumbering, into clients: Clients, now: Int64) {
    var sink = PanelSink(setup: setup, clients: clients, now: now)
    pipeline.lose(reason, at: Instant(microseconds: now), numbering: &numbering, into: &sink)
  }

  /// Why the panel could not be read any more, nil if it was unplugged.
  var failure: SystemCallError? { panel.failure }

  /// Gives the decoder the places that the slots hold already.
  private func prime() {
    var numbering = SwipeNumbering()
    var sink = Ignored()
    for event in panel.initial.events(of: setup.description) {
      pipeline.consume(event, numbering: &numbering, into: &sink)
    }
  }
}

/// The clock of a panel's stamps.
private enum StampClock {
  /// CLOCK_MONOTONIC, as asked for.
  case monotonic
  /// Another one, not seen yet.
  case foreign
  /// Another one, this much behind.
  case behind(Interval)

  /// A stamp on CLOCK_MONOTONIC.
  ///
  /// Of a panel that kept its own clock the first stamp counts as `now`, so that its silences can be measured; from
  /// then on its own intervals hold.
  mutating func monotonic(_ stamp: Instant, now: Int64) -> Instant {
    switch self {
    case .monotonic:
      return stamp
    case .behind(let lag):
      return stamp + lag
    case .foreign:
      self = .behind(Instant(microseconds: now) - stamp)
      return Instant(microseconds: now)
    }
  }
}

/// Takes facts in where there can be none.
private struct Ignored: SwipeSink, ~Copyable {
  mutating func receive(_ fact: borrowing SwipeFact) {}
}
