public import GestureCore
internal import LinuxIO

/// Plays a script on a virtual panel in real time.
///
/// Like the recogniser it is told the time and answers with the next moment at which it is due;
/// ``play(meanwhile:)`` is the loop around that for whoever has nothing else to do.
public final class PanelPlayer {
  private let script: PanelScript
  private let panel: VirtualPanel
  private var position = 0
  private var lastAnswer: Int64 = 0

  /// How often the questions of a HID driver are answered while nothing is played, in µs; it waits
  /// for five seconds.
  private static let answering: Int64 = 50_000

  /// Creates the player of a script on a panel that is plugged in.
  public init(_ script: PanelScript, on panel: VirtualPanel) {
    self.script = script
    self.panel = panel
  }

  /// Does everything that is due up to `offset` from the start, and returns when more is; nil at
  /// the end.
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

  /// Plays all of it, starting now; `meanwhile` is called after each step, before the next wait.
  public func play(meanwhile: () throws -> Void = {}) throws {
    // At 2 m/s a finger goes 0.1 mm in 50 µs.
    SystemCalls.sleepExactly()
    let start = SystemCalls.monotonicMicroseconds()
    var now = start
    while let due = try play(through: Interval(microseconds: now - start)) {
      try meanwhile()
      now = try rest(until: start + due.microseconds, from: now)
    }
    try meanwhile()
  }

  /// Waits, and answers the kernel while waiting.
  public func rest(until end: Int64) throws(VirtualPanelError) {
    _ = try rest(until: end, from: SystemCalls.monotonicMicroseconds())
  }

  /// Returns the time afterwards.
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
