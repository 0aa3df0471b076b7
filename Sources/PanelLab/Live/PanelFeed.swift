internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline
internal import Recordings
internal import Terminal

/// What an open touchscreen reports, with timestamps on CLOCK_MONOTONIC, as flickd reads it.
///
/// The commands that read a panel themselves share it: `record`, `measure`, `tune`, `orient`,
/// `monitor` and `studio`.
final class PanelFeed {
  /// One thing that the panel reports.
  enum Item {
    case event(InputEvent)
    /// The kernel has dropped events, or a jump: the panel's clock was set, so times before and
    /// after this moment are not comparable.
    case lost(Instant, isJump: Bool)
    /// The values of every slot, after the kernel has dropped events.
    case resynced([InputEvent])
  }

  private let panel: LivePanel
  private var clock: TimestampMapper
  /// When to read again without an event of the descriptor, in µs of CLOCK_MONOTONIC; nil for
  /// never.
  ///
  /// After a read that used up its budget, more events may be in libevdev, which the descriptor
  /// does not report.
  private(set) var due: Int64?

  /// The number of events that are read before the keyboard and signals are looked at again.
  private static let budget = 2048

  /// Begins to read an open touchscreen.
  init(_ touchscreen: ChosenTouchscreen) {
    panel = touchscreen.panel
    clock = TimestampMapper(isMonotonic: panel.clockFailure == nil)
  }

  /// Reads what waits at `now` µs of CLOCK_MONOTONIC, and returns false if the panel is unplugged.
  ///
  /// `isTouched` is whether a contact is down, which the items before may have changed.
  func read(
    now: Int64, isTouched: @autoclosure () -> Bool, into receive: (Item) throws -> Void
  ) rethrows -> Bool {
    due = nil
    for _ in 0..<Self.budget {
      switch panel.next() {
      case .event(var event):
        let (instant, isJump) = map(event.instant, now, isTouched())
        if isJump { try receive(.lost(instant, isJump: true)) }
        event.instant = instant
        try receive(.event(event))
      case .dropped(let time): try receive(.lost(map(time, now, isTouched()).instant, isJump: false))
      case .resynced(let present):
        try receive(.resynced(present.registers(of: panel.description, at: Instant(microseconds: now))))
      case .removed: continue
      case .drained: return true
      case .gone: return false
      }
    }
    due = now
    return true
  }

  private func map(
    _ timestamp: Instant, _ now: Int64, _ isTouched: Bool
  ) -> (instant: Instant, isJump: Bool) {
    switch clock.map(timestamp, now: now, isTouched: isTouched) {
    case .at(let instant): (instant, false)
    case .jumped(let instant): (instant, true)
    }
  }
}

extension RecordingFilter {
  /// Creates the filter of a panel; it leaves out the contacts that are down on an `opened` one.
  convenience init(_ setup: PanelSetup, opened panel: LivePanel? = nil, isPrivateIncluded: Bool = false) {
    self.init(
      setup.description, geometry: setup.geometry,
      registers: panel?.initial.registers(of: setup.description, at: Instant(microseconds: 0)) ?? [],
      down: panel?.initial.slotsDown ?? [],
      privateAreas: setup.privateAreas(isPrivateIncluded: isPrivateIncluded))
  }

  /// Adds what a panel reports; returns the frame that it completes.
  func take(_ item: PanelFeed.Item) -> RecordedFrame? {
    switch item {
    case .event(let event): return consume(event)
    case .lost(let instant, _): return lose(at: instant)
    case .resynced(let registers):
      resync(registers)
      return nil
    }
  }
}

/// Ends a command because its panel was unplugged; `advice` is what else the next run needs.
func failureOfUnplugged(_ node: String, advice: String = "") -> ArgumentParser.ExitCode {
  failure(.tryAgain, "\(node) is gone: plug the panel in and run the command again\(advice)")
}
