import FlickProtocol
import GestureCore
import Requests
import Testing

@Suite struct `A zone in a subscribe line` {
  private func zone(_ fields: String) throws(RequestFault) -> ZoneSpec<Double>? {
    guard
      case .subscribe(let subscription) = try RequestLine.verb(
        "\"request\":\"subscribe\",\"zones\":[{\"name\":\"z\",\(fields)}]")
    else { return nil }
    return subscription.zones?.first
  }

  private static func zone(_ change: (inout ZoneSpec<Double>) -> Void) -> ZoneSpec<Double> {
    var zone = ZoneSpec(name: "z")
    change(&zone)
    return zone
  }

  static let good: [(fields: String, zone: ZoneSpec<Double>)] = [
    (
      #""rectangle":{"x":-1,"y":2.5,"width":3,"height":4e1}"#,
      zone { $0.rectangle = ZoneRectangle(x: -1, y: 2.5, width: 3, height: 40) }
    ),
    (#""edge":"left","depth":5.5"#, zone { ($0.edge, $0.depth) = (.left, 5.5) }),
    (#""edge":"bottom_right","depth":null"#, zone { $0.edge = .bottomRight }),
    (#""exclude":true"#, zone { $0.isExclusion = true }), (#""exclude":false"#, zone { _ in }),
    (#""axis":"x""#, zone { $0.axis = .x }), (#""axis":"y""#, zone { $0.axis = .y }),
    (
      #""directions":["left_up","right","down"]"#,
      zone { $0.directions = DirectionSet([.leftUp, .right, .down]) }
    ),
    (
      #""commit_if":["predicted","distance"]"#,
      zone { $0.commitIf = DecisionRule.CommitCriteria(distance: true, predicted: true) }
    ),
    (#""commit_if":["velocity"]"#, zone { $0.commitIf = DecisionRule.CommitCriteria(velocity: true) }),
    (
      #""distance":0,"velocity":800.5,"predicted":1e2"#,
      zone { ($0.distanceThreshold, $0.speedThreshold, $0.predictedThreshold) = (0, 800.5, 100) }
    ),
    (#""projection_us":250000"#, zone { $0.projection = 250_000 * 1e-6 }),
    // −1/(1000 ln 0.998) s: the normal rate of UIScrollView.
    (#""deceleration_rate":0.998"#, zone { $0.projection = 499_500 * 1e-6 }),
    (#""deceleration_rate":0.99"#, zone { $0.projection = 99_499 * 1e-6 }),
    (#""reversal":"follow""#, zone { $0.reversal = .follow }),
    (#""reversal":"ignore""#, zone { $0.reversal = .ignore }),
    (#""flick_min_travel":0"#, zone { $0.flickMinTravel = 0 }),
    (#""flick_min_travel":5.5"#, zone { $0.flickMinTravel = 5.5 }),
    (
      #""snap_points":[0,-296,-592.5],"offset":-296,"max_steps":1,"wrap":888"#,
      zone { ($0.snapPoints, $0.offset, $0.maxSteps, $0.wrap) = ([0, -296, -592.5], -296, 1, 888) }
    ),
    (
      "\"snap_points\":\(RequestLine.array(64) { "\($0)" })",
      zone { $0.snapPoints = (0..<64).map(Double.init) }
    ),
    (
      #""spring":{"duration_us":500000,"bounce":-0.2}"#,
      zone { $0.spring = .perceived(duration: 500_000 * 1e-6, bounce: -0.2) }
    ),
    (
      #""spring":{"damping_fraction":0.825,"response_us":550000}"#,
      zone { $0.spring = .response(550_000 * 1e-6, dampingFraction: 0.825) }
    ),
    (
      #""spring":{"mass":1,"stiffness":100,"damping":10}"#,
      zone { $0.spring = .physical(mass: 1, stiffness: 100, damping: 10) }
    ),
    (
      #""rectangle":null,"axis":null,"directions":null,"commit_if":null,"distance":null,"velocity":null,"#
        + #""predicted":null,"projection_us":null,"deceleration_rate":null,"reversal":null,"flick_min_travel":null,"max_steps":null,"#
        + #""wrap":null,"spring":null"#, ZoneSpec(name: "z")
    ),
  ]

  @Test(arguments: good) func `is read`(fields: String, zone: ZoneSpec<Double>) throws {
    #expect(try self.zone(fields) == zone)
  }

  static let bad: [(fields: String, code: RequestErrorCode, words: String)] = [
    (#""snap_pionts":[0]"#, .unknownField, "no field `zones[0].snap_pionts`: did you mean `snap_points`?"),
    (#""colour":1"#, .unknownField, "`zones[0].colour`: the fields are name, rectangle, edge"),
    (#""name":"y""#, .badJSON, "the key `zones[0].name` comes twice"),
    (#""rectangle":{"x":0,"y":0,"width":1}"#, .badValue, "`zones[0].rectangle.height` is missing"),
    (#""rectangle":{"x":0,"y":0,"width":-1,"height":1}"#, .badValue, "`zones[0].rectangle.width` is"),
    (#""rectangle":{"x":0,"y":0,"w":1,"height":1}"#, .unknownField, "`zones[0].rectangle.w`: the fields are"),
    (#""rectangle":{"x":null,"y":0,"width":1,"height":1}"#, .badValue, "`zones[0].rectangle.x` is a number"),
    (#""axis":"z""#, .badValue, "`zones[0].axis` is one of x, y"),
    (
      #""directions":[]"#, .badValue,
      "`zones[0].directions` is an array with at least one of right, right_down"
    ),
    (#""directions":["north"]"#, .badValue, "`zones[0].directions[0]` is one of right"),
    (#""commit_if":[]"#, .badValue, "`zones[0].commit_if` is an array with at least one of distance"),
    (#""commit_if":[true]"#, .badValue, "`zones[0].commit_if[0]` is one of distance, velocity, predicted"),
    (#""distance":-1"#, .badValue, "`zones[0].distance` is a number from 0 to 1000000000"),
    (#""velocity":"fast""#, .badValue, "`zones[0].velocity` is a number from 0"),
    (#""edge":"side""#, .badValue, "`zones[0].edge` is one of left, right, top"),
    (#""edge":"left","depth":0"#, .badValue, "`zones[0].depth` is a number above 0"),
    (#""exclude":1"#, .badValue, "`zones[0].exclude` is true or false"),
    (#""depth":5"#, .badValue, "`zones[0]`: `depth` counts from an `edge`"),
    (
      #""edge":"top","rectangle":{"x":0,"y":0,"width":3,"height":4}"#, .badValue,
      "`zones[0]`: `rectangle` and `edge` both set the position"
    ),
    (#""predicted":1e10"#, .badValue, "`zones[0].predicted` is a number from 0"),
    (#""projection_us":2.5"#, .badValue, "`zones[0].projection_us` is a whole number from 0 to 10000000"),
    (#""projection_us":10000001"#, .badValue, "`zones[0].projection_us` is a whole number"),
    (#""deceleration_rate":1"#, .badValue, "`zones[0].deceleration_rate` is a number above 0 and below 1"),
    (#""deceleration_rate":0"#, .badValue, "`zones[0].deceleration_rate` is a number above 0 and below 1"),
    (#""deceleration_rate":0.99999"#, .badValue, "within 10 s"),
    (
      #""projection_us":1,"deceleration_rate":0.998"#, .badValue,
      "`zones[0]`: `projection_us` and `deceleration_rate` both set τ"
    ),
    (#""reversal":"forbid""#, .badValue, "`zones[0].reversal` is one of follow, ignore"),
    (#""snap_points":null"#, .badValue, "`zones[0].snap_points` is an array of numbers"),
    (#""snap_points":[0,"1"]"#, .badValue, "`zones[0].snap_points[1]` is a number from -1000000000"),
    (
      "\"snap_points\":\(RequestLine.array(65) { "\($0)" })", .tooMany,
      "`zones[0].snap_points` has at most 64 elements"
    ),
    (#""offset":null"#, .badValue, "`zones[0].offset` is a number"),
    (#""max_steps":0"#, .badValue, "`zones[0].max_steps` is a whole number from 1 to 1000"),
    (#""wrap":0"#, .badValue, "`zones[0].wrap` is a number above 0"),
    (#""spring":{}"#, .badValue, "`zones[0].spring` is an object of duration_us and bounce, or"),
    (#""spring":{"duration_us":500000}"#, .badValue, "`zones[0].spring` is"),
    (#""spring":{"duration_us":500000,"bounce":0,"mass":1}"#, .badValue, "`zones[0].spring` is"),
    (#""spring":{"duration_us":0,"bounce":0}"#, .badValue, "`zones[0].spring.duration_us` is a whole number"),
    (
      #""spring":{"duration_us":1000,"bounce":1.01}"#, .badValue,
      "`zones[0].spring.bounce` is a number from -0.99 to 1"
    ),
    (#""spring":{"duration_us":1000,"bounce":-1}"#, .badValue, "from -0.99 to 1"),
    (
      #""spring":{"response_us":1000,"damping_fraction":-1}"#, .badValue,
      "`zones[0].spring.damping_fraction` is"
    ),
    (#""spring":{"masss":1}"#, .badValue, "`zones[0].spring` is an object"),
    (
      #""spring":{"mass":1,"stiffness":1,"damping":1,"friction":1}"#, .unknownField,
      "`zones[0].spring.friction`"
    ),
    (#""spring":7"#, .badValue, "`zones[0].spring` is an object"),
  ]

  @Test(arguments: bad) func `that is wrong is refused with its position`(
    fields: String, code: RequestErrorCode, words: String
  ) throws {
    let line = "\"request\":\"subscribe\",\"zones\":[{\"name\":\"z\",\(fields)}]"
    let refusal = try #require(RequestLine.refusal(line))
    #expect(refusal.code == code)
    #expect(refusal.message.contains(words), "\(refusal.message)")
  }

  static let contradictions: [(fields: String, unit: String, words: String?)] = [
    (#""distance":2"#, "mm", nil),
    (#""distance":1.5"#, "mm", "1.5 mm is not more than `slop`, 1.56 mm: every swipe would commit"),
    (#""distance":0"#, "pt", "0.0 mm is not more than `slop`"),
    (#""distance":11"#, "pt", nil),
    (#""axis":"x","directions":["up"]"#, "mm", "`directions`: none is along the axis x"),
    (#""axis":"x","directions":["left_up"]"#, "mm", "`directions`: none is along the axis x"),
    (#""max_steps":1"#, "mm", "`max_steps` needs `snap_points`"),
    (#""wrap":20"#, "mm", "`wrap` needs `snap_points`"),
    (#""wrap":20,"snap_points":[0,50]"#, "mm", "`wrap` is shorter than the range of `snap_points`"),
    (#""wrap":0.2,"snap_points":[0,0.5]"#, "fraction", "`wrap` is shorter"),
    (#""wrap":360,"snap_points":[0,90,180,270]"#, "pt", nil),
    (#""rectangle":{"x":5000,"y":0,"width":1,"height":1}"#, "fraction", "reaches beyond the panel"),
    (#""rectangle":{"x":0.5,"y":0,"width":0.5,"height":1}"#, "fraction", nil),
    (#""rectangle":{"x":0,"y":-1,"width":9,"height":9}"#, "mm", "reaches beyond the panel"),
    (#""rectangle":{"x":0,"y":0,"width":20000,"height":9}"#, "mm", "reaches beyond the panel"),
  ]

  @Test(arguments: contradictions)
  func `whose values contradict each other is refused as in a configuration`(
    fields: String, unit: String, words: String?
  ) throws {
    let line =
      "\"request\":\"subscribe\",\"unit\":\"\(unit)\",\"zones\":[{\"name\":\"a\"},{\"name\":\"z\",\(fields)}]"
    guard case .subscribe(let subscription) = try RequestLine.verb(line) else { return }
    let message = subscription.conflict(slop: 10 * 25.4 / 163, millimetersPerPoint: 25.4 / 163)
    guard let words else {
      #expect(message == nil)
      return
    }
    let conflict = try #require(message)
    #expect(conflict.hasPrefix("`zones[1]`: ") && conflict.contains(words), "\(conflict)")
  }

  static let names: [(name: String, isGood: Bool)] = [
    ("a", true), (String(repeating: "ß", count: 32), true), (String(repeating: "ß", count: 33), false),
    ("", false), (#"a\nb"#, false), (#"a\u007f"#, false), (#"\u0085"#, false), ("😀 \\\"", true),
    (#"\u00a0"#, true),
  ]

  @Test(arguments: names) func `has a name of 1 to 64 bytes without control characters`(
    name: String, isGood: Bool
  ) throws {
    for line in [
      "\"request\":\"subscribe\",\"zones\":[{\"name\":\"\(name)\"}]",
      "\"request\":\"update\",\"offset\":0,\"zone\":\"\(name)\"",
    ] {
      let refusal = RequestLine.refusal(line)
      #expect((refusal == nil) == isGood)
      if let refusal { #expect(refusal.message.contains("is a string of 1 to 64 bytes")) }
    }
  }

  @Test func `has a unique name`() throws {
    let line = #""request":"subscribe","zones":[{"name":"a"},{"name":"b"},{"name":"\u0061"}]"#
    let refusal = try #require(RequestLine.refusal(line))
    #expect(refusal.code == .badValue)
    #expect(refusal.message == "`zones[2].name` is the name of `zones[0]` too; choose another")
  }

  @Test func `needs a name`() throws {
    let refusal = try #require(
      RequestLine.refusal(#""request":"subscribe","zones":[{"name":"a"},{"axis":"x"}]"#))
    #expect(refusal.code == .badValue)
    #expect(refusal.message.hasPrefix("`zones[1].name` is missing: a string of 1 to 64 bytes"))
  }

  @Test func `with long words gets a short refusal`() throws {
    let long = String(repeating: "😀", count: 2000)
    let spring = #"{"name":"z","spring":{"\#(long)":1,"mass":1,"stiffness":1,"damping":1}}"#
    let zones = RequestLine.array(63) { "{\"name\":\"\($0)\"}" }.dropLast() + ",\(spring)]"
    let refusal = try #require(RequestLine.refusal("\"request\":\"subscribe\",\"zones\":\(zones)"))
    #expect(refusal.code == .unknownField)
    #expect(refusal.message.utf8.count <= 300)
  }
}
