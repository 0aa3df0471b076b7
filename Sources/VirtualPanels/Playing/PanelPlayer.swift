public import GestureCore
internal import LinuxIO

/// Plays a script on a virtual panel in real time.
///
/// Like the recogniser, ``play(through:)`` receives the time and returns the next time at which it
/// is due. ``play(meanwhile:)`` is the complete loop, for a caller without other work.
public final class PanelPlayer {
  private let script: PanelScript
  private let panel: VirtualPanel
  private var position = 0
  private var lastAnswer: Int64 = 0

  /// The interval at which a HID driver's requests are answered during a rest, in µs.
  ///
  /// The driver waits five seconds.
  private static let answering: Int64 = 50_000

  /// Creates the player of a script on a panel that is plugged in.
  public init(_ script: PanelScript, on panel: VirtualPanel) {
    self.script = script
    self.panel = panel
  }

  /// Performs all steps up to `offset` from the start, and returns the offset of the next step.
  ///
  /// Returns nil at the end.
  public func play(through offset: Interval) throws(VirtualPanelError) -> Interval? {
    while position < script.steps.count {
      let step = script.steps[position]
      if step.offset > offset { return step.offset }
      position += 1
      switch step.action {
      case .events(let events): try panel.send(events)
      case .report(let report): try panel.send(report)
      case .unplug: panel.unplug()
      case .plug: try panel.plug()
      }
    }
    return nil
  }

  /// Plays the whole script from now; calls `meanwhile` after each step, before the next wait.
  public func play(meanwhile: () throws -> Void = {}) throws {
    // Precise timers matter: at 2 m/s a finger moves 0.1 mm in 50 µs.
    SystemCalls.sleepExactly()
    let start = SystemCalls.monotonicMicroseconds()
    var now = start
    while let due = try play(through: Interval(microseconds: now - start)) {
      try meanwhile()
      now = try rest(until: start + due.microseconds, from: now)
    }
    try meanwhile()
  }

  /// Waits until `end`, in µs of CLOCK_MONOTONIC, and answers the kernel meanwhile.
  public func rest(until end: Int64) throws(VirtualPanelError) {
    _ = try rest(until: end, from: SystemCalls.monotonicMicroseconds())
  }

  /// Waits, and returns the time afterwards.
  private func rest(until end: Int64, from start: Int64) throws(VirtualPanelError) -> Int64 {
    var now = start
    while now < end {
      SystemCalls.sleep(until: min(end, now + Self.answering))
      now = SystemCalls.monotonicMicroseconds()
      if now - lastAnswer >= Self.answering {
        try panel.answer()
        lastAnswer = now
      }
    }
    return now
  }
}
