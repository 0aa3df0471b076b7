internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO

/// Reads frames, keys and signals, and draws at most 15 times a second.
///
///     shown ── q, Ctrl-C, Ctrl-D, SIGTERM, SIGHUP, unplugged ──▶ restored ──▶ end
///       │ ▲
///       │ └── SIGCONT
///       └──── Ctrl-Z ──▶ restored, stopped
struct MonitorLoop: ~Copyable {
  private let source: any FrameSource
  private var reactor: Reactor
  private let keyboard: Reactor.Registration?
  private var terminal: MonitorTerminal
  private var now = SystemCalls.monotonicMicroseconds()
  private var drawn: (changes: Int, watch: ObjectIdentifier)?
  private var nextDrawing: Int64 = 0
  private var isEnding = false

  /// The shortest time between two drawings, in µs.
  private static let pace: Int64 = 66_667

  /// Takes the terminal; from now on, signals end no process.
  init(_ source: any FrameSource, isColored: Bool, glyphs: Glyphs) throws {
    do throws(SystemCallError) {
      var reactor = try Reactor(signals: Signal.allCases)
      if let descriptor = source.descriptor {
        _ = try reactor.register(descriptor: descriptor, for: .readable)
      }
      keyboard =
        SystemCalls.isTerminal(descriptor: 0) ? try reactor.register(descriptor: 0, for: .readable) : nil
      self.reactor = reactor
    } catch {
      throw failure(.unavailable, error.description)
    }
    self.source = source
    terminal = MonitorTerminal(isColored: isColored, glyphs: glyphs)
  }

  /// Runs until the user or a signal ends the monitor, and restores the terminal.
  ///
  /// Returns whether the source ended before.
  mutating func run() throws -> Bool {
    defer { terminal.leave() }
    while !isEnding {
      // A terminal that is gone ends the monitor, as SIGHUP does.
      do throws(SystemCallError) { try drawIfDue() } catch { return false }
      try available { () throws(SystemCallError) in
        _ = try reactor.wait(until: due)
        try answer()
      }
      now = SystemCalls.monotonicMicroseconds()
      source.read(now: now)
      source.watch.advance(to: Instant(microseconds: now))
      // Without a keyboard, no key could end the view of a recording that is over.
      if source.isOver, source.descriptor != nil || keyboard == nil { return true }
    }
    return false
  }

  private var isChanged: Bool {
    drawn.map { $0 != (source.watch.changes, ObjectIdentifier(source.watch)) } ?? true
  }

  private var due: Int64? {
    [source.due, source.watch.deadline?.microseconds, isChanged ? nextDrawing : nil].compactMap(\.self).min()
  }

  private mutating func drawIfDue() throws(SystemCallError) {
    guard isChanged, now >= nextDrawing else { return }
    drawn = (source.watch.changes, ObjectIdentifier(source.watch))
    nextDrawing = now + Self.pace
    try terminal.draw(source.watch.state)
  }

  /// Answers the signals and keys of a turn.
  private mutating func answer() throws(SystemCallError) {
    var hasTyped = false
    while let ready = reactor.next() { hasTyped = hasTyped || ready.registration == keyboard }
    while let signal = try reactor.nextSignal() {
      switch signal {
      case .terminate, .interrupt, .hangup: isEnding = true
      case .resize: resize()
      case .suspend:
        terminal.leave()
        try SystemCalls.stop()
      case .resume:
        terminal.enter()
        resize()
      }
    }
    if hasTyped { try answerKeys() }
  }

  private mutating func resize() {
    terminal.resize()
    (drawn, nextDrawing) = (nil, 0)
  }

  private mutating func answerKeys() throws(SystemCallError) {
    var keys = [UInt8](repeating: 0, count: 64)
    var span = keys.mutableSpan
    guard case .bytes(let count) = try SystemCalls.readInput(into: &span) else {
      isEnding = true
      return
    }
    for key in keys.prefix(count) {
      switch key {
      // Ctrl-D.
      case UInt8(ascii: "q"), UInt8(ascii: "Q"), 4: isEnding = true
      case UInt8(ascii: "c"), UInt8(ascii: "C"): source.watch.state.ended = []
      // Ctrl-L.
      case 12: resize()
      default: break
      }
    }
  }
}
