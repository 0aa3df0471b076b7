/// How many wrong tokens are compared: ten at once, then one a second.
///
/// Time is an argument, in µs of CLOCK_MONOTONIC.
struct GuessBudget: Sendable {
  /// The number of guesses after a long pause.
  static let most = 10
  /// The time after which one more guess is allowed, in µs.
  static let interval: Int64 = 1_000_000

  /// When all guesses are available again: a bucket whose content follows from one number.
  private var full = Int64.min

  /// Creates a budget of which nothing is used.
  init() {}

  /// Whether a guess is left.
  func hasRoom(now: Int64) -> Bool {
    full <= now || full - now <= Int64(Self.most - 1) * Self.interval
  }

  /// Charges a wrong token; without room it is ignored, so that guesses in vain do not prolong the
  /// wait.
  mutating func charge(now: Int64) {
    guard hasRoom(now: now) else { return }
    full = max(full, now) + Self.interval
  }
}
