import FlickProtocol
import GestureCore

/// Writes a request as an equivalent line with all of its fields.
///
/// Numbers are written so that reading returns the same number. Of equivalent forms only one is
/// written: `panels` for `panel_id`, except if pixels need the id, and `projection_us` for
/// `deceleration_rate`.
enum RequestText {
  /// The line without its newline.
  static func line(_ request: Request) -> String {
    let id =
      switch request.id {
      case .integer(let number): "\(number)"
      case .string(let text): string(text)
      }
    let fields: [(String, String?)] =
      switch request.verb {
      case .ping: [("request", string("ping"))]
      case .panels: [("request", string("panels"))]
      case .stats: [("request", string("stats"))]
      case .subscribe(let subscription): [("request", string("subscribe"))] + self.fields(subscription)
      case .update(let update):
        [("request", string("update")), ("zone", string(update.zone)), ("offset", "\(update.offset)")]
      }
    return object([("id", id)] + fields)
  }

  private static func fields(_ subscription: Subscription) -> [(String, String?)] {
    let phases = ["begin", "update", "end", "cancel", "press", "release"].filter {
      Phase(word: $0).map { subscription.phases.contains(Phases($0)) } ?? false
    }
    let hasOne = subscription.unit == .pixels
    return [
      ("phases", array(phases.map(string))),
      ("presses_at_rest", "\(subscription.pressesAtRest)"),
      ("unit", string(subscription.unit.rawValue)),
      (
        "surface",
        subscription.surface.map { object([("width", "\($0.width)"), ("height", "\($0.height)")]) }
      ),
      ("panel_id", hasOne ? subscription.panels?.first.map(string) : nil),
      ("panels", hasOne ? nil : subscription.panels.map { array($0.map(string)) }),
      (
        "fingers",
        subscription.fingers.map { fingers in array((1...10).filter(fingers.contains).map { "\($0)" }) }
      ),
      ("max_rate_hz", subscription.maxRate.map { "\($0)" }),
      ("lookahead_ms", subscription.lookahead.map { "\(Double($0.microseconds) / 1000)" }),
      ("activity", "\(subscription.activity)"),
      ("level", subscription.level.map { string($0.rawValue) }),
      ("zones", subscription.zones.map { array($0.map(zone)) }),
    ]
  }

  private static func zone(_ zone: ZoneSpec<Double>) -> String {
    let reversal = zone.reversal.map { $0 == .follow ? "follow" : "ignore" }
    let rectangle = zone.rectangle.map {
      [("x", $0.x), ("y", $0.y), ("width", $0.width), ("height", $0.height)]
    }
    let directions = zone.directions.map { set in
      array(Direction.all.filter(set.contains).map { string($0.word) })
    }
    let fields: [(String, String?)] = [
      ("name", string(zone.name)),
      ("rectangle", rectangle.map { object($0.map { ($0.0, "\($0.1)") }) }),
      ("edge", zone.edge.map { string($0.rawValue) }),
      ("depth", zone.depth.map { "\($0)" }),
      ("exclude", "\(zone.isExclusion)"),
      ("axis", zone.axis.map { string($0 == .x ? "x" : "y") }),
      ("directions", directions),
      ("commit_if", zone.commitIf.map(criteria)),
      ("distance", zone.distanceThreshold.map { "\($0)" }),
      ("velocity", zone.speedThreshold.map { "\($0)" }),
      ("predicted", zone.predictedThreshold.map { "\($0)" }),
      ("projection_us", zone.projection.map(microseconds)),
      ("reversal", reversal.map(string)),
      ("flick_min_travel", zone.flickMinTravel.map { "\($0)" }),
      ("snap_points", array(zone.snapPoints.map { "\($0)" })),
      ("offset", "\(zone.offset)"),
      ("max_steps", zone.maxSteps.map { "\($0)" }),
      ("wrap", zone.wrap.map { "\($0)" }),
      ("spring", zone.spring.map(spring)),
    ]
    return object(fields)
  }

  private static func criteria(_ criteria: DecisionRule.CommitCriteria) -> String {
    let words = [
      criteria.distance ? "distance" : nil, criteria.velocity ? "velocity" : nil,
      criteria.predicted ? "predicted" : nil,
    ]
    return array(words.compactMap { $0 }.map(string))
  }

  private static func spring(_ spring: SpringSpec) -> String {
    switch spring {
    case .perceived(let duration, let bounce):
      object([("duration_us", microseconds(duration)), ("bounce", "\(bounce)")])
    case .response(let response, let damping):
      object([("response_us", microseconds(response)), ("damping_fraction", "\(damping)")])
    case .physical(let mass, let stiffness, let damping):
      object([("mass", "\(mass)"), ("stiffness", "\(stiffness)"), ("damping", "\(damping)")])
    }
  }

  private static func microseconds(_ seconds: Double) -> String { "\(Int64((seconds * 1e6).rounded()))" }

  private static func object(_ fields: [(String, String?)]) -> String {
    let written = fields.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(written.joined(separator: ","))}"
  }

  private static func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }

  private static func string(_ text: String) -> String {
    var writer = LineWriter(capacity: text.utf8.count + 2)
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
