import ConfigurationFiles
import FlickProtocol
import Panels
import Settings
import Testing

@testable import GestureCore
@testable import Pipeline

/// Evaluations of swipes on the panel of 200 × 100 mm.
///
/// A class, because `#expect` cannot call a mutating evaluator.
final class EvaluatedPanel {
  var evaluator: ZoneEvaluator
  let setup: PanelSetup
  private var swipes: UInt64 = 0

  /// Resolves the zones of a subscription on the panel, with this text as the panel's
  /// configuration.
  init(
    _ zones: [ZoneSpec<Double>], unit: LengthUnit = .millimeters, surface: Surface? = nil, toml: String = ""
  ) throws {
    let units = LengthUnits(unit: unit, surface: surface, millimetersPerPoint: millimetersPerPoint)
    setup = try Self.setup(toml)
    evaluator = ZoneEvaluator(zones: zones.map { ZoneSettings($0.mapLengths(units.length)) }, units: units)
  }

  /// Resolves the zones of a configuration on the panel.
  init(toml: String, name: String = "tablet") throws {
    let settings = try Self.settings(toml)
    setup = try Self.setup(toml, name: name)
    evaluator = ZoneEvaluator(zones: settings.publicZones)
  }

  private static func settings(_ toml: String) throws -> Settings {
    let reading = Settings.read([ConfigurationFile(name: "test.toml", bytes: Array(toml.utf8))])
    try #require(reading.diagnostics == [])
    return reading.settings
  }

  static func setup(_ toml: String, name: String = "tablet") throws -> PanelSetup {
    var description = tablet()
    description.name = name
    let identity = PanelIdentity(panelID: "test", source: .replay)
    return try #require(PanelSetup(description, identity: identity, settings: try settings(toml)))
  }

  /// The evaluation of one fact, lengths in mm.
  func evaluate(
    _ phase: SwipePhase, swipe: UInt64, from start: (x: Double, y: Double) = (100, 50),
    by translation: (x: Double, y: Double), at velocity: (x: Double, y: Double) = (0, 0),
    travel: Double = 50, retreat: Retreat = .unknown
  ) -> SwipeEvaluation {
    evaluator.evaluate(
      SwipeFact(
        phase: phase, swipe: SwipeID(number: swipe), instant: Instant(microseconds: 0), fingers: 1,
        start: PanelPoint(x: start.x, y: start.y),
        translation: Translation(x: translation.x, y: translation.y), excursion: 50,
        travel: travel, retreat: retreat,
        estimate: VelocityEstimate(
          velocity: Velocity(x: velocity.x, y: velocity.y), samples: 9, window: .milliseconds(80),
          confidence: 1),
        age: .zero, duration: .milliseconds(200), idle: nil), of: setup)
  }

  /// Sets the offset of a zone's content; returns false for an unknown zone.
  func update(zone: String, offset: Double) -> Bool { evaluator.update(zone: zone, offset: offset) }

  /// A whole swipe: its begin, at 2 mm, and its end.
  func swipe(
    from start: (x: Double, y: Double) = (100, 50), by translation: (x: Double, y: Double),
    at velocity: (x: Double, y: Double) = (0, 0), phase: SwipePhase = .end
  ) -> SwipeEvaluation {
    swipes += 1
    let length = Translation(x: translation.x, y: translation.y).length
    _ = evaluate(
      .begin, swipe: 1000 + swipes, from: start,
      by: (2 * translation.x / length, 2 * translation.y / length), at: velocity)
    return evaluate(phase, swipe: 1000 + swipes, from: start, by: translation, at: velocity)
  }
}

extension ZoneSpec<Double> {
  /// Cards side by side, 296 apart.
  static var cards: ZoneSpec<Double> {
    var cards = ZoneSpec(name: "cards")
    cards.axis = .x
    cards.snapPoints = [0, -296, -592]
    return cards
  }
}
