/// What a page must present in addition to its origin, and the result of earlier attempts.
///
/// While no guess is left, a correct token of fewer than 32 characters is refused too; otherwise
/// the limit would not slow down an attacker. A longer token cannot be guessed at any rate, so
/// wrong guesses never block its pages.
public struct Gate: Sendable {
  /// The requirement.
  public enum Rule: Sendable {
    /// No requirement.
    case nothing
    /// A token, valid any number of times.
    case token(Token)
    /// A token that admits one page.
    case invitation(Invitation)
  }

  private var rule: Rule
  private var budget = GuessBudget()

  /// Creates a gate without earlier attempts.
  public init(_ rule: Rule) {
    self.rule = rule
  }

  /// Admits a page, or returns the reason for the refusal; `now` is in µs of CLOCK_MONOTONIC.
  public mutating func admit(_ presented: Admission.Presented, now: Int64) -> Admission.Refusal? {
    let hasRoom = budget.hasRoom(now: now)
    var refusal: Admission.Refusal?
    switch rule {
    case .nothing: return nil
    case .token(let token):
      guard hasRoom || token.resistsGuessing || presented.tokens.isEmpty else { return .tooManyGuesses }
      refusal = token.isPresented(in: presented.tokens) ? nil : .token
    case .invitation(var invitation):
      refusal = invitation.admit(presented, now: now)
      rule = .invitation(invitation)
    }
    // A page without a token is not a guess.
    guard refusal == .token || refusal == .address, !presented.tokens.isEmpty else { return refusal }
    budget.charge(now: now)
    return hasRoom ? refusal : .tooManyGuesses
  }

  /// Records that an admitted page has closed.
  public mutating func close() {
    guard case .invitation(var invitation) = rule else { return }
    invitation.close()
    rule = .invitation(invitation)
  }
}

/// The budget of wrong tokens to compare: ten immediately, then one per second.
///
/// Time is an argument, in µs of CLOCK_MONOTONIC.
struct GuessBudget: Sendable {
  /// The number of guesses after a long pause.
  static let burst = 10
  /// The time after which one more guess is allowed, in µs.
  static let interval: Int64 = 1_000_000

  /// The time when all guesses are available again; this one number is the whole token bucket.
  private var full = Int64.min

  /// Returns whether a guess is left.
  func hasRoom(now: Int64) -> Bool { full <= now || full - now <= Int64(Self.burst - 1) * Self.interval }

  /// Charges a wrong token; without room the call is ignored, so that rejected guesses do not
  /// prolong the wait.
  mutating func charge(now: Int64) {
    guard hasRoom(now: now) else { return }
    full = max(full, now) + Self.interval
  }
}
