public import FlickProtocol
public import GestureCore
public import Settings

/// Finds the zone of each swipe and evaluates the swipe by the zone's rule, or by the panel's if no
/// zone matches.
///
/// The first fact of a swipe that is noted or evaluated determines its zone: note or evaluate it,
/// even if no client receives it. Later updates may be skipped. Evaluate or forget the last fact,
/// which ends the swipe here. A swipe whose first facts were missed gets its zone at the first fact
/// seen. The first fact of a panel resolves the zones for that panel, which allocates; later facts
/// allocate nothing while the panel's setup is unchanged.
public struct ZoneEvaluator: Sendable {
  private var zones: [ZoneSettings]
  private let units: LengthUnits
  private var panels: [PanelZones] = []

  /// The largest number of zones; further ones are ignored.
  public static let capacity = 64

  /// A bound, because a device that changes its serial number at every plug would otherwise add a
  /// panel each time.
  private static let maxPanels = 64

  /// Creates an evaluator for zones; `units` applies to the offsets of updates.
  public init(zones: [ZoneSettings], units: LengthUnits = .millimeters) {
    self.zones = Array(zones.prefix(Self.capacity))
    self.units = units
    if !zones.isEmpty { panels.reserveCapacity(Self.maxPanels) }
  }

  /// Determines the zone of a swipe by a fact that is not evaluated.
  mutating func note(_ fact: borrowing SwipeFact, of panel: PanelSetup) {
    if zones.isEmpty { return }
    let index = index(of: panel)
    panels[index].note(fact)
  }

  /// Evaluates one fact; the facts of a swipe must arrive in order, from its begin on.
  ///
  /// With `isWithholding`, a swipe that is withheld below the level `positions` moves no content.
  public mutating func evaluate(
    _ fact: borrowing SwipeFact, of panel: PanelSetup, isWithholding: Bool = false
  ) -> SwipeEvaluation {
    if zones.isEmpty { return SwipeEvaluation(fact, by: panel.rule) }
    let index = index(of: panel)
    return panels[index].evaluate(fact, isWithholding: isWithholding)
  }

  /// Forgets a swipe, which moves no content.
  mutating func forget(_ fact: borrowing SwipeFact, of panel: PanelSetup) {
    if zones.isEmpty { return }
    let index = index(of: panel)
    panels[index].forget(fact)
  }

  /// The name of the zone that a contact presses; nil if there is none, or if an exclude zone
  /// contains the position.
  ///
  /// That is the innermost zone whose content is in flight under the position. With `includesRest`,
  /// without such a zone, it is the innermost zone, unless a swipe is active in it.
  mutating func zone(
    in presses: borrowing Presses, at location: PanelPoint, _ instant: Instant, of panel: PanelSetup,
    includesRest: Bool
  ) -> String? {
    if zones.isEmpty { return nil }
    let index = index(of: panel)
    return panels[index].zone(in: presses, at: location, instant, includesRest: includesRest)
  }

  /// Sets the offset of a zone's content on every panel, and for active swipes; returns false for
  /// an unknown zone.
  public mutating func update(zone name: String, offset: Double) -> Bool {
    let offset = units.length(offset)
    var isKnown = false
    for number in zones.indices where zones[number].spec.name == name && !zones[number].spec.isExclusion {
      isKnown = true
      zones[number].spec.offset = offset
      for panel in panels.indices { panels[panel].update(number: number, offset: offset) }
    }
    return isKnown
  }

  /// The index of the panel's zones; resolves the zones if the panel or its setup is new.
  private mutating func index(of panel: PanelSetup) -> Int {
    for index in panels.indices where panels[index].panel === panel { return index }
    var resolved = PanelZones(zones, on: panel)
    for index in panels.indices where panels[index].panel.message.panelID == panel.message.panelID {
      resolved.continueOffsets(of: panels[index])
      panels[index] = resolved
      return index
    }
    if panels.count == Self.maxPanels { panels.removeFirst() }
    panels.append(resolved)
    return panels.count - 1
  }
}

/// The decision, snap and spring of one fact.
public struct SwipeEvaluation: Sendable {
  /// Flick or drag, commit or return; provisional before the end.
  public var decision: Decision
  /// The predicted end T + τ·V, in mm; V is the measured velocity, also if the decision ignores it.
  public var predictedEnd: Translation
  /// The projection time τ, in µs.
  public var projectionMicroseconds: Int64
  /// The progress to the decision: distance over threshold, or the part of the distance to the next
  /// snap point.
  public var progress: Double
  /// The zone of the swipe, nil if it belongs to none.
  public var zone: ZoneMessage?

  /// Evaluates a fact by a rule, outside of zones.
  init(_ fact: borrowing SwipeFact, by rule: DecisionRule) {
    let velocity = fact.estimate.velocity
    decision = rule.decide(fact)
    predictedEnd = rule.predictedEnd(translation: fact.translation, velocity: velocity)
    projectionMicroseconds = Int64((rule.projection * 1e6).rounded())
    progress = decision.distance / decision.distanceThreshold
  }
}
