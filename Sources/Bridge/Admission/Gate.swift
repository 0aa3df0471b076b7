/// What a page has to present beside its origin, and what came of what was presented so far.
///
/// A right token of fewer than 32 characters is refused too while guesses are limited: else the
/// limit would not slow a guesser down. A longer token cannot be guessed at any rate, so guesses do
/// not keep its pages out.
public struct Gate: Sendable {
  /// What is required.
  public enum Rule: Sendable {
    /// Nothing.
    case nothing
    /// A token, as often as it is presented.
    case token(Token)
    /// A token that admits one page.
    case invitation(Invitation)
  }

  private var rule: Rule
  private var budget = GuessBudget()

  /// Creates a gate at which nothing was presented yet.
  public init(_ rule: Rule) {
    self.rule = rule
  }

  /// Admits a page, or returns the reason why not; `now` is in µs of CLOCK_MONOTONIC.
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
    // A page without a token guesses nothing.
    guard refusal == .token || refusal == .address, !presented.tokens.isEmpty else { return refusal }
    budget.charge(now: now)
    return hasRoom ? refusal : .tooManyGuesses
  }

  /// A page that was admitted is gone.
  public mutating func close() {
    guard case .invitation(var invitation) = rule else { return }
    invitation.close()
    rule = .invitation(invitation)
  }
}
