import Foundation
import GestureCore
import TestKit
import Testing

@testable import FlickProtocol

@Suite struct `A request line` {
  private func read(_ line: some Sequence<UInt8>) throws(RequestFault) -> Request {
    try Request(line: Array(line).span)
  }

  private func refusal(_ line: String) -> RequestRefusal? {
    do throws(RequestFault) {
      _ = try read(line.utf8)
    } catch {
      if case .refused(let refusal) = error { return refusal }
    }
    return nil
  }

  static let good: [(line: String, request: Request)] = [
    (#"{"id":1,"request":"ping"}"#, Request(id: .integer(1), verb: .ping)),
    (#"{"request":"panels","id":"a"}"#, Request(id: .string("a"), verb: .panels)),
    ("\t{ \"id\" : -7 , \"request\" : \"stats\" }\r", Request(id: .integer(-7), verb: .stats)),
    (#"{"\u0069d":"","r\u0065quest":"p\u0069ng"}"#, Request(id: .string(""), verb: .ping)),
    (#"{"id":9223372036854775807,"request":"ping"}"#, Request(id: .integer(.max), verb: .ping)),
    (#"{"id":-9223372036854775808,"request":"ping"}"#, Request(id: .integer(.min), verb: .ping)),
    (#"{"id":-0,"request":"ping"}"#, Request(id: .integer(0), verb: .ping)),
    (#"{"id":"\u0000ß\ud83d\ude00","request":"ping"}"#, Request(id: .string("\0ß😀"), verb: .ping)),
  ]

  @Test(arguments: good) func `is read`(line: String, request: Request) throws {
    #expect(try read(line.utf8) == request)
  }

  static let bad: [(line: String, id: Request.ID?, code: RequestErrorCode, words: String)] = [
    ("nonsense", nil, .badJSON, "this is not JSON: byte 2 is unexpected"),
    (" ", nil, .badJSON, "this is not JSON: the text is incomplete"),
    (#"{"id":1,"request":"ping""#, .integer(1), .badJSON, "this is not JSON: the text is incomplete"),
    (#"{"id":1,"request":"ping"} x"#, .integer(1), .badJSON, "byte 27"),
    (#"{"id":1,"request":"ping"}{"id":2,"request":"ping"}"#, .integer(1), .badJSON, "byte 26"),
    (#"{"request":"ping",}"#, nil, .badJSON, "byte 19"),
    ("[]", nil, .badJSON, "a request is a JSON object"),
    ("[1", nil, .badJSON, "the text is incomplete"),
    ("\"ping\"", nil, .badJSON, "a request is a JSON object"),
    (#"{"id":1,"request":"ping","id":1}"#, nil, .badJSON, "the key `id` comes twice"),
    (#"{"id":1,"request":"ping","\u0069d":2}"#, nil, .badJSON, "the key `id` comes twice"),
    (#"{"id":1,"request":"ping","request":"ping"}"#, .integer(1), .badJSON, "the key `request` comes twice"),
    (#"{"id":1,"request":"ping","a":{"b":1,"b":1}}"#, .integer(1), .badJSON, "the key `a.b` comes twice"),
    (#"{"id":1.0,"request":"ping"}"#, nil, .badValue, "`id` is a whole number of 64 bits or a string"),
    (#"{"id":1e3,"request":"ping"}"#, nil, .badValue, "`id` is"),
    (#"{"id":9223372036854775808,"request":"ping"}"#, nil, .badValue, "`id` is"),
    (#"{"id":-9223372036854775809,"request":"ping"}"#, nil, .badValue, "`id` is"),
    (#"{"id":null,"request":"ping"}"#, nil, .badValue, "`id` is"),
    (#"{"id":{"id":1},"request":"ping"}"#, nil, .badValue, "`id` is"),
    (
      #"{"id":"\#(String(repeating: "x", count: 257))","request":"ping"}"#, nil, .badValue,
      "at most 256 bytes"
    ),
    (#"{"id":1,"request":["ping"]}"#, .integer(1), .badValue, "`request` is a string"),
    (#"{"request":"ping"}"#, nil, .badValue, "`id` is missing"),
    (
      #"{"id":"x"}"#, .string("x"), .badValue,
      "`request` is missing: the requests are ping, panels, stats, subscribe, update"
    ),
    ("{}", nil, .badValue, "`id` is missing"),
    (
      #"{"id":1,"request":"panel"}"#, .integer(1), .unknownRequest,
      "no request `panel`: did you mean `panels`?"
    ),
    (#"{"id":1,"request":"PING"}"#, .integer(1), .unknownRequest, "did you mean `ping`?"),
    (#"{"id":1,"request":"shutdown"}"#, .integer(1), .unknownRequest, "the requests are ping, panels, stats"),
    (#"{"id":1,"request":"subscirbe"}"#, .integer(1), .unknownRequest, "did you mean `subscribe`?"),
    (
      #"{"id":1,"request":"ping","reqest":1}"#, .integer(1), .unknownField,
      "no field `reqest`: did you mean `request`?"
    ),
    (
      #"{"id":1,"method":"ping"}"#, .integer(1), .unknownField,
      "no field `method`: write `request` in its place"
    ),
    (#"{"id":1,"request":"ping","type":1}"#, .integer(1), .unknownField, "the fields are id, request"),
    (#"{"id":1,"requst":"ping"}"#, .integer(1), .unknownField, "did you mean `request`?"),
    (#"{"id":1,"request":"ping","colour":[{}]}"#, .integer(1), .unknownField, "the fields are id, request"),
    (
      #"{"id":1,"request":"ping","zones":7}"#, .integer(1), .unknownField,
      "no field `zones`: the fields are id, request"
    ),
    (
      #"{"zone":1,"id":1,"request":"stats"}"#, .integer(1), .unknownField,
      "no field `zone`: the fields are id, request"
    ),
  ]

  @Test(arguments: bad) func `that is wrong is refused with its id and the reason`(
    line: String, id: Request.ID?, code: RequestErrorCode, words: String
  ) throws {
    let refusal = try #require(self.refusal(line))
    #expect(refusal.id == id)
    #expect(refusal.code == code)
    #expect(refusal.message.contains(words), "\(refusal.message)")
  }

  @Test func `with a long word gets a short refusal`() throws {
    let word = String(repeating: "é", count: 5000)
    let refused = [
      refusal(#"{"id":1,"request":"\#(word)"}"#), refusal(#"{"id":1,"request":"ping","\#(word)":1}"#),
    ]
    for refusal in refused { #expect(try #require(refusal).message.utf8.count < 150) }
  }

  @Test(arguments: [
    "[[[[[[[[[[[[[[[[[", #"{"id":1,"request":"ping","a":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}"#,
    #"{"id":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1"#,
  ]) func `that is nested deeper than 16 is a fault of its own`(line: String) {
    #expect(throws: RequestFault.tooDeep) { try read(line.utf8) }
    #expect(throws: RequestFault.tooDeep) { try read((line + "]}").utf8) }
  }

  @Test(arguments: 0..<10) func `that is generated is read as JSONDecoder reads it, or refused`(
    seed: UInt64
  ) throws {
    let accepted = try RequestAgreement.check(2000, seed: seed)
    #expect(accepted > 400, "seed \(seed)")
  }

  @Test(arguments: 0..<10) func `of random bytes is read or refused without a crash`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      let count = Int.random(in: 0..<60, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      _ = try? read(bytes)
      _ = try? read(Array("{\"id\":\"".utf8) + bytes)
    }
  }
}

@Suite struct `A reply` {
  private func text(_ write: (inout LineWriter) -> Void) -> String {
    var line = LineWriter()
    write(&line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private var counts: PanelCounts {
    var counts = PanelCounts(panelID: "a")
    (counts.message.contacts, counts.message.contactsDown) = (9, 2)
    (counts.message.frames, counts.message.dropped) = (700, 1)
    counts.swipes.add(.palm)
    counts.swipes.add(.dropped)
    counts.swipes.add(.dropped)
    counts.publicSwipes.add(.dropped)
    return counts
  }

  @Test func `to stats reports the configuration if there is something to report`() {
    func text(_ report: ConfigurationReport, _ level: Level) -> String {
      var line = LineWriter()
      let stats = StatsMessage(.zero, panels: [], configuration: report, level: level)
      ReplyMessage(to: .integer(1), .stats(stats)).write(into: &line)
      return String(decoding: line.bytes, as: UTF8.self)
    }
    #expect(!text(ConfigurationReport(.good), .positions).contains("configuration"))
    #expect(!text(ConfigurationReport(.good, notes: ["a"]), .motion).contains("configuration"))
    #expect(
      text(ConfigurationReport(.good, notes: ["a", "b"]), .positions).contains(
        #""configuration":{"state":"good","notes":["a","b"]},"panels":[]"#))
    #expect(
      text(ConfigurationReport(.degraded, detail: "d", notes: ["a"]), .decisions).contains(
        #""configuration":{"state":"degraded","detail":"d"},"panels":[]"#))
    let many = text(ConfigurationReport(.outdated, detail: "d", notes: (0..<20).map { "n\($0)" }), .positions)
    #expect(many.contains(#""n15","4 more: `flickctl check` names them all"]"#))
  }

  private var service: ServiceCounts {
    var service = ServiceCounts.zero
    (service.clients, service.turns, service.merged, service.uptime) = (3, 17, 5, .seconds(61))
    service.latency = DurationSummary(
      count: 4, p50: .microseconds(10), p99: .microseconds(20), p999: .microseconds(21),
      max: .microseconds(22))
    return service
  }

  @Test func `carries the request's own id`() {
    #expect(
      text { ReplyMessage(to: .integer(-3)).write(into: &$0) }
        == "{\"type\":\"reply\",\"id\":-3,\"ok\":true}\n")
    #expect(
      text { ReplyMessage(to: .string("a\"\n")).write(into: &$0) }
        == "{\"type\":\"reply\",\"id\":\"a\\\"\\u000a\",\"ok\":true}\n")
    let refusal = RequestRefusal(id: nil, code: .badJSON, message: "no")
    #expect(
      text { ReplyMessage(refusal).write(into: &$0) }
        == "{\"type\":\"reply\",\"id\":null,\"ok\":false,\"error\":{\"code\":\"bad-json\",\"message\":\"no\"}}\n"
    )
  }

  @Test func `to stats reports everything at the level positions`() {
    let reply = text {
      let stats = StatsMessage(service, panels: [counts, PanelCounts(panelID: "b")], level: .positions)
      ReplyMessage(to: .integer(1), .stats(stats)).write(into: &$0)
    }
    let expected = """
      {"type":"reply","id":1,"ok":true,"clients":3,"uptime_us":61000000,"refused":0,"slow_consumers":0,"merged":5,"turns":17,\
      "turn_us":{"count":0,"p50":0,"p99":0,"p999":0,"max":0},"latency_us":{"count":4,"p50":10,"p99":20,"p999":21,"max":22},"panels":[{"panel_id":"a","contacts":9,"contacts_down":2,"frames":700,"rejected":{},\
      "dropped":1,"swipes":0,"flicks":0,"drags":0,"commits":0,"cancels":{"palm":1,"dropped":2}},{"panel_id":"b",\
      "contacts":0,"contacts_down":0,"frames":0,"rejected":{},"dropped":0,"swipes":0,"flicks":0,"drags":0,"commits":0,"cancels":{}}]}

      """
    #expect(reply == expected)
  }

  @Test(arguments: [Level.decisions, .motion])
  func `to stats reports nothing at lower levels that a tap would change`(level: Level) {
    let reply = text {
      let stats = StatsMessage(service, panels: [counts], level: level)
      ReplyMessage(to: .integer(1), .stats(stats)).write(into: &$0)
    }
    let expected = """
      {"type":"reply","id":1,"ok":true,"clients":3,"uptime_us":61000000,"panels":[{"panel_id":"a","dropped":1,"swipes":0,"flicks":0,"drags":0,\
      "commits":0,"cancels":{"dropped":1}}]}

      """
    #expect(reply == expected)
  }
}
