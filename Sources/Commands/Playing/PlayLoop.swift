internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import VirtualPanels

/// Plays on a panel and meanwhile answers the kernel, keeps what it says, shows how far it is, and
/// heeds signals.
///
/// ```
/// rest ─→ step ─→ rest ─→ step ─→ … ─→ rest
///   └ each time: signal? · answer the driver · drain the tap · renew the progress
/// ```
struct PlayLoop: ~Copyable {
  private var reactor: Reactor
  private let panel: VirtualPanel
  private let tap: KernelTap?
  private var progress: ProgressLine?
  private var now = SystemCalls.monotonicMicroseconds()
  private var lastAnswer: Int64 = 0

  /// How often the questions of a HID driver are answered, in µs; it waits for five seconds at the
  /// most.
  private static let answering: Int64 = 50_000

  /// Prepares the loop; SIGINT and SIGTERM end it from now on, and no longer the process.
  init(on panel: VirtualPanel, tap: KernelTap?, progress: consuming ProgressLine?) throws {
    reactor = try Result { () throws(SystemCallError) in try Reactor(signals: [.interrupt, .terminate]) }
      .mapError { failure(.unavailable, $0.description) }.get()
    self.panel = panel
    self.tap = tap
    self.progress = progress
  }

  /// Plays a script a number of times with a rest before each, and returns how long it took in µs,
  /// from the first step on.
  ///
  /// Every round begins with a panel that is plugged in.
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

  /// Waits.
  mutating func rest(for time: Interval) throws {
    now = SystemCalls.monotonicMicroseconds()
    try rest(until: now + time.microseconds)
  }

  private mutating func play(_ script: PanelScript) throws {
    let player = PanelPlayer(script, on: panel)
    let start = now
    // Steps of one moment at a time, also when they are late: the tap would miss what comes all at
    // once.
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
      if let signal = try signal(before: min(end, now + Self.answering)) {
        throw Interruption(signal: signal)
      }
      now = SystemCalls.monotonicMicroseconds()
      if now - lastAnswer >= Self.answering {
        try asking { () throws(VirtualPanelError) in try panel.answer() }
        lastAnswer = now
      }
      try tap?.drain()
      progress?.show(at: now)
    } while now < end
  }

  /// Waits until a moment, or less where a signal comes.
  private mutating func signal(before moment: Int64) throws -> Signal? {
    do throws(SystemCallError) {
      _ = try reactor.wait(until: moment)
      return try reactor.nextSignal()
    } catch {
      throw failure(.unavailable, error.description)
    }
  }
}

/// Somebody ended the play.
struct Interruption: Error {
  var signal: Signal

  /// What a shell calls the end of a process by this signal: 128 and the signal's number.
  var exitCode: ArgumentParser.ExitCode {
    ArgumentParser.ExitCode(signal == .terminate ? 143 : 130)
  }
}

/// A line on a terminal that says how far a long play is, renewed every second and gone at the end.
struct ProgressLine: ~Copyable {
  private let begin = SystemCalls.monotonicMicroseconds()
  private let total: Int64
  private var shown: Int64 = 0

  /// Prepares the line of a play of so many µs; nil for one that is over before anybody has read
  /// it.
  init?(total: Int64) {
    guard total >= 3_000_000, SystemCalls.isTerminal(descriptor: 2) else { return nil }
    self.total = total
  }

  deinit {
    if shown > 0 { Self.write("\r\u{1b}[K") }
  }

  /// Shows the seconds so far, unless that is what stands there.
  mutating func show(at now: Int64) {
    let seconds = (now - begin) / 1_000_000
    guard seconds > shown else { return }
    shown = seconds
    Self.write("\r\(seconds) of \((total + 500_000) / 1_000_000) s")
  }

  private static func write(_ text: String) {
    // A terminal that has gone is no reason to end the play.
    try? SystemCalls.writeAll(to: .error, Array(text.utf8).span)
  }
}
