import FlickProtocol
import Requests
import TestKit
import Testing

@testable import GestureCore
@testable import Pipeline

@Suite struct `The contract's example` {
  /// The request from the contract.
  private static let request = """
    {"id":1,"request":"subscribe","phases":["begin","update","end","cancel"],"unit":"pt","max_rate_hz":60,\
    "zones":[{"name":"cards","axis":"x","snap_points":[0,-296,-592],"offset":0}]}
    """

  /// The end from the contract, without the spring, which the contract omits: half a second without
  /// bounce, for −234.8 pt at −1432 pt/s.
  ///
  /// The spring settles when (x₀ + (v₀ + ωx₀)t)·e^(−ωt) with ω = 4π falls to a thousandth of the
  /// displacement.
  private static let end = """
    {"type":"swipe","phase":"end","seq":1007,"swipe_id":41,"panel_id":"pci-0000:00:14.0-usb-0:3:1.0",\
    "t_us":81234567890,"unit":"pt","fingers":1,\
    "start":{"x":1200,"y":610.5},"location":{"x":1138.8,"y":612},"translation":{"x":-61.2,"y":1.5},\
    "velocity":{"x":-1432,"y":20.4},\
    "projection_us":250000,"predicted_end_translation":{"x":-419.2,"y":6.6},\
    "predicted_end_location":{"x":780.8,"y":617.1},"duration_us":182000,"idle_us":5400000,"edge":null,\
    "decision":{"kind":"flick","commit":true,"by":["predicted"],"direction":"left","distance":61.2,\
    "distance_threshold":200,"speed":1432,"speed_threshold":800,"no_commit":null,"travel":61.2,\
    "travel_threshold":38.504},\
    "estimate":{"samples":11,"window_us":92000,"age_us":8300,"confidence":0.97},\
    "zone":{"name":"cards","snap":{"from":0,"index":1,"steps":1,"offset":-296},\
    "spring":{"duration_us":500000,"bounce":0,"stiffness":157.914,"damping":25.133,"initial_velocity":-1432,\
    "relative_velocity":6.099,"settling_us":684278}}}
    """

  private func view(_ level: Level = .positions) throws -> View {
    let request = try Request(line: Array(Self.request.utf8).span)
    #expect(request.id == .integer(1))
    let subscription = try #require(request.verb.subscription)
    #expect(subscription.maxRate == 60)
    return try View(subscription, level: level, connection: 1)
  }

  /// The fact behind the example's end, or at an earlier time; lengths in pt.
  private func fact(_ phase: SwipePhase, by translation: (x: Double, y: Double)) -> SwipeFact {
    let pt = millimetersPerPoint
    return SwipeFact(
      phase: phase, swipe: SwipeID(number: 41), instant: Instant(microseconds: 81_234_567_890), fingers: 1,
      start: PanelPoint(x: 1200 * pt, y: 610.5 * pt),
      translation: Translation(x: translation.x * pt, y: translation.y * pt), excursion: 61.3 * pt,
      travel: 61.2 * pt,
      estimate: VelocityEstimate(
        velocity: Velocity(x: -1432 * pt, y: 20.4 * pt), samples: 11, window: .milliseconds(92),
        confidence: 0.97),
      age: Interval(microseconds: 8300), duration: .milliseconds(182),
      idle: Interval(microseconds: 5_400_000))
  }

  /// The example's line for a subscriber with this level, the 1007th line.
  private func line(_ level: Level) throws -> String {
    let view = try view(level)
    let glass = try PointGlass(view)
    var encoder = SwipeEncoder(view)
    var swipes = PublishedSwipes()
    for fact in [fact(.begin, by: (-11, 0.3)), fact(.end, by: (-61.2, 1.5))] {
      _ = encoder.encode(fact, of: glass.setup, lowerID: swipes.note(fact, of: glass.setup))
    }
    var bytes: [UInt8] = []
    encoder.append(sequence: 1007, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `of a subscription receives its end literally`() throws {
    #expect(try line(.positions) == Self.end + "\n")
  }

  @Test func `at the level of its hello has no position`() throws {
    let all = try JSON(Self.end)
    let reported = try JSON(try line(.motion))
    #expect(all.keys.subtracting(reported.keys) == ["start", "location", "predicted_end_location"])
    // Another counter of ids.
    for key in reported.keys where key != "swipe_id" { #expect(reported[key] == all[key], "\(key)") }
  }

  /// A finger that rests for 88 ms and then accelerates to 1432 pt/s, with a displacement of 61.2
  /// pt.
  ///
  /// The lift comes 8.3 ms later.
  private var finger: PointGlass.Finger {
    let start = 88.0
    let last = 173.7
    let speed = 1432.0
    let acceleration = speed * speed / (2 * 61.2)
    var finger = PointGlass.Finger(lasting: 0) { _ in (1200, 610.5) }
    let period = (last - start) / 10
    finger.positions += (1...10).map { frame in
      let left = Double(10 - frame) * period / 1000
      let time = max(speed / acceleration - left, 0)
      let displacement = acceleration * time * time / 2
      return (start + Double(frame) * period, 1200 - displacement, 610.5 + 1.5 * displacement / 61.2)
    }
    finger.lift = 182
    return finger
  }

  @Test func `results from a finger on the panel`() throws {
    var glass = try PointGlass(try view())
    _ = glass.touch(PointGlass.Finger(lasting: 0, liftLate: 100) { _ in (500, 500) }, at: 1_000_000)
    let lines = try glass.touch(finger, at: 6_500_000).map { try JSON($0) }
    #expect(lines.first?.phase == "begin")
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.phase == "update" })
    let end = try #require(lines.last)
    let wanted = try JSON(Self.end)
    for key in [
      "phase", "panel_id", "unit", "fingers", "start", "location", "translation", "projection_us",
      "duration_us", "idle_us", "edge",
    ] { #expect(end[key] == wanted[key], "\(key)") }
    for key in ["kind", "commit", "by", "direction", "distance", "distance_threshold", "speed_threshold"] {
      #expect(end.decision[key] == wanted.decision[key], "\(key)")
    }
    #expect(end.zone.snap == wanted.zone.snap)
    #expect(end.estimate.age_us == 8300)

    let velocity = (
      x: try #require(end.velocity.x.value), y: try #require(end.velocity.y.value)
    )
    #expect(abs(velocity.x + 1432) < 0.05 * 1432, "\(velocity)")
    // Each field follows from others, except for rounding to a thousandth.
    let landing = (
      x: try #require(end.predicted_end_translation.x.value),
      y: try #require(end.predicted_end_translation.y.value)
    )
    let spring = end.zone.spring
    let follows: [(field: JSON, from: Double)] = [
      (end.predicted_end_translation.x, -61.2 + velocity.x / 4),
      (end.predicted_end_translation.y, 1.5 + velocity.y / 4),
      (end.predicted_end_location.x, 1200 + landing.x), (end.predicted_end_location.y, 610.5 + landing.y),
      (end.decision.speed, -velocity.x), (spring.initial_velocity, velocity.x),
      (spring.relative_velocity, velocity.x / (-296 + 61.2)),
    ]
    for (field, value) in follows { #expect(abs(try #require(field.value) - value) < 0.0011) }
  }
}

extension Request.Verb {
  fileprivate var subscription: Subscription? { if case .subscribe(let asked) = self { asked } else { nil } }
}
