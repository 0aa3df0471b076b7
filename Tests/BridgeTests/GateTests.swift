import TestKit
import Testing

@testable import Bridge

@Suite struct `The gate of the bridge` {
  private static let second: Int64 = 1_000_000
  private static let short = "correct-horse-battery"
  private static let long = "correct-horse-battery-staple-0123"

  private func presented(token: String? = nil, session: String? = nil) -> Admission.Presented {
    let words = [token.map { "flickd.token.\($0)" }, session.map { "flickd.session.\($0)" }]
    return Admission.Presented(words.compactMap { $0.map { Substring($0) } })
  }

  private func gate(token: String) throws -> Gate {
    Gate(.token(try #require(Token(Array(token.utf8)))))
  }

  @Test func `compares ten wrong tokens at once, then one a second`() throws {
    var gate = try gate(token: Self.short)
    // A hundred guesses a second for 100 s.
    var compared = 0
    for guess in 0..<10_000 {
      let refusal = gate.admit(presented(token: "wrong"), now: Int64(guess) * 10_000)
      if refusal == .token { compared += 1 } else { #expect(refusal == .tooManyGuesses) }
    }
    #expect(compared == 10 + 99)
  }

  @Test func `refuses a short token while guesses are limited, and admits it a second later`() throws {
    var gate = try gate(token: Self.short)
    for _ in 0..<10 { #expect(gate.admit(presented(token: "wrong"), now: 0) == .token) }
    #expect(gate.admit(presented(token: Self.short), now: 0) == .tooManyGuesses)
    #expect(gate.admit(presented(token: Self.short), now: Self.second - 1) == .tooManyGuesses)
    #expect(gate.admit(presented(token: Self.short), now: Self.second) == nil)
  }

  @Test func `admits a long token while guesses are limited`() throws {
    var gate = try gate(token: Self.long)
    for _ in 0..<1000 { _ = gate.admit(presented(token: "wrong"), now: 0) }
    #expect(gate.admit(presented(token: "wrong"), now: 0) == .tooManyGuesses)
    #expect(gate.admit(presented(token: Self.long), now: 0) == nil)
  }

  @Test func `does not count a missing token as a guess`() throws {
    var gate = try gate(token: Self.short)
    for _ in 0..<100 { #expect(gate.admit(presented(), now: 0) == .token) }
    #expect(gate.admit(presented(token: Self.short), now: 0) == nil)
  }

  @Test func `admits every page if no token is required`() {
    var gate = Gate(.nothing)
    for token in [nil, "wrong"] { #expect(gate.admit(presented(token: token), now: 0) == nil) }
  }
}

@Suite struct `An invitation to the gallery` {
  private static let session = "a-session-of-its-page-0123456789"
  private let token = Token.random()

  private func presented(_ token: Token? = nil, session: String? = nil) -> Admission.Presented {
    let words = [token.map { "flickd.token.\($0.text)" }, session.map { "flickd.session.\($0)" }]
    return Admission.Presented(words.compactMap { $0.map { Substring($0) } })
  }

  @Test func `admits one page once`() {
    var invitation = Invitation(token: token, now: 0)
    #expect(invitation.admit(presented(token, session: Self.session), now: 1) == nil)
    invitation.close()
    for session in [nil, "another-session-of-32-characters", "short"] {
      #expect(invitation.admit(presented(token, session: session), now: 2) == .addressUsed)
    }
    #expect(invitation.admit(presented(), now: 2) == .address)
  }

  @Test func `is valid for 60 s`() {
    var early = Invitation(token: token, now: 5)
    var late = early
    #expect(early.admit(presented(token), now: 60_000_005) == nil)
    #expect(late.admit(presented(token, session: Self.session), now: 60_000_006) == .addressExpired)
    // An expired address creates no session.
    #expect(late.admit(presented(session: Self.session), now: 60_000_007) == .address)
  }

  @Test func `admits its page again by session, one connection at a time`() {
    var invitation = Invitation(token: token, now: 0)
    let page = presented(token, session: Self.session)
    #expect(invitation.admit(page, now: 1) == nil)
    for reload in 1...5 {
      let now = Int64(reload) * 3600 * 1_000_000
      #expect(invitation.admit(page, now: now) == .sessionInUse)
      invitation.close()
      #expect(invitation.admit(presented(session: Self.session), now: now) == nil)
    }
  }

  @Test func `reports its state only to a page with the token`() {
    var invitation = Invitation(token: token, now: 0)
    for token in [nil, Token.random()] {
      for now: Int64 in [0, 61_000_000] {
        #expect(invitation.admit(presented(token, session: Self.session), now: now) == .address)
      }
    }
    #expect(invitation.admit(presented(token), now: 1) == nil)
    #expect(invitation.admit(presented(Token.random()), now: 2) == .address)
  }

  @Test func `creates no session from a weak secret or from two`() {
    for session in ["short", "a-session-of-its-page-012345678", "no session, but 32 characters !!"] {
      var invitation = Invitation(token: token, now: 0)
      #expect(invitation.admit(presented(token, session: session), now: 1) == nil)
      invitation.close()
      #expect(invitation.admit(presented(session: session), now: 2) == .address)
    }
    var invitation = Invitation(token: token, now: 0)
    var two = presented(token, session: Self.session)
    two.sessions.append(Self.session)
    #expect(invitation.admit(two, now: 1) == nil)
    invitation.close()
    #expect(invitation.admit(presented(session: Self.session), now: 2) == .address)
  }

  @Test func `has a random token`() {
    let tokens = (0..<1000).map { _ in Token.random() }
    #expect(tokens.allSatisfy { Token(Array($0.text.utf8)) != nil && $0.resistsGuessing })
    #expect(Set(tokens.map(\.text)).count == 1000)
  }

  @Test func `admits its page while others guess`() {
    var gate = Gate(.invitation(Invitation(token: token, now: 0)))
    for guess in 0..<1000 {
      let refusal = gate.admit(presented(Token.random()), now: 0)
      #expect(refusal == (guess < 10 ? .address : .tooManyGuesses))
    }
    #expect(gate.admit(presented(token, session: Self.session), now: 0) == nil)
    gate.close()
    #expect(gate.admit(presented(session: Self.session), now: 0) == nil)
  }
}
