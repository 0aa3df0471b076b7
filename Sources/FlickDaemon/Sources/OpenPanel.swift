internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// One open touchscreen, from its kernel events to its facts.
final class OpenPanel {
  let node: InputNode
  let registration: Reactor.Registration
  private let panel: LivePanel
  private let served: ReconfigurablePanel
  private var pipeline: PanelPipeline { served.pipeline }
  private var clock: TimestampMapper
  private var drops = 0
  /// Whether the last read used up its budget.
  ///
  /// More events may be in libevdev then, which the descriptor does not report.
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

  /// When the next deadline is due if no event arrives, in µs of CLOCK_MONOTONIC.
  var deadline: Int64? { served.deadline }

  /// The panel message.
  var message: PanelMessage { served.message }

  /// The counts since the node was opened.
  var counts: PanelCounts { served.counts }

  /// The description of the panel by the kernel.
  var description: PanelDescription { panel.description }

  /// Whether the settings disable the panel, and the panel is idle.
  var isOver: Bool { served.isOver }

  /// The number of drops by the kernel since the last call; resets the number.
  func takeDrops() -> Int {
    defer { drops = 0 }
    return drops
  }

  /// Applies changed settings once the panel is idle; nil closes the panel.
  func use(_ setup: PanelSetup?, clients: Clients, now: Int64) {
    served.use(setup, clients: clients, now: now)
  }

  /// Reads events, at most as many as one turn allows; false once the device is gone.
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
        // The events that follow are libevdev's steps to the present state, not the lost events.
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

  /// Maps a timestamp to CLOCK_MONOTONIC; if the panel's clock jumped, all contacts are lost first.
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

  /// Handles the deadlines up to `now`.
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

  /// The error that ended reading; nil if the panel was unplugged.
  var failure: SystemCallError? { panel.failure }

  private func sink(into clients: Clients, now: Int64) -> PanelSink {
    PanelSink(setup: served.setup, clients: clients, now: now)
  }

  /// Passes the initial state of the slots to the decoder.
  private func prime() {
    var numbering = SwipeNumbering()
    var sink = Ignored()
    for event in panel.initial.opening(of: description, at: Instant(microseconds: 0)) {
      pipeline.consume(event, numbering: &numbering, into: &sink)
    }
  }
}

/// Ignores facts, where none can occur.
private struct Ignored: SwipeSink, ~Copyable {
  mutating func receive(_ fact: borrowing SwipeFact) {}
}
