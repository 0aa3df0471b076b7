internal import GestureCore
internal import LinuxIO
public import VirtualPanels

extension PanelPlayer {
  /// The interval at which a HID driver's requests are answered during a rest, in µs.
  ///
  /// The driver waits five seconds.
  private static var answering: Int64 { 50_000 }

  /// Plays the whole script from now; calls `meanwhile` after each step, before the next wait.
  public func play(meanwhile: () throws -> Void = {}) throws {
    // Precise timers matter: at 2 m/s a finger moves 0.1 mm in 50 µs.
    SystemCalls.sleepExactly()
    let start = SystemCalls.monotonicMicroseconds()
    var now = start
    var lastAnswer: Int64 = 0
    while let due = try play(through: Interval(microseconds: now - start)) {
      try meanwhile()
      now = try rest(until: start + due.microseconds, from: now, &lastAnswer)
    }
    try meanwhile()
  }

  /// Waits until `end`, in µs of CLOCK_MONOTONIC, and answers the kernel meanwhile.
  public func rest(until end: Int64) throws(VirtualPanelError) {
    var lastAnswer: Int64 = 0
    _ = try rest(until: end, from: SystemCalls.monotonicMicroseconds(), &lastAnswer)
  }

  /// Waits, and returns the time afterwards.
  private func rest(
    until end: Int64, from start: Int64, _ lastAnswer: inout Int64
  ) throws(VirtualPanelError) -> Int64 {
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
