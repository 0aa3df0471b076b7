internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Terminal
internal import VirtualPanels

/// Plays on a panel, and meanwhile answers the kernel, drains the tap and checks for signals.
///
/// ```
/// rest ─→ step ─→ rest ─→ step ─→ … ─→ rest
///   └ each time: signal? · answer the driver · drain the tap · renew the progress
/// ```
struct PlayLoop: ~Copyable {
  private var turns: Turns
  private let panel: VirtualPanel
  private let tap: KernelTap?
  private var progress: ProgressLine?
  private var now = SystemCalls.monotonicMicroseconds()
  private var lastAnswer: Int64 = 0

  /// The interval at which a HID driver's requests are answered, in µs; the driver waits at most
  /// five seconds.
  private static let answering: Int64 = 50_000

  /// Prepares the loop; SIGINT and SIGTERM now end the loop instead of the process.
  init(on panel: VirtualPanel, tap: KernelTap?, progress: consuming ProgressLine?) throws {
    turns = try Turns(signals: [.interrupt, .terminate])
    self.panel = panel
    self.tap = tap
    self.progress = progress
  }

  /// Plays a script several times with a rest before each round.
  ///
  /// Returns the duration in µs, from the first step on. Every round begins with a panel that is
  /// plugged in.
  mutating func play(_ script: PanelScript, rounds: Int, restingBefore rest: Interval) throws -> Int64 {
    var begin: Int64?
    for _ in 0..<rounds {
      if !panel.isPlugged { try asking { () throws(VirtualPanelError) in try panel.plug() } }
      try self.rest(for: rest)
      if begin == nil { begin = now }
      try play(script)
    }
    progress = nil
    return now - (begin ?? now)
  }

  mutating func rest(for time: Interval) throws {
    now = SystemCalls.monotonicMicroseconds()
    try rest(until: now + time.microseconds)
  }

  private mutating func play(_ script: PanelScript) throws {
    let player = PanelPlayer(script, on: panel)
    let start = now
    // Play the steps of one time together, even when they are late: if all late steps came
    // together, the tap would miss events.
    var due = try asking { () throws(VirtualPanelError) in try player.play(through: .zero) }
    while let offset = due {
      try rest(until: start + offset.microseconds)
      due = try asking { () throws(VirtualPanelError) in try player.play(through: offset) }
      try tap?.drain()
    }
    try rest(until: start + script.duration.microseconds)
  }

  private mutating func rest(until end: Int64) throws {
    repeat {
      let turn = try turns.wait(until: min(end, now + Self.answering))
      // The exit code that a shell reports for a signal: 128 plus its number.
      if let signal = turn.signals.first {
        throw ArgumentParser.ExitCode(signal == .terminate ? 143 : 130)
      }
      now = turn.now
      if now - lastAnswer >= Self.answering {
        try asking { () throws(VirtualPanelError) in try panel.answer() }
        lastAnswer = now
      }
      try tap?.drain()
      progress?.show(at: now)
    } while now < end
  }
}

/// A terminal line with the progress of a long play, updated every second and removed at the end.
struct ProgressLine: ~Copyable {
  private let begin = SystemCalls.monotonicMicroseconds()
  private let total: Int64
  private var shown: Int64 = 0

  /// Prepares the line for a play of `total` µs.
  ///
  /// nil if standard error is not a terminal, or if the play is too short to need a progress line.
  init?(total: Int64) {
    guard total >= 3_000_000, SystemCalls.isTerminal(descriptor: 2) else { return nil }
    self.total = total
  }

  deinit {
    if shown > 0 { TerminalOutput.show("\r\u{1b}[K") }
  }

  /// Shows the elapsed seconds, unless the line already shows them.
  mutating func show(at now: Int64) {
    let seconds = (now - begin) / 1_000_000
    guard seconds > shown else { return }
    shown = seconds
    TerminalOutput.show("\r\(seconds) of \((total + 500_000) / 1_000_000) s")
  }
}
