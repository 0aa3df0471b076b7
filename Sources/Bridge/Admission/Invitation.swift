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

/// A secret that a page must present in addition to the right origin.
public struct Token: Sendable {
  /// The valid lengths of a token, in bytes.
  public static let lengths = 16...256
  /// The length from which a token cannot be guessed at any rate, in bytes.
  ///
  /// 32 random characters are 192 bits. Five words chosen by a person are 55 bits, which take
  /// 200,000 years at 5,000 guesses per second.
  static let safeLength = 32

  private let bytes: [UInt8]
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Creates a token of 192 random bits, from the kernel's generator.
  public static func random() -> Token {
    Token(checked: (0..<safeLength).map { _ in letters[Int.random(in: letters.indices)] })
  }

  private init(checked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the content of a file, without a final newline; nil if it is not a token.
  ///
  /// A token consists of letters, digits, `-`, `.`, `_` and `~`, so that it can be part of a
  /// subprotocol's name.
  public init?(_ content: [UInt8]) {
    var bytes = content[...]
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      bytes.removeLast()
    }
    guard Self.lengths.contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else { return nil }
    self.bytes = Array(bytes)
  }

  /// Returns whether a text is this token, in a time that does not depend on where they differ.
  public func isSame(as text: some StringProtocol) -> Bool {
    let other = Array(text.utf8)
    var difference: UInt8 = other.count == bytes.count ? 0 : 1
    for index in bytes.indices { difference |= bytes[index] ^ (index < other.count ? other[index] : 0) }
    return difference == 0
  }

  /// The token as text; show it only to its user.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the token is too long to be guessed.
  var resistsGuessing: Bool { bytes.count >= Self.safeLength }

  /// Returns whether this token is the only presented token.
  func isPresented(in tokens: [String]) -> Bool { tokens.count == 1 && isSame(as: tokens[0]) }

  private static func isAllowed(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "-._~".utf8.contains(byte) }
}
