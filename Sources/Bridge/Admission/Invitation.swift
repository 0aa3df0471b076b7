/// An address that admits one page once, within 60 s, and from then on the session of that page.
///
///     unused ── the token in time ──▶ open ── the page is closed ──▶ closed
///        │                             ▲                               │
///        └── 60 s ──▶ expired          └────────── the session ────────┘
///
/// The page chooses its session, and keeps it before it connects: an answer that is lost locks no
/// page out. A session is as long as what we generate, so that it cannot be guessed. Time is an
/// argument, in µs of CLOCK_MONOTONIC.
public struct Invitation: Sendable {
  /// How long the address is valid, in µs.
  public static let validity: Int64 = 60_000_000

  private enum State {
    case unused
    case open(session: Token?)
    case closed(session: Token?)
  }

  private let token: Token
  private let expiry: Int64
  private var state = State.unused

  /// Creates an invitation by `token` that is valid from `now` on.
  public init(token: Token, now: Int64) {
    self.token = token
    expiry = now + Self.validity
  }

  /// Admits a page, or returns the reason why not; a page that was admitted is open until
  /// ``close()``.
  mutating func admit(_ presented: Admission.Presented, now: Int64) -> Admission.Refusal? {
    switch state {
    case .open(let session?) where session.isPresented(in: presented.sessions): return .sessionInUse
    case .closed(let session?) where session.isPresented(in: presented.sessions):
      state = .open(session: session)
      return nil
    case .unused, .open, .closed: break
    }
    // Only a client that knows the token learns whether the address was used.
    guard token.isPresented(in: presented.tokens) else { return .address }
    guard case .unused = state else { return .addressUsed }
    guard now <= expiry else { return .addressExpired }
    let session = presented.sessions.count == 1 ? Token(Array(presented.sessions[0].utf8)) : nil
    state = .open(session: session.flatMap { $0.resistsGuessing ? $0 : nil })
    return nil
  }

  /// The page that was admitted is gone; its session may come again.
  mutating func close() {
    if case .open(let session) = state { state = .closed(session: session) }
  }
}
