package import LinuxIO

/// Waits for descriptors, the keyboard, signals and the next deadline, on the thread of a command.
///
/// From its creation on, signals end no process: each turn reports them. The terminal stays in the
/// mode that it has.
package struct Turns: ~Copyable {
  /// What a wait has found.
  package struct Turn {
    /// The signals, those that end a program first.
    package var signals: [Signal] = []
    /// The bytes that a person typed; empty at the end of the input, nil if there are none.
    package var typed: [UInt8]?
    /// When the wait ended, in µs of CLOCK_MONOTONIC.
    package var now: Int64 = 0

    package var isSignalled: Bool { !signals.isEmpty }
  }

  /// Whether a person can type.
  package let hasKeyboard: Bool
  private var reactor: Reactor
  /// The registrations that may end before the turns do.
  private var registrations: [Int32: Reactor.Registration] = [:]

  /// Prepares to wait; `readsKeyboard` reads standard input if it is a terminal.
  package init(
    _ descriptors: Int32?..., signals: [Signal] = Signal.ofService, readsKeyboard: Bool = false
  ) throws {
    let hasKeyboard = readsKeyboard && SystemCalls.isTerminal(descriptor: 0)
    let descriptors = descriptors.compactMap(\.self) + (hasKeyboard ? [0] : [])
    reactor = try available { () throws(SystemCallError) in
      var reactor = try Reactor(signals: signals)
      for descriptor in descriptors { _ = try reactor.register(descriptor: descriptor, for: .readable) }
      return reactor
    }
    self.hasKeyboard = hasKeyboard
  }

  /// Waits for this descriptor too, which stays open until it is removed.
  package mutating func add(_ descriptor: Int32) throws {
    registrations[descriptor] = try available { () throws(SystemCallError) in
      try reactor.register(descriptor: descriptor, for: .readable)
    }
  }

  /// Waits for a descriptor no longer.
  package mutating func remove(_ descriptor: Int32) {
    if let registration = registrations.removeValue(forKey: descriptor) { reactor.unregister(registration) }
  }

  /// Waits until something happens, or until the first of the moments in µs of CLOCK_MONOTONIC.
  package mutating func wait(until dues: Int64?...) throws -> Turn {
    try available { () throws(SystemCallError) in
      _ = try reactor.wait(until: dues.compactMap(\.self).min())
      var turn = Turn()
      while let signal = try reactor.nextSignal() { turn.signals.append(signal) }
      while let ready = reactor.next() {
        guard hasKeyboard, ready.registration.descriptor == 0 else { continue }
        // The end of a terminal is a signal and an error of the keyboard: the signal counts.
        if !turn.isSignalled { turn.typed = try Self.readKeyboard() }
      }
      turn.now = SystemCalls.monotonicMicroseconds()
      return turn
    }
  }

  private static func readKeyboard() throws(SystemCallError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    var span = bytes.mutableSpan
    switch try SystemCalls.readInput(into: &span) {
    case .bytes(let count): return Array(bytes.prefix(count))
    case .ended: return []
    case .wouldBlock: return nil
    }
  }
}
