internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// One touchscreen of the machine, from its open node to its facts.
final class OpenPanel {
  let node: InputNode
  let registration: Reactor.Registration
  private let panel: LivePanel
  private let served: ReconfigurablePanel
  private var pipeline: PanelPipeline { served.pipeline }
  private var clock: TimestampMapper
  private var drops = 0
  /// Whether the last reading ended with its budget: more may be in libevdev, where no descriptor
  /// shows it.
  private(set) var isBehind = false

  init(
    _ panel: LivePanel, node: InputNode, setup: PanelSetup, reactor: inout Reactor
  ) throws(SystemCallError) {
    self.panel = panel
    self.node = node
    served = ReconfigurablePanel(setup)
    clock = TimestampMapper(isMonotonic: panel.clockFailure == nil)
    registration = try reactor.register(descriptor: panel.descriptor, for: .readable)
    prime()
  }

  /// When silence will next mean something, in µs of CLOCK_MONOTONIC.
  var deadline: Int64? { served.deadline }

  /// What subscribers are told of it.
  var message: PanelMessage { served.message }

  /// What has been counted since the node was opened.
  var counts: PanelCounts { served.counts }

  /// What the kernel says of it.
  var description: PanelDescription { panel.description }

  /// Whether the settings disable it, and nobody touches it any more.
  var isOver: Bool { served.isOver }

  /// How often the kernel dropped events since this was last asked.
  func takeDrops() -> Int {
    defer { drops = 0 }
    return drops
  }

  /// Goes by other settings once nobody touches it, nil to end.
  func use(_ setup: PanelSetup?, clients: Clients, now: Int64) {
    served.use(setup, clients: clients, now: now)
  }

  /// Reads what there is, as much as one turn takes; false once the device is gone.
  func read(numbering: inout SwipeNumbering, into clients: Clients, now: Int64) -> Bool {
    var sink = sink(into: clients, now: now)
    isBehind = false
    for count in 1...TurnBudget.events {
      switch panel.next() {
      case .event(var event):
        event.instant = place(event.instant, numbering: &numbering, into: &sink)
        pipeline.consume(event, numbering: &numbering, into: &sink)
        let endsFrame = event.type == EventCode.syn && event.code == EventCode.synReport
        if endsFrame, served.isWaiting {
          served.settle(clients: clients, now: now)
          sink = self.sink(into: clients, now: now)
        }
        guard endsFrame || count.isMultiple(of: TurnBudget.eventsPerClock) else { continue }
        if SystemCalls.monotonicMicroseconds() - now > TurnBudget.panelMicroseconds {
          isBehind = true
          return true
        }
      case .dropped(let instant):
        drops += 1
        // What follows are libevdev's steps to the present state, not the events that were lost.
        let lost = place(instant, numbering: &numbering, into: &sink)
        pipeline.lose(.dropped, at: lost, numbering: &numbering, into: &sink)
      case .resynced(let present):
        for event in present.registers(of: description, at: Instant(microseconds: now)) {
          pipeline.consume(event, numbering: &numbering, into: &sink)
        }
      case .drained:
        return true
      case .gone:
        return false
      }
    }
    isBehind = true
    return true
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
    var sink = sink(into: clients, now: now)
    pipeline.advance(to: Instant(microseconds: now), into: &sink)
    served.settle(clients: clients, now: now)
  }

  /// Ends every swipe without a decision.
  func lose(_ reason: CancelReason, numbering: inout SwipeNumbering, into clients: Clients, now: Int64) {
    var sink = sink(into: clients, now: now)
    pipeline.lose(reason, at: Instant(microseconds: now), numbering: &numbering, into: &sink)
  }

  /// Why the panel could not be read any more, nil if it was unplugged.
  var failure: SystemCallError? { panel.failure }

  private func sink(into clients: Clients, now: Int64) -> PanelSink {
    PanelSink(setup: served.setup, clients: clients, now: now)
  }

  /// Gives the decoder what the slots hold already.
  private func prime() {
    var numbering = SwipeNumbering()
    var sink = Ignored()
    for event in panel.initial.opening(of: description, at: Instant(microseconds: 0)) {
      pipeline.consume(event, numbering: &numbering, into: &sink)
    }
  }
}

/// Takes facts in where there can be none.
private struct Ignored: SwipeSink, ~Copyable {
  mutating func receive(_ fact: borrowing SwipeFact) {}
}
