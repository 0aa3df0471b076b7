import FlickProtocol
import TestKit
import Testing

@testable import Bridge

@Suite struct `An origin` {
  @Test(arguments: [
    ("http://localhost:8080", "http://localhost:8080"), ("HTTP://LocalHost:80", "http://localhost"),
    ("https://kiosk.example:443", "https://kiosk.example"), ("http://[::1]:3000", "http://[::1]:3000"),
    ("https://a-b.example:444", "https://a-b.example:444"), ("app://panel", "app://panel"),
  ]) func `consists of scheme, host and port`(written: String, text: String) {
    #expect(Origin(written)?.text == text)
  }

  @Test(arguments: [
    "", "null", "*", "localhost", "http://", "http:/localhost", "http://localhost/",
    "http://localhost:8080/app", "http://user@localhost", "http://localhost:", "http://localhost:99999",
    "http://localhost:+1", "://a", "http://a b", "http://[::1", "http://[]", "http://*.example", "1http://a",
    "http://a?b", "http://ä",
  ]) func `rejects any other text`(written: String) {
    #expect(Origin(written) == nil)
  }

  @Test(arguments: ["localhost", "127.0.0.1:7272", "127.9.9.9", "[::1]:7272", "LOCALHOST:1"])
  func `recognises the names of this machine`(host: String) {
    #expect(HostAndPort(host)?.isLoopback == true)
  }

  @Test(arguments: [
    "localhost.example", "127.0.0.1.example", "127.0.0", "127.0.0.256", "10.0.0.1", "0.0.0.0", "[::]",
    "[::2]",
  ]) func `treats every other host as foreign`(host: String) {
    #expect(HostAndPort(host)?.isLoopback == false)
  }
}

@Suite struct `A token` {
  private let token = Token(Array("correct-horse-battery\n".utf8))

  @Test func `matches only the same text`() throws {
    let token = try #require(token)
    #expect(token.isSame(as: "correct-horse-battery"))
    for other in [
      "", "correct-horse-batterx", "Correct-horse-battery", "correct-horse-batter", "correct-horse-battery1",
      "correct-horse-batterycorrect-horse-battery",
    ] {
      #expect(!token.isSame(as: other), "\(other)")
    }
  }

  @Test(arguments: [
    "", "short", "with space in the middle", "quoted\"quoted\"quoted", "two\nlines-of-some-length",
    String(repeating: "a", count: 257),
  ]) func `rejects a text of wrong length or characters`(content: String) {
    #expect(Token(Array(content.utf8)) == nil)
  }
}

@Suite struct `Admission to the bridge` {
  private static let pages = Origin("http://localhost:8080")

  private func rule() throws -> Admission {
    Admission(
      origins: [try #require(Self.pages): .motion, try #require(Origin("https://a.example")): .decisions],
      names: ["kiosk.local"], port: 7272)
  }

  private func request(
    host: String = "127.0.0.1:7272", origin: String? = "http://localhost:8080", _ subprotocols: String...,
    wantsSocket: Bool = true
  ) -> Admission.Request {
    Admission.Request(
      hosts: [host], origins: origin.map { [$0] } ?? [], subprotocols: subprotocols, wantsSocket: wantsSocket)
  }

  @Test func `assigns each origin its level`() throws {
    for (origin, level) in [("http://localhost:8080", Level.motion), ("https://a.example", .decisions)] {
      guard case .page(let page) = try rule().outcome(on: request(origin: origin)) else {
        Issue.record("\(origin) is refused")
        continue
      }
      #expect(page.level == level && page.origin.text == origin && page.subprotocol == nil)
    }
  }

  @Test(arguments: [
    nil, "null", "", "http://localhost:8081", "https://localhost:8080", "http://localhost",
    "http://localhost:8080/",
    "http://localhost:8080.evil.example", "http://evil.example", "http://b.a.example",
  ]) func `refuses origins that are not listed`(origin: String?) throws {
    #expect(try rule().outcome(on: request(origin: origin)) == .refused(.origin))
  }

  @Test(arguments: [
    "", "evil.example", "evil.example:7272", "127.0.0.1:80", "127.0.0.1", "localhost:7273",
    "127.0.0.1.evil.example:7272", "localhost@evil.example:7272", "[::2]:7272",
  ]) func `refuses every request to a foreign host`(host: String) throws {
    #expect(try rule().outcome(on: request(host: host)) == .refused(.host))
    #expect(try rule().outcome(on: request(host: host, wantsSocket: false)) == .refused(.host))
    var two = request()
    two.hosts.append(host)
    #expect(try rule().outcome(on: two) == .refused(.host))
  }

  @Test(arguments: ["localhost:7272", "127.0.0.1:7272", "[::1]:7272", "kiosk.local:7272", "KIOSK.local:7272"])
  func `accepts the names of this machine and listed names`(host: String) throws {
    guard case .page = try rule().outcome(on: request(host: host)) else {
      Issue.record("\(host) is refused")
      return
    }
  }

  @Test(arguments: [nil, "http://localhost:8080", "null", "", "http://localhost:8081"])
  func `knows for which page a file is requested`(origin: String?) throws {
    let requester: Admission.Requester =
      switch origin {
      case nil: .unnamed
      case "http://localhost:8080": .admitted(try #require(Self.pages))
      default: .foreign
      }
    #expect(try rule().outcome(on: request(origin: origin, wantsSocket: false)) == .file(for: requester))
  }

  @Test func `reads the token from a subprotocol`() throws {
    let rule = try rule()
    let token = try #require(Token(Array("correct-horse-battery".utf8)))
    func refusal(_ subprotocols: [String]) throws -> Admission.Refusal? {
      var request = request()
      request.subprotocols = subprotocols
      guard case .page(let page) = rule.outcome(on: request) else {
        Issue.record("\(subprotocols) does not arrive at the gate")
        return nil
      }
      // The response never repeats the token.
      #expect(page.subprotocol == (subprotocols.isEmpty ? nil : "flickd"))
      var gate = Gate(.token(token))
      return gate.admit(page.presented, now: 0)
    }
    #expect(try refusal([]) == .token)
    #expect(try refusal(["flickd"]) == .token)
    #expect(try refusal(["flickd, flickd.token.wrong-horse-battery"]) == .token)
    let twice = "flickd.token.correct-horse-battery, flickd.token.correct-horse-battery"
    #expect(try refusal(["flickd", twice]) == .token)
    #expect(try refusal(["flickd", "flickd.token.correct-horse-battery"]) == nil)
    #expect(try refusal(["flickd,flickd.token.correct-horse-battery"]) == nil)
    // A foreign origin is refused before the gate, so the refusal does not reveal whether the token
    // is right.
    let foreign = request(origin: "http://evil.example", "flickd.token.correct-horse-battery")
    #expect(rule.outcome(on: foreign) == .refused(.origin))
  }
}
