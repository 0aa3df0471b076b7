@testable import GestureCore

/// Random springs, projections, snap points and strokes with the core's results, as lines of JSON:
/// `Tests/Web/physics.test.mjs` compares the module of web pages with these.
struct WebVectors<Random: RandomNumberGenerator> {
  private var random: Random

  init(by random: Random) {
    self.random = random
  }

  /// `count` lines, a fifth of each kind.
  mutating func lines(_ count: Int) -> [String] {
    (0..<count).map { number in
      switch number % 5 {
      case 0: spring(number / 5)
      case 1: projection()
      case 2: snap(number / 5)
      case 3: rule(number / 5)
      default: velocity(number / 5)
      }
    }
  }

  /// Swipes in zones with and without snap points, of which about half travelled too little for
  /// their velocity to count.
  private mutating func rule(_ number: Int) -> String {
    let isVertical = Bool.random(using: &random)
    var rule = DecisionRule(
      axis: .fixed(isVertical ? .y : .x),
      distance: .init(x: 0, y: 0), speed: any(100...1000), predicted: .init(x: 0, y: 0),
      projection: any(0...0.6), reversal: number % 3 == 0 ? .ignore : .follow,
      travelThreshold: number % 4 == 0 ? 0 : any(0...60))
    rule.distance.x = any(20...300)
    rule.predicted.x = any(20...500)
    (rule.distance.y, rule.predicted.y) = (rule.distance.x, rule.predicted.x)
    rule.commitIf = DecisionRule.CommitCriteria(
      distance: Bool.random(using: &random), velocity: Bool.random(using: &random),
      predicted: Bool.random(using: &random))
    let directions: [Direction] = isVertical ? [.up, .down] : [.left, .right]
    let allowed = number % 2 == 0 ? directions : [directions[number / 2 % 2]]
    rule.allowed = DirectionSet()
    for direction in allowed { rule.allowed.insert(direction) }
    let offsets = number % 3 == 1 ? [0.0, -100, -250] : []
    let t = number % 11 == 0 ? 0 : any(-300...300)
    let v = number % 7 == 0 ? 0 : any(-1500...1500)
    let travel = any(0...60)
    let found = decided(rule, (t, v, travel), at: offsets.randomElement(using: &random) ?? 0, offsets)
    let by = [
      (rule.commitIf.distance, "distance"), (rule.commitIf.velocity, "velocity"),
      (rule.commitIf.predicted, "predicted"),
    ].filter(\.0).map { "\"\($0.1)\"" }.joined(separator: ",")
    return """
      {"kind":"rule","input":{"options":{"axis":"\(isVertical ? "y" : "x")","distance":\(rule.distance.x),\
      "velocity":\(rule.speed.x),"predicted":\(rule.predicted.x),"projection":\(rule.projection),\
      "reversal":"\(rule.reversal)","flickMinTravel":\(rule.travelThreshold),"commitIf":[\(by)],\
      "directions":[\(allowed.map { "\"\($0)\"" }.joined(separator: ","))],"snapPoints":\(offsets),\
      "offset":\(found.offset)},"t":\(t),"v":\(v),"travel":\(travel)},"output":\(found.text)}
      """
  }

  /// The core's decision for a swipe over content at an offset, as JSON.
  private func decided(
    _ rule: DecisionRule, _ swipe: (t: Double, v: Double, travel: Double), at offset: Double,
    _ offsets: [Double]
  ) -> (text: String, offset: Double) {
    let isVertical = rule.axis == .fixed(.y)
    let translation = Translation(x: isVertical ? 1 : swipe.t, y: isVertical ? swipe.t : 1)
    let velocity = Velocity(x: isVertical ? 1 : swipe.v, y: isVertical ? swipe.v : 1)
    var decision = rule.decide(translation: translation, velocity: velocity, travel: swipe.travel)
    if !offsets.isEmpty {
      var points = SnapPoints()
      for offset in offsets { _ = points.insert(offset) }
      var zone = Zone(rule: rule, snapPoints: points)
      let from = points.nearest(to: offset)
      func snap(_ velocity: Velocity) -> Snap {
        zone.snap(translation: translation, velocity: velocity, offset: offset, from: from)
      }
      let found = snap(
        rule.decisive(velocity, translation: translation, travel: swipe.travel, retreat: .unknown))
      let thrown = snap(velocity)
      zone.commit(&decision, to: found, thrown: thrown)
    }
    let reason: [Decision.NoCommit: String] = [
      .direction: "direction", .shortTravel: "short_travel", .endOfRange: "end_of_range",
      .belowThresholds: "below_thresholds",
    ]
    let by = decision.by
    let words = [(by.distance, "distance"), (by.velocity, "velocity"), (by.predicted, "predicted")]
      .filter(\.0).map { "\"\($0.1)\"" }.joined(separator: ",")
    let text = """
      {"kind":"\(decision.kind)","commit":\(decision.commit),"by":[\(words)],\
      "direction":\(decision.direction.map { "\"\($0)\"" } ?? "null"),"distance":\(decision.distance),\
      "speed":\(decision.speed),"predicted":\(decision.predicted.map { "\($0)" } ?? "null"),\
      "no_commit":\(decision.noCommit.flatMap { reason[$0] }.map { "\"\($0)\"" } ?? "null")}
      """
    return (text, offset)
  }

  private mutating func any(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  /// JSON cannot represent infinity.
  private static func text(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  /// Every fourth spring is critically damped or almost, every eighth creeps, and the forms
  /// alternate.
  private mutating func spring(_ number: Int) -> String {
    let stated: String
    let spring: Spring
    let duration = any(0.05...3)
    switch number % 8 {
    case 5:
      let fraction = any(0.01...20)
      stated = #"{"response":\#(duration),"dampingFraction":\#(fraction)}"#
      spring = Spring(response: duration, dampingFraction: fraction)
    case 7:
      let (mass, stiffness) = (any(0.1...10), any(0.5...5000))
      let damping = 2 * (mass * stiffness).squareRoot() * any(0.01...20)
      stated = #"{"mass":\#(mass),"stiffness":\#(stiffness),"damping":\#(damping)}"#
      spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
    default:
      let bounce =
        switch number % 8 {
        case 0: 0.0
        case 4: any(-1e-6...1e-6)
        case 6: any(-0.99 ... -0.7)
        default: any(-0.7...0.99)
        }
      stated = #"{"duration":\#(duration),"bounce":\#(bounce)}"#
      spring = Spring(duration: duration, bounce: bounce)
    }
    let start = Spring.State(
      displacement: any(-600...600), velocity: number % 5 == 0 ? 0 : any(-5000...5000))
    let time = duration * any(0...2)
    let tolerance = any(0.01...1)
    let found = spring.state(after: time, from: start)
    return """
      {"kind":"spring","input":{"spring":\(stated),"start":{"displacement":\(start.displacement),\
      "velocity":\(start.velocity)},"time":\(time),"tolerance":\(tolerance)},"output":{\
      "stiffness":\(spring.stiffness),"damping":\(spring.damping),"duration":\(spring.duration),\
      "bounce":\(spring.bounce),"dampingFraction":\(spring.dampingFraction),\
      "displacement":\(found.displacement),"velocity":\(found.velocity),\
      "settling":\(Self.text(spring.settlingTime(from: start, within: tolerance)))}}
      """
  }

  private mutating func projection() -> String {
    let rate = any(0.5...0.9999)
    let (translation, velocity) = (any(-1000...1000), any(-5000...5000))
    let seconds = DecisionRule.projection(decelerationRate: rate)
    return """
      {"kind":"projection","input":{"rate":\(rate),"translation":\(translation),"velocity":\(velocity)},\
      "output":{"seconds":\(seconds),"landing":\(translation + seconds * velocity)}}
      """
  }

  /// Lists that rise, fall and jump; dials; landings in the middle between two points, where the
  /// velocity decides.
  private mutating func snap(_ number: Int) -> String {
    let count = Int.random(in: 1...12, using: &random)
    let step = any(1...400)
    let offsets: [Double] = (0..<count).map { index in
      switch number % 4 {
      case 0: Double(index) * step
      case 1: Double(-index) * step
      case 2: any(-1000...1000)
      default: Double(Int.random(in: -5...5, using: &random)) * step
      }
    }
    let period = number % 3 == 0 ? any(1...1500) : nil
    let maxSteps = number % 5 == 0 ? Int.random(in: 0...4, using: &random) : nil
    var points = SnapPoints(period: period, maxSteps: maxSteps)
    for offset in offsets { _ = points.insert(offset) }
    let begin = Int.random(in: 0..<points.count, using: &random)
    let velocity = number % 2 == 0 ? 0 : any(-3000...3000)
    let landing =
      number % 7 == 0 && points.count > 1
      ? (points.offset(of: 0) + points.offset(of: 1)) / 2 : any(-3000...3000)
    let target = points.target(near: landing, velocity: velocity, from: begin)
    return """
      {"kind":"snap","input":{"offsets":\(offsets),"period":\(period.map { "\($0)" } ?? "null"),\
      "maxSteps":\(maxSteps.map { "\($0)" } ?? "null"),"landing":\(landing),"velocity":\(velocity),\
      "begin":\(begin)},"output":{"count":\(points.count),"number":\(target),"index":\(points.index(of: target)),\
      "offset":\(points.offset(of: target)),"progress":\(points.progress(at: landing, from: begin)),\
      "isHighest":\(points.isLast(target, isPositive: true)),"isLowest":\(points.isLast(target, isPositive: false))}}
      """
  }

  /// Parabolas with jitter at any rate; every fifth has an outlier, every seventh turns, every
  /// ninth repeats its last position.
  ///
  /// The unit of the web pages is the point.
  private mutating func velocity(_ number: Int) -> String {
    let period = any(1...20)
    let (speed, bend) = (any(-1500...1500), any(-3000...3000))
    let isLifted = number % 2 == 0
    let count = Int.random(in: 2...40, using: &random)
    let wild = number % 5 == 0 ? Int.random(in: 0..<count, using: &random) : -1
    var tracker = VelocityTracker()
    var timestamp: Int64 = 1_000_000
    var samples: [String] = []
    var position = PanelPoint(x: 0, y: 0)
    for index in 0..<count {
      timestamp += Int64(period * 1000 * any(0.6...1.4))
      let seconds = Double(timestamp - 1_000_000) * 1e-6
      let isBack = number % 7 == 0 && index * 3 > count * 2
      let isAgain = number % 9 == 0 && index == count - 1
      let offset = index == wild ? any(20...80) : 0
      if !isAgain {
        position = PanelPoint(
          x: 50 + (isBack ? -1 : 1) * speed * seconds + bend * seconds * seconds + any(-0.1...0.1) + offset,
          y: 80 + speed / 3 * seconds + any(-0.1...0.1))
      }
      tracker.append(position, at: Instant(microseconds: timestamp))
      let (x, y) = (position.x / millimetersPerPoint, position.y / millimetersPerPoint)
      samples.append(#"{"time":\#(Double(timestamp) / 1000),"x":\#(x),"y":\#(y)}"#)
    }
    let found = tracker.estimate(by: VelocityModel(), hasLifted: isLifted)
    return """
      {"kind":"velocity","input":{"samples":[\(samples.joined(separator: ","))],"hasLifted":\(isLifted)},\
      "output":{"x":\(found.velocity.x / millimetersPerPoint),"y":\(found.velocity.y / millimetersPerPoint),\
      "samples":\(found.samples),"confidence":\(found.confidence)}}
      """
  }
}
