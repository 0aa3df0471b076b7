internal import Evdev
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// Reads the events of one panel within the budget of a turn, and publishes their facts.
///
///     keeping up ── a read uses up its budget ──▶ behind ── no event is left ──▶ keeping up
///
/// While the panel is behind, every frame still reaches the recogniser, and updates are held.
final class PanelReader {
  let served: ServedPanel
  private let description: PanelDescription
  private let loop: EventLoop
  private var clock: TimestampMapper
  private var drops = 0
  /// Whether the last read used up its budget.
  ///
  /// More events may be in libevdev then, which the descriptor does not report.
  private(set) var isBehind = false

  init(_ served: ServedPanel, of description: PanelDescription, clock: TimestampMapper, loop: EventLoop) {
    self.served = served
    self.description = description
    self.clock = clock
    self.loop = loop
  }

  /// The number of drops by the kernel since the last call; resets the number.
  func takeDrops() -> Int {
    defer { drops = 0 }
    return drops
  }

  /// Reads events by `next`, at most as many as one turn allows; false once the device is gone.
  ///
  /// The read that exceeds the budget has already published its updates; only the reads after it
  /// hold theirs.
  func read(_ next: () -> LivePanel.ReadResult) -> Bool {
    served.isBehind = isBehind
    defer { served.isBehind = false }
    isBehind = false
    for count in 1...TurnBudget.events {
      switch next() {
      case .event(var event):
        event.instant = map(event.instant)
        let endsFrame = served.consume(event)
        guard endsFrame || count.isMultiple(of: TurnBudget.eventsPerClock) else { continue }
        if SystemCalls.monotonicMicroseconds() - loop.now > TurnBudget.panelMicroseconds {
          isBehind = true
          return true
        }
      case .dropped(let instant):
        drops += 1
        // The events that follow are libevdev's steps to the present state, not the lost events.
        served.lose(.dropped, at: map(instant))
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
  private func map(_ timestamp: Instant) -> Instant {
    switch clock.map(timestamp, now: loop.now, isTouched: served.deadline != nil) {
    case .at(let instant): return instant
    case .jumped(let instant):
      served.lose(.dropped, at: instant)
      return instant
    }
  }
}
