/// The pauses between attempts to connect: each is twice as long as the last, up to a limit.
package struct Backoff: Sendable {
  /// The first pause, in µs.
  package static let minPause: Int64 = 100_000
  /// The longest pause, in µs.
  package static let maxPause: Int64 = 2_000_000

  private var pause = Backoff.minPause

  /// Creates a sequence that starts with the first pause.
  package init() {}

  /// Returns the pause before the next attempt, in µs.
  package mutating func next() -> Int64 {
    defer { pause = min(2 * pause, Self.maxPause) }
    return pause
  }

  /// Begins with the first again.
  package mutating func reset() {
    pause = Self.minPause
  }
}
