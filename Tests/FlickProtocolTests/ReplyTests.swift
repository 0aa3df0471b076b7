import GestureCore
import Testing

@testable import FlickProtocol

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
