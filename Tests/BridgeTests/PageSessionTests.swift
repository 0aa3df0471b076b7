import FlickProtocol
import TestKit
import Testing

@testable import Bridge

@Suite struct `A page's session` {
  private static let hello =
    #"{"type":"hello","server":"flickd","version":"0.1.0","epoch":"e","level":"positions","features":[]}"#
  private static let state =
    #"{"type":"state","panels":[{"panel_id":"p"}],"swipes":[{"swipe_id":3,"panel_id":"p"}]}"#
  private static let granted = #"{"type":"reply","id":0,"ok":true,"swipes":[]}"#
  private static let panels = #"{"type":"reply","id":0,"ok":true,"panels":[{"panel_id":"q"}]}"#
  private static let opened = #"{"type":"state","panels":[{"panel_id":"q"}],"swipes":[]}"#
  private static let listing = #"{"id":0,"request":"panels"}"#
  private static let end = #"{"type":"swipe","phase":"end","seq":1,"swipe_id":3}"#

  /// A session, and what it sends in both directions.
  private struct Driven {
    var session: PageSession

    init(_ level: Level) {
      session = PageSession(level: level)
    }

    mutating func flickd(_ lines: String...) -> [String] {
      for line in lines { session.receive(fromService: Array(line.utf8)) }
      return page
    }

    mutating func page(_ lines: String...) -> [String] {
      for line in lines { session.receive(fromPage: Array(line.utf8)) }
      return page
    }

    var page: [String] {
      mutating get { session.drainPageLines().map { String(decoding: $0, as: UTF8.self) } }
    }

    var sent: [String] {
      mutating get {
        String(decoding: session.drainServiceBytes(), as: UTF8.self).split(separator: "\n").map(String.init)
      }
    }

    /// Completes the greeting with these lines before flickd's replies.
    mutating func greet(
      _ lines: String..., granted: String = `A page's session`.granted
    ) -> [String] {
      session.connected()
      for line in lines.isEmpty ? [`A page's session`.hello, `A page's session`.state] : lines {
        _ = flickd(line)
      }
      return flickd(granted, `A page's session`.panels)
    }
  }

  @Test func `forwards presses as every other phase`() {
    var driven = Driven(.motion)
    _ = driven.greet(Self.hello, Self.state, Self.end)
    let rest = #","press_id":1,"panel_id":"p","t_us":5,"zone":{"name":"cards"}}"#
    for (number, phase) in ["press", "release", "press", "cancel"].enumerated() {
      let head = #"{"type":"swipe","phase":"\#(phase)","seq":"#
      #expect(driven.flickd("\(head)\(number + 2)\(rest)") == ["\(head)\(number + 1)\(rest)"])
    }
  }

  @Test func `survives the lowest 64-bit seq`() {
    var driven = Driven(.positions)
    _ = driven.greet(Self.hello, Self.state, Self.end)
    let least = #"{"type":"swipe","phase":"end","seq":-9223372036854775808,"swipe_id":3}"#
    #expect(driven.flickd(least).count == 1)
  }

  @Test(arguments: Level.allCases) func `greets with the level of its origin`(level: Level) throws {
    var driven = Driven(level)
    driven.session.connected()
    #expect(driven.sent == [#"{"id":0,"request":"subscribe","level":"\#(level.rawValue)"}"#])
    // Lines before the reply follow the level of the connection, so the page must not receive them.
    #expect(driven.flickd(Self.hello, Self.state, Self.end) == [])
    #expect(driven.flickd(Self.granted) == [])
    #expect(driven.sent == [Self.listing])
    let lines = driven.flickd(Self.panels)
    #expect(lines.count == 3)
    #expect(lines[0] == #"{"type":"bridge","state":"connected","repeated":false}"#)
    #expect(try JSON(lines[1]).level.text == level.rawValue)
    #expect(lines[2] == Self.opened)
    // flickd has already sent one swipe, but the page's numbers begin with 1.
    #expect(
      driven.flickd(#"{"type":"swipe","phase":"end","seq":2,"swipe_id":4}"#)
        == [#"{"type":"swipe","phase":"end","seq":1,"swipe_id":4}"#])
  }

  @Test func `sends the swipes of its level from the reply on, and no panel twice`() {
    var driven = Driven(.motion)
    driven.session.connected()
    let panel = #"{"type":"panel","change":"added","panel_id":"q"}"#
    #expect(driven.flickd(Self.hello, Self.state, Self.end, panel, Self.granted) == [])
    let begin = #"{"type":"swipe","phase":"begin","seq":"#
    #expect(driven.flickd(panel, begin + "2}") == [])
    let lines = driven.flickd(Self.panels)
    #expect(lines.dropFirst(2).map(\.self) == [Self.opened, begin + "1}"])
  }

  @Test func `ends if flickd does not list its panels`() {
    var driven = Driven(.decisions)
    driven.session.connected()
    let refusal = #"{"type":"reply","id":0,"ok":false,"error":{"code":"unknown-request","message":"?"}}"#
    #expect(driven.flickd(Self.hello, Self.state, Self.granted, refusal) == [])
    #expect(driven.session.ending?.code == .failure)
  }

  @Test func `reports the lower of two levels`() throws {
    var driven = Driven(.positions)
    let lines = driven.greet(#"{"type":"hello","level":"decisions"}"#, Self.state)
    #expect(try JSON(lines[1]).level == "decisions")
  }

  @Test func `forwards lines unchanged`() {
    var driven = Driven(.motion)
    _ = driven.greet()
    #expect(driven.flickd(Self.end) == [Self.end])
    let panel = #"{"type":"panel","change":"removed","panel_id":"p"}"#
    #expect(driven.flickd(panel) == [panel])
  }

  @Test func `drops lines that are not UTF-8`() {
    var driven = Driven(.positions)
    _ = driven.greet()
    let broken = Array(#"{"type":"swipe","phase":""#.utf8) + [0xe8] + Array(#""}"#.utf8)
    driven.session.receive(fromService: broken)
    #expect(driven.page.isEmpty)
    #expect(driven.flickd(Self.end) == [Self.end])
  }

  @Test func `adds its level to subscriptions only`() {
    var driven = Driven(.motion)
    _ = driven.greet()
    _ = driven.sent
    #expect(driven.page("{ \"id\":1,\n\"request\":\"subscribe\"}") == [])
    #expect(driven.sent == [#"{"level":"motion", "id":1, "request":"subscribe"}"#])
    for line in [
      #"{"id":2,"request":"subscribe","level":"decisions"}"#, #"{"id":3,"request":"stats"}"#,
      #"{"id":4,"request":"update","zone":"a","offset":1}"#,
    ] {
      #expect(driven.page(line) == [])
      #expect(driven.sent == [line])
    }
  }

  @Test func `refuses a higher level and malformed requests, in order`() throws {
    var driven = Driven(.motion)
    _ = driven.greet()
    _ = driven.sent
    #expect(driven.page(#"{"id":1,"request":"ping"}"#) == [])
    #expect(driven.page(#"{"id":2,"request":"subscribe","level":"positions"}"#, "{", " \n") == [])
    #expect(driven.sent == [#"{"id":1,"request":"ping"}"#])
    let lines = try driven.flickd(#"{"type":"reply","id":1,"ok":true}"#).map { try JSON($0) }
    #expect(lines.map(\.id) == [1, 2, .null])
    #expect(lines.map(\.error.code) == [.null, "forbidden", "bad-json"])
  }

  @Test func `repeats unanswered and granted requests after a reconnection`() {
    var driven = Driven(.motion)
    #expect(driven.page(#"{"id":1,"request":"subscribe","unit":"pt"}"#) == [], "it waits for flickd")
    _ = driven.greet()
    let asked = #"{"level":"motion","id":1,"request":"subscribe","unit":"pt"}"#
    #expect(driven.sent == [#"{"id":0,"request":"subscribe","level":"motion"}"#, Self.listing, asked])
    driven.session.disconnected("gone")
    #expect(driven.page == [#"{"type":"bridge","state":"disconnected","detail":"gone"}"#])
    driven.session.disconnected("gone still")
    #expect(driven.page == [], "the page receives it once")
    #expect(driven.greet().count == 3)
    #expect(driven.sent == [#"{"id":0,"request":"subscribe","level":"motion"}"#, Self.listing, asked])
    #expect(driven.flickd(#"{"type":"reply","id":1,"ok":true,"swipes":[]}"#).count == 1)
    driven.session.disconnected("gone")
    _ = driven.page
    let lines = driven.greet()
    #expect(driven.sent == [asked, Self.listing])
    #expect(lines[0] == #"{"type":"bridge","state":"connected","repeated":true}"#)
    #expect(lines.count == 3, "the page receives no second reply")
  }

  @Test func `reports a subscription that ended, and keeps the level`() throws {
    var driven = Driven(.decisions)
    _ = driven.greet()
    _ = driven.page(#"{"id":1,"request":"subscribe","unit":"pt"}"#)
    _ = driven.flickd(#"{"type":"reply","id":1,"ok":true,"swipes":[]}"#)
    driven.session.disconnected("gone")
    _ = driven.page
    _ = driven.sent
    driven.session.connected()
    let refusal = #"{"type":"reply","id":1,"ok":false,"error":{"code":"bad-value","message":"no such unit"}}"#
    #expect(driven.flickd(Self.hello, Self.state, refusal) == [])
    #expect(driven.sent.last == #"{"id":0,"request":"subscribe","level":"decisions"}"#)
    let lines = driven.flickd(Self.granted, Self.panels)
    let bridge = try JSON(try #require(lines.first))
    #expect(bridge.repeated == false)
    #expect(bridge.detail == "the subscription has ended: no such unit")
  }

  @Test func `ends if flickd does not support levels in requests`() {
    var driven = Driven(.decisions)
    driven.session.connected()
    let refusal = #"{"type":"reply","id":0,"ok":false,"error":{"code":"unknown-field","message":"?"}}"#
    #expect(driven.flickd(Self.hello, Self.state, refusal) == [])
    #expect(driven.session.ending?.code == .failure)
    #expect(driven.flickd(Self.end) == [])
  }

  @Test(arguments: [
    ("slow-consumer", Ending.Code.tryAgain), ("protocol", .policy), ("shutdown", nil), ("limit", nil),
    ("denied", nil),
  ]) func `ends at some byes and survives others`(reason: String, code: Ending.Code?) {
    var driven = Driven(.motion)
    _ = driven.greet()
    let bye = #"{"type":"bye","reason":"\#(reason)","detail":"so it is"}"#
    let lines = driven.flickd(bye)
    #expect(driven.session.ending?.code == code)
    #expect(lines == [code == nil ? #"{"type":"bridge","state":"disconnected","detail":"so it is"}"# : bye])
  }

  @Test func `ends if requests are too long, too deep or too many`() {
    let long = #"{"id":"\#(String(repeating: "a", count: 16384))"}"#
    let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
    for line in [long, deep] {
      var driven = Driven(.motion)
      _ = driven.greet()
      #expect(driven.page(line).first?.contains(#""reason":"protocol""#) == true)
      #expect(driven.session.ending?.code == .policy)
    }
    var driven = Driven(.motion)
    let ping = #"{"id":"\#(String(repeating: "a", count: 200))","request":"ping"}"#
    var count = 0
    while driven.session.ending == nil, count < 1000 {
      _ = driven.page(ping)
      count += 1
    }
    #expect(count == PageSession.maxPendingBytes / ping.utf8.count + 1)
  }
}
