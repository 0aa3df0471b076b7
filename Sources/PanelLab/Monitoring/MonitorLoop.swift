internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Terminal

/// Reads frames, keys and signals, and draws at most 15 times a second.
///
///     shown ── q, Ctrl-C, Ctrl-D, SIGTERM, SIGHUP, unplugged ──▶ restored ──▶ end
///       │ ▲
///       │ └── SIGCONT
///       └──── Ctrl-Z ──▶ restored, stopped
struct MonitorLoop: ~Copyable {
  private let source: any FrameSource
  private var turns: Turns
  private var terminal: MonitorTerminal
  private var now = SystemCalls.monotonicMicroseconds()
  private var drawn: (changes: Int, watch: ObjectIdentifier)?
  private var nextDrawing: Int64 = 0
  private var isEnding = false

  /// The shortest time between two drawings, in µs.
  private static let pace: Int64 = 66_667

  /// Takes the terminal; from now on, signals end no process.
  init(_ source: any FrameSource, isColored: Bool, glyphs: Glyphs) throws {
    turns = try Turns(source.descriptor, signals: Signal.allCases, readsKeyboard: true)
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
      try answer(try turns.wait(until: source.nextDue, isChanged ? nextDrawing : nil))
      now = SystemCalls.monotonicMicroseconds()
      source.advance(to: now)
      // Without a keyboard, no key could end the view of a recording that is over.
      if source.isOver, source.descriptor != nil || !turns.hasKeyboard { return true }
    }
    return false
  }

  private var isChanged: Bool {
    drawn.map { $0 != (source.watch.changes, ObjectIdentifier(source.watch)) } ?? true
  }

  private mutating func drawIfDue() throws(SystemCallError) {
    guard isChanged, now >= nextDrawing else { return }
    drawn = (source.watch.changes, ObjectIdentifier(source.watch))
    nextDrawing = now + Self.pace
    try terminal.draw(source.watch.state)
  }

  /// Answers the signals and keys of a turn.
  private mutating func answer(_ turn: Turns.Turn) throws {
    for signal in turn.signals {
      switch signal {
      case .terminate, .interrupt, .hangup: isEnding = true
      case .resize: resize()
      case .suspend:
        terminal.leave()
        try available { () throws(SystemCallError) in try SystemCalls.stop() }
      case .resume:
        terminal.enter()
        resize()
      }
    }
    if let keys = turn.typed { answer(keys) }
  }

  private mutating func resize() {
    terminal.resize()
    (drawn, nextDrawing) = (nil, 0)
  }

  private mutating func answer(_ keys: [UInt8]) {
    if keys.isEmpty { isEnding = true }
    for key in keys {
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
