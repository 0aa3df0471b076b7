import FlickProtocol
import Foundation
import GestureCore
import TestKit

/// A request line as JSONDecoder reads it: an independent reading of every field.
struct DecodedRequest: Decodable {
  private enum CodingKeys: CodingKey { case id, request }

  /// The line as a `Request`, nil if `Request` has no such verb or id.
  var request: Request?

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let integer = try? fields.decode(Int64.self, forKey: .id)
    let text = try? fields.decode(String.self, forKey: .id)
    guard let id = text.map(Request.ID.string) ?? integer.map(Request.ID.integer) else { return }
    switch try fields.decode(String.self, forKey: .request) {
    case "ping": request = Request(id: id, verb: .ping)
    case "panels": request = Request(id: id, verb: .panels)
    case "stats": request = Request(id: id, verb: .stats)
    case "subscribe":
      request = try Request(id: id, verb: .subscribe(DecodedSubscription(from: decoder).subscription))
    case "update":
      let update = try DecodedUpdate(from: decoder)
      request = Request(id: id, verb: .update(ZoneUpdate(zone: update.zone, offset: update.offset)))
    default: break
    }
  }
}

private struct DecodedUpdate: Decodable {
  var zone: String
  var offset: Double
}

private struct DecodedSubscription: Decodable {
  struct Size: Decodable {
    var width: Double
    var height: Double
  }

  var phases: [String]?
  var presses_at_rest: Bool?
  var unit: String?
  var surface: Size?
  var panel_id: String?
  var panels: [String]?
  var fingers: [Int]?
  var max_rate_hz: Double?
  var lookahead_ms: Double?
  var activity: Bool?
  var level: String?
  var zones: [DecodedZone]?

  var subscription: Subscription {
    var subscription = Subscription()
    if let phases { subscription.phases = Phases(phases.compactMap { Phase(word: $0) }) }
    subscription.pressesAtRest = presses_at_rest ?? false
    if let unit, let meant = LengthUnit(rawValue: unit) { subscription.unit = meant }
    subscription.surface = surface.map { Surface(width: $0.width, height: $0.height) }
    subscription.panels = panel_id.map { [$0] } ?? panels
    subscription.fingers = fingers.map { FingerCounts($0) }
    subscription.maxRate = max_rate_hz
    subscription.lookahead = lookahead_ms.map { Interval(microseconds: Int64(($0 * 1000).rounded())) }
    if let activity { subscription.activity = activity }
    subscription.level = level.flatMap(Level.init)
    subscription.zones = zones?.map(\.zone)
    return subscription
  }
}

private struct DecodedZone: Decodable {
  struct Rectangle: Decodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  struct Spring: Decodable {
    var duration_us: Int64?
    var bounce: Double?
    var response_us: Int64?
    var damping_fraction: Double?
    var mass: Double?
    var stiffness: Double?
    var damping: Double?

    var request: SpringSpec? {
      if let duration_us, let bounce {
        return .perceived(duration: Double(duration_us) * 1e-6, bounce: bounce)
      }
      if let response_us, let damping_fraction {
        return .response(Double(response_us) * 1e-6, dampingFraction: damping_fraction)
      }
      guard let mass, let stiffness, let damping else { return nil }
      return .physical(mass: mass, stiffness: stiffness, damping: damping)
    }
  }

  var name: String
  var rectangle: Rectangle?
  var edge: String?
  var depth: Double?
  var exclude: Bool?
  var axis: String?
  var directions: [String]?
  var commit_if: [String]?
  var distance: Double?
  var velocity: Double?
  var predicted: Double?
  var projection_us: Int64?
  var deceleration_rate: Double?
  var reversal: String?
  var flick_min_travel: Double?
  var snap_points: [Double]?
  var offset: Double?
  var max_steps: Int?
  var wrap: Double?
  var spring: Spring?

  private static let directions: [String: Direction] = [
    "right": .right, "right_down": .rightDown, "down": .down, "left_down": .leftDown, "left": .left,
    "left_up": .leftUp, "up": .up, "right_up": .rightUp,
  ]

  var zone: ZoneSpec<Double> {
    var zone = ZoneSpec(name: name)
    zone.rectangle = rectangle.map {
      ZoneRectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
    }
    zone.edge = edge.flatMap(ZoneEdge.init)
    zone.depth = depth
    zone.isExclusion = exclude ?? false
    zone.axis = axis.map { $0 == "x" ? .x : .y }
    zone.directions = directions.map { DirectionSet($0.compactMap { Self.directions[$0] }) }
    zone.commitIf = commit_if.map { words in
      DecisionRule.CommitCriteria(
        distance: words.contains("distance"), velocity: words.contains("velocity"),
        predicted: words.contains("predicted"))
    }
    (zone.distanceThreshold, zone.speedThreshold, zone.predictedThreshold) = (distance, velocity, predicted)
    // −1/(1000 ln d) seconds, in µs.
    zone.projection = (projection_us ?? deceleration_rate.map { Int64((-1000 / log($0)).rounded()) })
      .map { Double($0) * 1e-6 }
    zone.reversal = reversal.map { $0 == "follow" ? .follow : .ignore }
    zone.flickMinTravel = flick_min_travel
    zone.snapPoints = snap_points ?? []
    zone.offset = offset ?? 0
    zone.maxSteps = max_steps
    zone.wrap = wrap
    zone.spring = spring?.request
    return zone
  }
}
