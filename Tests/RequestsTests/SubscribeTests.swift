import FlickProtocol
import GestureCore
import Requests
import Testing

/// A subscription that differs from the default in one field.
private func subscription(_ change: (inout Subscription) -> Void) -> Subscription {
  var subscription = Subscription()
  change(&subscription)
  return subscription
}

@Suite struct `A subscribe line` {
  static let good: [(fields: String, subscription: Subscription)] = [
    ("", Subscription()),
    (#""phases":["begin","update","begin"]"#, subscription { $0.phases = [.begin, .update] }),
    (
      #""presses_at_rest":true,"phases":["press"]"#,
      subscription { ($0.phases, $0.pressesAtRest) = ([.press], true) }
    ),
    (#""presses_at_rest":false"#, Subscription()),
    (#""unit":"pt""#, subscription { $0.unit = .points }),
    (#""unit":"fraction""#, subscription { $0.unit = .fraction }),
    (
      #""unit":"px","panel_id":"a","surface":{"height":1080,"width":1920.5}"#,
      subscription { wanted in
        (wanted.unit, wanted.panels) = (.pixels, ["a"])
        wanted.surface = Surface(width: 1920.5, height: 1080)
      }
    ),
    (#""panel_id":"p""#, subscription { $0.panels = ["p"] }),
    (#""panels":["p","q"],"panel_id":null"#, subscription { $0.panels = ["p", "q"] }),
    (#""fingers":[1,10,2]"#, subscription { $0.fingers = FingerCounts([1, 2, 10]) }),
    (#""max_rate_hz":59.94"#, subscription { $0.maxRate = 59.94 }),
    (#""max_rate_hz":1e3"#, subscription { $0.maxRate = 1000 }),
    (#""lookahead_ms":16"#, subscription { $0.lookahead = .milliseconds(16) }),
    (#""lookahead_ms":8.3333"#, subscription { $0.lookahead = Interval(microseconds: 8333) }),
    (#""activity":true"#, subscription { $0.activity = true }),
    (#""level":"decisions""#, subscription { $0.level = .decisions }),
    (#""zones":[]"#, subscription { $0.zones = [] }),
    (
      #""zones":null,"surface":null,"panels":null,"fingers":null,"max_rate_hz":null,"lookahead_ms":null"#,
      Subscription()
    ),
    (
      "\"panels\":\(RequestLine.array(64) { "\"\($0)\"" })",
      subscription { $0.panels = (0..<64).map { "\($0)" } }
    ),
    (
      "\"zones\":\(RequestLine.array(64) { "{\"name\":\"\($0)\"}" })",
      subscription { $0.zones = (0..<64).map { ZoneSpec(name: "\($0)") } }
    ),
  ]

  @Test(arguments: good) func `is read as a subscription`(fields: String, subscription: Subscription) throws {
    #expect(
      try RequestLine.verb("\"request\":\"subscribe\"\(fields.isEmpty ? "" : ",")\(fields)")
        == .subscribe(subscription))
    // The verb may come last; only then is the meaning of the fields known.
    #expect(
      try RequestLine.verb("\(fields)\(fields.isEmpty ? "" : ",")\"request\":\"subscribe\"")
        == .subscribe(subscription))
  }

  static let bad: [(fields: String, code: RequestErrorCode, words: String)] = [
    (#""phases":[]"#, .badValue, "`phases` is an array with at least one of begin, update, end, cancel"),
    (#""phases":"end""#, .badValue, "`phases` is an array"),
    (#""phases":null"#, .badValue, "`phases` is an array"),
    (#""phases":["end","ends"]"#, .badValue, "`phases[1]` is one of begin, update, end, cancel"),
    (
      #""presses_at_rest":true"#, .badValue,
      "`presses_at_rest` needs the phase press: add `press` and `release` to `phases`"
    ),
    (#""presses_at_rest":true,"phases":["begin","release"]"#, .badValue, "needs the phase press"),
    (#""presses_at_rest":null"#, .badValue, "`presses_at_rest` is true or false"),
    (#""press_at_rest":true"#, .unknownField, "did you mean `presses_at_rest`?"),
    (#""unit":"in""#, .badValue, "`unit` is one of mm, pt, fraction, px"),
    (#""unit":null"#, .badValue, "`unit` is one of"),
    (#""surface":{"width":1920}"#, .badValue, "`surface.height` is missing: a number above 0"),
    (#""surface":{"width":0,"height":1}"#, .badValue, "`surface.width` is a number above 0"),
    (#""surface":{"widht":1,"height":1}"#, .unknownField, "`surface.widht`: did you mean `width`?"),
    (#""surface":[1,2]"#, .badValue, "`surface` is an object of width, height"),
    (#""surface":{"width":1,"height":1,"width":1}"#, .badJSON, "the key `surface.width` comes twice"),
    (#""panel_id":7"#, .badValue, "`panel_id` is the identity of a panel"),
    (#""panel_id":"a","panels":["a"]"#, .badValue, "`panel_id` and `panels` set the same value"),
    (#""panels":[]"#, .badValue, "`panels` is an array with the identity of at least one panel"),
    (#""panels":["a",null]"#, .badValue, "`panels[1]` is the identity"),
    (
      "\"panels\":\(RequestLine.array(65) { "\"\($0)\"" })", .tooMany,
      "`panels` has at most 64 elements, not 65"
    ),
    (#""fingers":[]"#, .badValue, "`fingers` is an array with at least one number of fingers"),
    (#""fingers":[0]"#, .badValue, "`fingers[0]` is a whole number from 1 to 10"),
    (#""fingers":[1,11]"#, .badValue, "`fingers[1]` is"),
    (#""fingers":[1.0]"#, .badValue, "`fingers[0]` is a whole number"),
    (#""fingers":1"#, .badValue, "`fingers` is an array"),
    (#""max_rate_hz":0.5"#, .badValue, "`max_rate_hz` is a number from 1 to 1000"),
    (#""max_rate_hz":1000.001"#, .badValue, "`max_rate_hz` is"),
    (#""max_rate_hz":1e999"#, .badValue, "`max_rate_hz` is"),
    (#""max_rate_hz":"60""#, .badValue, "`max_rate_hz` is"),
    (#""lookahead_ms":0.999"#, .badValue, "`lookahead_ms` is a number from 1 to 100"),
    (#""lookahead_ms":100.001"#, .badValue, "`lookahead_ms` is"),
    (#""lookahead_ms":-16"#, .badValue, "`lookahead_ms` is"),
    (#""lookahead_ms":"16ms""#, .badValue, "`lookahead_ms` is"),
    (#""lookahead":16"#, .unknownField, "there is no field `lookahead`: did you mean `lookahead_ms`?"),
    (#""activity":1"#, .badValue, "`activity` is true or false"),
    (#""activity":null"#, .badValue, "`activity` is true or false"),
    (#""level":"all""#, .badValue, "`level` is one of decisions, motion, positions"),
    (#""level":null"#, .badValue, "`level` is one of"),
    (#""zones":{}"#, .badValue, "`zones` is an array of zones"),
    (#""zones":["a"]"#, .badValue, "`zones[0]` is an object"),
    (
      "\"zones\":\(RequestLine.array(65) { "{\"name\":\"\($0)\"}" })", .tooMany,
      "`zones` has at most 64 elements"
    ),
    (#""unit":"px""#, .surfaceRequired, "`unit` px needs `panel_id` and `surface`"),
    (#""unit":"px","panel_id":"a""#, .surfaceRequired, "needs"),
    (#""unit":"px","surface":{"width":1,"height":1}"#, .surfaceRequired, "needs"),
    (#""unit":"px","panels":["a"],"surface":{"width":1,"height":1}"#, .surfaceRequired, "needs"),
    (#""unit":"px","panel_id":null,"surface":null"#, .surfaceRequired, "needs"),
    (#""offset":1"#, .unknownField, "there is no field `offset`: the fields are id, request, phases, unit"),
    (#""zone":"a""#, .unknownField, "there is no field `zone`: did you mean `zones`?"),
    (#""phase":["end"]"#, .unknownField, "there is no field `phase`: did you mean `phases`?"),
    (#""phases":["end"],"phases":["end"]"#, .badJSON, "the key `phases` comes twice"),
    // A bad value is reported before an unknown field, and an unknown field before a missing field
    // or conflicting fields.
    (#""phase":1,"zones":[{"nmae":1,"axis":7}]"#, .badValue, "`zones[0].axis`"),
    (#""zones":[{"nmae":1}]"#, .unknownField, "`zones[0].nmae`: did you mean `name`?"),
    (#""unit":"px","zones":[{}]"#, .badValue, "`zones[0].name` is missing"),
  ]

  @Test(arguments: bad) func `that is wrong is refused with the field and its valid values`(
    fields: String, code: RequestErrorCode, words: String
  ) throws {
    for line in ["\"request\":\"subscribe\",\(fields)", "\(fields),\"request\":\"subscribe\""] {
      let refusal = try #require(RequestLine.refusal(line))
      #expect(refusal.id == .integer(1))
      #expect(refusal.code == code)
      #expect(refusal.message.contains(words), "\(refusal.message)")
    }
  }

  @Test func `has a limited depth, including nested zones and springs`() throws {
    #expect(throws: RequestFault.tooDeep) {
      try RequestLine.verb("\"zones\":[{\"spring\":\(String(repeating: "[", count: 14))")
    }
  }
}

@Suite struct `An update line` {
  @Test func `sets the offset of a zone`() throws {
    #expect(
      try RequestLine.verb(#""request":"update","zone":"cards","offset":-296.5"#)
        == .update(ZoneUpdate(zone: "cards", offset: -296.5)))
    #expect(
      try RequestLine.verb(#""offset":0,"zone":"c\u0061rds","request":"update""#)
        == .update(ZoneUpdate(zone: "cards", offset: 0)))
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("0.000", 0), ("0e5", 0), ("-0.0E-7", 0), ("5e-324", .leastNonzeroMagnitude),
    ("1.0", 1),
  ])
  func `accepts an offset in any number format`(written: String, offset: Double) throws {
    #expect(
      try RequestLine.verb("\"request\":\"update\",\"zone\":\"a\",\"offset\":\(written)")
        == .update(ZoneUpdate(zone: "a", offset: offset)))
  }

  static let bad: [(fields: String, code: RequestErrorCode, words: String)] = [
    (#""offset":1"#, .badValue, "`zone` is missing"),
    (#""zone":"a""#, .badValue, "`offset` is missing: a number"),
    (#""zone":7,"offset":1"#, .badValue, "`zone` is a string"),
    (#""zone":"a","offset":null"#, .badValue, "`offset` is a number from -1000000000 to 1000000000"),
    (#""zone":"a","offset":"1""#, .badValue, "`offset` is a number"),
    (#""zone":"a","offset":2e9"#, .badValue, "`offset` is a number"),
    // Too small for Double; a million generated lines showed that JSONDecoder rejects this number.
    (#""zone":"a","offset":1e-400"#, .badValue, "`offset` is a number"),
    (#""zone":"a","offset":-0.1e-999"#, .badValue, "`offset` is a number"),
    (#""zone":"a","offset":1,"zones":7"#, .unknownField, "there is no field `zones`: did you mean `zone`?"),
    (#""zone":"a","ofset":1"#, .unknownField, "there is no field `ofset`: did you mean `offset`?"),
    (#""zone":"a","offset":1,"zone":"b""#, .badJSON, "the key `zone` comes twice"),
  ]

  @Test(arguments: bad) func `that is wrong is refused`(
    fields: String, code: RequestErrorCode, words: String
  ) throws {
    let refusal = try #require(RequestLine.refusal("\"request\":\"update\",\(fields)"))
    #expect(refusal.code == code)
    #expect(refusal.message.contains(words), "\(refusal.message)")
  }
}
