internal import Evdev
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// What an open touchscreen reports, with timestamps on CLOCK_MONOTONIC, as flickd reads it.
///
/// The commands that read a panel themselves share it: `record`, `measure`, `tune`, `monitor` and
/// `studio`.
struct LiveEvents {
  /// What the panel reports next.
  enum Next {
    case event(InputEvent)
    /// The kernel has dropped events.
    case dropped(Instant)
    /// The panel's clock was set: times before and after this moment are not comparable.
    case jumped(Instant)
    /// The values of every slot, after the kernel has dropped events.
    case resynced([InputEvent])
    /// Nothing is left to read for now.
    case drained
    /// The panel is unplugged.
    case gone
  }

  private let panel: LivePanel
  private var clock: TimestampMapper
  /// The event behind a jump of the clock.
  private var waiting: InputEvent?

  /// Begins to read an open touchscreen.
  init(_ touchscreen: ChosenTouchscreen) {
    panel = touchscreen.panel
    clock = TimestampMapper(isMonotonic: panel.clockFailure == nil)
  }

  /// Reads on, at `now` µs of CLOCK_MONOTONIC; `isTouched` is whether a contact is down.
  mutating func next(now: Int64, isTouched: Bool) -> Next {
    if let event = waiting {
      waiting = nil
      return .event(event)
    }
    while true {
      switch panel.next() {
      case .event(var event):
        switch clock.place(event.instant, now: now, isTouched: isTouched) {
        case .at(let instant):
          event.instant = instant
          return .event(event)
        case .jumped(let instant):
          event.instant = instant
          waiting = event
          return .jumped(instant)
        }
      case .dropped(let stamp):
        switch clock.place(stamp, now: now, isTouched: isTouched) {
        case .at(let instant), .jumped(let instant): return .dropped(instant)
        }
      case .resynced(let present):
        return .resynced(present.registers(of: panel.description, at: Instant(microseconds: now)))
      case .removed: continue
      case .drained: return .drained
      case .gone: return .gone
      }
    }
  }
}
