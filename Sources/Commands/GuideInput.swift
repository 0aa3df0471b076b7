internal import FlickProtocol
internal import LinuxIO

/// What a guided command waits for: a panel, the keyboard and signals.
///
/// The terminal stays in its usual mode: a line is a wish, and a signal has nothing to restore.
struct GuideInput: ~Copyable {
  /// What a person typed.
  enum Typed: Equatable {
    /// A line, without its blanks.
    case line(String)
    /// Ctrl-D.
    case end
  }

  private var reactor: Reactor
  /// Nil if standard input is not a terminal.
  private let keyboard: Reactor.Registration?

  /// Prepares to wait for a panel and, if standard input is a terminal, for the keyboard.
  ///
  /// From now on, signals end no wait by themselves: ask ``takeSignal()``.
  init(_ touchscreen: ChosenTouchscreen) throws {
    do throws(SystemCallError) {
      var reactor = try Reactor(signals: [.interrupt, .terminate, .hangup])
      _ = try reactor.register(descriptor: touchscreen.descriptor, for: .readable)
      keyboard =
        SystemCalls.isTerminal(descriptor: 0) ? try reactor.register(descriptor: 0, for: .readable) : nil
      self.reactor = reactor
    } catch {
      throw failure(.unavailable, error.explained)
    }
  }

  /// Whether a person can type.
  var hasKeyboard: Bool { keyboard != nil }

  /// Waits for an event or a signal, at most until `due`; returns whether a person has typed.
  mutating func wait(until due: Int64?) throws -> Bool {
    try available { () throws(SystemCallError) in
      _ = try reactor.wait(until: due)
      var hasTyped = false
      while let ready = reactor.next() { hasTyped = hasTyped || ready.registration == keyboard }
      return hasTyped
    }
  }

  /// Takes the next signal, and returns whether there was one.
  mutating func takeSignal() throws -> Bool {
    try available { () throws(SystemCallError) in try reactor.nextSignal() != nil }
  }

  /// Reads what a person typed; nil if there is nothing.
  func read() throws -> Typed? {
    try available { () throws(SystemCallError) in
      var line = [UInt8](repeating: 0, count: 256)
      var span = line.mutableSpan
      switch try SystemCalls.readInput(into: &span) {
      case .ended: return .end
      case .bytes(let count):
        return .line(String(decoding: line.prefix(count), as: UTF8.self).filter { !$0.isWhitespace })
      case .wouldBlock: return nil
      }
    }
  }
}
