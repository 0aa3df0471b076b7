internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// One open touchscreen: reads its kernel events.
final class OpenPanel {
  let node: InputNode
  let registration: Reactor.Registration
  /// The panel, from its events to its facts.
  let served: ServedPanel
  private let panel: LivePanel
  private let loop: EventLoop
  private var clock: TimestampMapper
  private var drops = 0
  /// Whether the last read used up its budget.
  ///
  /// More events may be in libevdev then, which the descriptor does not report.
  private(set) var isBehind = false

  init(
    _ panel: LivePanel, node: InputNode, setup: PanelSetup, broadcast: Broadcast, loop: EventLoop
  ) throws(SystemCallError) {
    self.panel = panel
    self.node = node
    self.loop = loop
    served = ServedPanel(setup, broadcast: broadcast, loop: loop)
    clock = TimestampMapper(isMonotonic: panel.clockFailure == nil)
    registration = try loop.reactor.register(descriptor: panel.descriptor, for: .readable)
    // The initial state of the slots begins no swipe.
    for event in panel.initial.opening(of: description, at: Instant(microseconds: 0)) {
      served.consume(event)
    }
  }

  /// The panel message.
  var message: PanelMessage { served.message }

  /// The description of the panel by the kernel.
  var description: PanelDescription { panel.description }

  /// The error that ended reading; nil if the panel was unplugged.
  var failure: SystemCallError? { panel.failure }

  /// The number of drops by the kernel since the last call; resets the number.
  func takeDrops() -> Int {
    defer { drops = 0 }
    return drops
  }

  /// Reads events, at most as many as one turn allows; false once the device is gone.
  func read() -> Bool {
    isBehind = false
    for count in 1...TurnBudget.events {
      switch panel.next() {
      case .event(var event):
        event.instant = place(event.instant)
        let endsFrame = served.consume(event)
        guard endsFrame || count.isMultiple(of: TurnBudget.eventsPerClock) else { continue }
        if SystemCalls.monotonicMicroseconds() - loop.now > TurnBudget.panelMicroseconds {
          isBehind = true
          return true
        }
      case .dropped(let instant):
        drops += 1
        // The events that follow are libevdev's steps to the present state, not the lost events.
        served.lose(.dropped, at: place(instant))
      case .resynced(let present):
        for event in present.registers(of: description, at: Instant(microseconds: loop.now)) {
          served.consume(event)
        }
      case .removed: continue
      case .drained: return true
      case .gone: return false
      }
    }
    isBehind = true
    return true
  }

  /// Maps a timestamp to CLOCK_MONOTONIC; if the panel's clock jumped, all contacts are lost first.
  private func place(_ stamp: Instant) -> Instant {
    switch clock.place(stamp, now: loop.now, isTouched: served.deadline != nil) {
    case .at(let instant): return instant
    case .jumped(let instant):
      served.lose(.dropped, at: instant)
      return instant
    }
  }
}
