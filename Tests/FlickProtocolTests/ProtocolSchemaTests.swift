import GestureCore
import TestKit
import Testing

@testable import FlickProtocol

extension ServiceCounts {
  /// Counts of zero, as a client of the level `positions` receives them.
  static let zero: ServiceCounts = {
    var counts = ServiceCounts()
    (counts.refused, counts.slowConsumers, counts.merged, counts.turns) = (0, 0, 0, 0)
    (counts.turn, counts.latency) = (DurationSummary(), DurationSummary())
    return counts
  }()
}

@Suite struct `The protocol's schema` {
  private func faults(_ definition: String, _ line: String) throws -> [Schema.Fault] {
    try ProtocolSchema.read().faults(of: try OrderedJSON(line), by: definition)
  }

  private func text(_ write: (inout LineWriter) -> Void) -> String {
    var line = LineWriter()
    write(&line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private static let panel = PanelMessage(
    panelID: "p", name: "n", vendor: 0xeef, product: 5, serial: nil, node: "/dev/input/event5", source: .live,
    width: 510, height: 287, scale: "kernel", rotation: 270, isMirrored: true, matrix: [1, 0, 0, 0, 1, 0],
    maxContacts: 10, liftDelayMicroseconds: 14_700)

  @Test func `accepts every line that flickd sends`() throws {
    var lines: [String] = []
    for level in Level.allCases {
      lines.append(text { HelloMessage(epoch: "e", clock: .monotonic, level: level).write(into: &$0) })
      var counts = PanelCounts(panelID: "p")
      counts.swipes.add(.ghost)
      counts.publicSwipes.add(.ghost)
      lines.append(
        text {
          let stats = StatsMessage(.zero, panels: [counts], level: level)
          ReplyMessage(to: .integer(1), .stats(stats)).write(into: &$0)
        })
    }
    for state in ConfigurationReport.State.allCases {
      let report = ConfigurationReport(state, detail: "d", notes: (0..<20).map { "\($0)" })
      lines.append(
        text {
          let stats = StatsMessage(.zero, panels: [], configuration: report, level: .positions)
          ReplyMessage(to: .integer(1), .stats(stats)).write(into: &$0)
        })
    }
    for reason in ByeReason.allCases {
      lines.append(text { ByeMessage(reason: reason, detail: "so").write(into: &$0) })
    }
    for change in PanelChange.allCases {
      lines.append(text { Self.panel.write(change, into: &$0) })
    }
    lines.append(
      text { StateMessage(panels: [Self.panel], swipes: [(SwipeID(number: 4), "p")]).write(into: &$0) })
    lines.append(text { ReplyMessage(to: .string("x"), .panels([Self.panel])).write(into: &$0) })
    lines.append(text { ReplyMessage(to: .integer(.min)).write(into: &$0) })
    for code in RequestErrorCode.allCases {
      lines.append(
        text { ReplyMessage(RequestRefusal(id: nil, code: code, message: "no")).write(into: &$0) })
    }
    for line in lines { #expect(try faults("message", line) == [], "\(line)") }
  }

  /// Lines that flickd never sends; each has one fault.
  static let wrong = [
    #"{"type":"bye","reason":"tired","detail":""}"#, #"{"type":"bye","reason":"limit"}"#,
    #"{"reason":"limit"}"#,
    #"{"type":"reply","id":1,"ok":false}"#, #"{"type":"reply","id":1.5,"ok":true}"#,
    #"{"type":"reply","id":1,"ok":true,"error":{"code":"bad-json","message":"no"}}"#,
    #"{"type":"reply","id":1,"ok":false,"error":{"code":"bad","message":"no"}}"#,
    #"{"type":"reply","id":1,"ok":true,"swipes":[{"swipe_id":1}]}"#,
    #"{"type":"reply","id":1,"ok":true,"clients":1}"#, #"{"type":"reply","id":1,"ok":true,"panels":[{}]}"#,
    #"{"type":"reply","id":1,"ok":true,"clients":1,"panels":[],"turns":1}"#,
    #"{"type":"state","panels":[]}"#, #"{"type":"news"}"#, #"{"type":"activity"}"#,
    #"{"id":1,"request":"ping"}"#,
  ]

  @Test(arguments: wrong) func `rejects lines that flickd never sends`(line: String) throws {
    #expect(try !faults("message", line).isEmpty)
  }

  private static let end = """
    {"type":"swipe","phase":"end","seq":7,"swipe_id":41,"panel_id":"p","t_us":8,"unit":"mm","fingers":1,\
    "start":{"x":187,"y":95.1},"location":{"x":177.5,"y":95.4},"translation":{"x":-9.5,"y":0.2},\
    "velocity":{"x":-223.1,"y":3.2},"projection_us":250000,"predicted_end_translation":{"x":-65.3,"y":1},\
    "predicted_end_location":{"x":121.7,"y":96.2},"duration_us":182000,"idle_us":null,"edge":null,\
    "decision":{"kind":"flick","commit":true,"by":["velocity"],"direction":"left","distance":9.5,\
    "distance_threshold":31.166,"speed":223.1,"speed_threshold":124.663,"no_commit":null,"travel":9.5,\
    "travel_threshold":6},\
    "estimate":{"samples":11,"window_us":92000,"age_us":8300,"confidence":0.997},"zone":null}
    """

  /// Replacements in a swipe line, and whether the result is still valid.
  static let changes: [(old: String, new: String, isGood: Bool)] = [
    ("", "", true), ("\"zone\":null", "\"zone\":null,\"news\":{}", true),
    ("\"start\":{\"x\":187,\"y\":95.1},", "", false), ("\"edge\":null,", "", false),
    ("\"seq\":7", "\"seq\":0", false), ("\"unit\":\"mm\"", "\"unit\":\"in\"", false),
    ("\"end\"", "\"cancel\"", false), ("\"end\"", "\"update\"", false),
    ("\"phase\":\"end\"", "\"phase\":\"end\",\"reason\":\"palm\"", false),
    ("\"zone\":null", "\"zone\":null,\"progress\":1", false), ("\"seq\":7", "\"seq\":7,\"merged\":1", false),
    ("\"by\":[\"velocity\"]", "\"by\":[\"speed\"]", false), ("\"idle_us\":null", "\"idle_us\":-1", false),
    ("\"confidence\":0.997", "\"confidence\":1.1", false), ("\"fingers\":1", "\"fingers\":11", false),
    ("\"no_commit\":null,", "", false), ("\"no_commit\":null", "\"no_commit\":\"end_of_range\"", true),
    ("\"no_commit\":null", "\"no_commit\":\"slow\"", false),
    (",\"travel_threshold\":6", "", false),
    ("\"zone\":null", "\"zone\":null,\"slop\":1.6", false),
    ("\"zone\":null", #""zone":null,"lookahead_translation":{"x":1,"y":2}"#, false),
    ("\"zone\":null", #""zone":{"name":"cards"}"#, true),
    ("\"zone\":null", #""zone":{"name":"c","snap":{"from":0,"index":1,"steps":-1,"offset":-296}}"#, true),
    ("\"zone\":null", #""zone":{"name":"c","snap":{"from":0,"index":1,"offset":-296}}"#, false),
    (
      "\"zone\":null",
      #""zone":{"name":"c","spring":{"duration_us":5,"bounce":0,"stiffness":1,"damping":1,"initial_velocity":1,"#
        + #""relative_velocity":null,"settling_us":9}}"#, true
    ),
    ("\"zone\":null", #""zone":{"name":"c","spring":{"duration_us":5}}"#, false),
  ]

  @Test(arguments: changes) func `rejects faulty swipe lines`(old: String, new: String, isGood: Bool) throws {
    let line = old.isEmpty ? Self.end : Self.end.replacing(old, with: new)
    #expect(old.isEmpty || line != Self.end)
    #expect(try faults("message", line).isEmpty == isGood)
  }

  @Test func `accepts the phases of a swipe at every level`() throws {
    let positions = ["start", "location", "predicted_end_location"]
    let vectors = ["translation", "predicted_end_translation", "edge"]
    func without(_ names: [String], _ line: String) throws -> String {
      let fields = try #require(try OrderedJSON(line).fields)
      let kept = fields.filter { !names.contains($0.name) }
      return "{" + kept.map { "\"\($0.name)\":\(Self.written($0.value))" }.joined(separator: ",") + "}"
    }
    let update = Self.end.replacing(
      "\"phase\":\"end\"", with: "\"phase\":\"update\",\"merged\":2,\"progress\":0.5")
    let cancel = try without(
      [
        "velocity", "projection_us", "decision", "estimate", "predicted_end_translation",
        "predicted_end_location",
      ],
      Self.end.replacing("\"phase\":\"end\"", with: "\"phase\":\"cancel\",\"reason\":\"palm\""))
    let begin = update.replacing(
      "\"phase\":\"update\",\"merged\":2", with: "\"phase\":\"begin\",\"slop\":1.6")
    let ahead = update.replacing(
      "\"velocity\":{", with: #""lookahead_translation":{"x":-13,"y":0.3},"velocity":{"#)
    #expect(try !faults("message", without(["slop"], begin)).isEmpty)
    for line in [begin, Self.end, update, ahead, cancel] {
      #expect(try faults("message", line) == [])
      #expect(try faults("message", without(positions, line)) == [])
    }
    #expect(try faults("message", without(positions + vectors, Self.end)) == [])
    #expect(try faults("message", without(positions + vectors, cancel)) == [])
    #expect(try !faults("message", without(vectors, ahead)).isEmpty)
    // A client at the level decisions gets no updates.
    #expect(try !faults("message", without(positions + vectors, update)).isEmpty)
  }

  private static func written(_ value: OrderedJSON) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .array(let elements): "[\(elements.map(written).joined(separator: ","))]"
    case .object(let fields):
      "{\(fields.map { "\"\($0.name)\":\(written($0.value))" }.joined(separator: ","))}"
    }
  }
}
