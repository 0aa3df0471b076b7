public import Configuration
public import FlickProtocol
public import GestureCore

/// Finds the zone of each swipe and evaluates the swipe by the zone's rule, or by the panel's if no
/// zone matches.
///
/// Pass every fact of a swipe, even facts that no client receives: the first one fixes the swipe's
/// axis. A swipe whose first facts were missed gets its zone at the first fact seen. The first fact
/// of a panel resolves the zones for that panel, which allocates; later facts allocate nothing
/// while the panel's setup is unchanged.
public struct ZoneEvaluator: Sendable {
  private var zones: [ZoneSettings]
  private let units: LengthUnits
  private var panels: [PanelZones] = []

  /// The largest number of zones; further ones are ignored.
  public static let capacity = 64

  /// A bound, because a device that changes its serial number at every plug would otherwise add a
  /// panel each time.
  private static let mostPanels = 64

  /// Creates an evaluator without zones.
  public init() {
    self.init(zones: [])
  }

  /// Creates an evaluator for zones; `units` applies to the offsets of updates.
  public init(zones: [ZoneSettings], units: LengthUnits = .millimeters) {
    self.zones = Array(zones.prefix(Self.capacity))
    self.units = units
    if !zones.isEmpty { panels.reserveCapacity(Self.mostPanels) }
  }

  /// Evaluates one fact; the facts of a swipe must arrive in order, from its begin on.
  public mutating func evaluate(_ fact: borrowing SwipeFact, of panel: borrowing PanelSetup)
    -> SwipeEvaluation
  {
    if zones.isEmpty { return SwipeEvaluation(fact, by: panel.rule) }
    let place = place(of: panel)
    return panels[place].evaluate(fact, of: panel)
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
  private mutating func place(of panel: borrowing PanelSetup) -> Int {
    for place in panels.indices where panels[place].context === panel.context { return place }
    var resolved = PanelZones(zones, on: panel)
    for place in panels.indices where panels[place].panelID == panel.message.panelID {
      resolved.continueOffsets(of: panels[place])
      panels[place] = resolved
      return place
    }
    if panels.count == Self.mostPanels { panels.removeFirst() }
    panels.append(resolved)
    return panels.count - 1
  }
}
