/// An address that admits one page once, within 60 s, and afterwards that page's session.
///
///     unused ── the token in time ──▶ open ── the page is closed ──▶ closed
///        │                             ▲                               │
///        └── 60 s ──▶ expired          └────────── the session ────────┘
///
/// The page chooses its session and stores it before connecting, so a lost answer does not lock the
/// page out. A session is as long as a generated token, so that it cannot be guessed. Time is an
/// argument, in µs of CLOCK_MONOTONIC.
public struct Invitation: Sendable {
  /// The time during which the address is valid, in µs.
  public static let validity: Int64 = 60_000_000

  private enum State {
    case unused
    case open(session: Token?)
    case closed(session: Token?)
  }

  private let token: Token
  private let expiry: Int64
  private var state = State.unused

  /// Creates an invitation with `token` that is valid from `now` on.
  public init(token: Token, now: Int64) {
    self.token = token
    expiry = now + Self.validity
  }

  /// Admits a page, or returns the reason for the refusal.
  ///
  /// An admitted page is open until ``close()``.
  mutating func admit(_ presented: Admission.Presented, now: Int64) -> Admission.Refusal? {
    switch state {
    case .open(let session?) where session.isPresented(in: presented.sessions): return .sessionInUse
    case .closed(let session?) where session.isPresented(in: presented.sessions):
      state = .open(session: session)
      return nil
    case .unused, .open, .closed: break
    }
    // Only a client with the correct token learns whether the address was used.
    guard token.isPresented(in: presented.tokens) else { return .address }
    guard case .unused = state else { return .addressUsed }
    guard now <= expiry else { return .addressExpired }
    let session = presented.sessions.count == 1 ? Token(Array(presented.sessions[0].utf8)) : nil
    state = .open(session: session.flatMap { $0.resistsGuessing ? $0 : nil })
    return nil
  }

  /// Records that the admitted page has closed; its session may reconnect.
  mutating func close() {
    if case .open(let session) = state { state = .closed(session: session) }
  }
}
