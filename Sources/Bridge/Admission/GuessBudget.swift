/// The budget of wrong tokens to compare: ten at once, then one per second.
///
/// Time is an argument, in µs of CLOCK_MONOTONIC.
struct GuessBudget: Sendable {
  /// The number of guesses after a long pause.
  static let most = 10
  /// The time after which one more guess is allowed, in µs.
  static let interval: Int64 = 1_000_000

  /// The time when all guesses are available again; this one number is the whole token bucket.
  private var full = Int64.min

  /// Creates an unused budget.
  init() {}

  /// Returns whether a guess is left.
  func hasRoom(now: Int64) -> Bool {
    full <= now || full - now <= Int64(Self.most - 1) * Self.interval
  }

  /// Charges a wrong token; without room the call is ignored, so that rejected guesses do not
  /// prolong the wait.
  mutating func charge(now: Int64) {
    guard hasRoom(now: now) else { return }
    full = max(full, now) + Self.interval
  }
}
