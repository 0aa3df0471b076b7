internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// One touchscreen of the machine, from its open node to its facts.
final class LiveStation {
  let node: InputNode
  let setup: PanelSetup
  let registration: Reactor.Registration
  private let panel: LivePanel
  private let pipeline: PanelPipeline
  private var clock: StampClock

  init(
    _ panel: LivePanel, node: InputNode, setup: PanelSetup, reactor: inout Reactor
  ) throws(SystemCallError) {
    self.panel = panel
    self.node = node
    self.setup = setup
    pipeline = PanelPipeline(setup)
    clock = StampClock(isMonotonic: panel.clockFailure == nil)
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
        event.instant = place(event.instant, numbering: &numbering, into: &sink)
        pipeline.consume(event, numbering: &numbering, into: &sink)
      case .dropped(let instant):
        // What follows are libevdev's steps to the present state, not the events that were lost.
        let lost = place(instant, numbering: &numbering, into: &sink)
        pipeline.lose(.dropped, at: lost, numbering: &numbering, into: &sink)
      case .resynced(let present):
        for event in present.registers(of: setup.description, at: Instant(microseconds: now)) {
          pipeline.consume(event, numbering: &numbering, into: &sink)
        }
      case .drained:
        return true
      case .gone:
        return false
      }
    }
  }

  /// A stamp on CLOCK_MONOTONIC; where the panel's own clock was set, what is down is lost first.
  private func place(
    _ stamp: Instant, numbering: inout SwipeNumbering, into sink: inout PanelSink
  ) -> Instant {
    switch clock.place(stamp, now: sink.now, isTouched: pipeline.deadline != nil) {
    case .at(let instant): return instant
    case .jumped(let instant):
      pipeline.lose(.dropped, at: instant, numbering: &numbering, into: &sink)
      return instant
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

  /// Gives the decoder what the slots hold already.
  private func prime() {
    var numbering = SwipeNumbering()
    var sink = Ignored()
    for event in panel.initial.opening(of: setup.description, at: Instant(microseconds: 0)) {
      pipeline.consume(event, numbering: &numbering, into: &sink)
    }
  }
}

/// Takes facts in where there can be none.
private struct Ignored: SwipeSink, ~Copyable {
  mutating func receive(_ fact: borrowing SwipeFact) {}
}
