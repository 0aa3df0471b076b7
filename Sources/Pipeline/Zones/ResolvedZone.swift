internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Settings

/// A zone that is resolved for one panel, and the offset of its content.
///
/// Its size is below 1 kB. The methods that run per fact are `mutating` to avoid copies.
struct ResolvedZone: Sendable {
  /// The index of the zone in the list that it was resolved from.
  let number: Int
  let name: String
  var zone: Zone
  /// The offset of the content between swipes, in mm.
  var offset: Double

  private let axis: Axis
  private let extent: Extent
  private let panel: PanelSetup

  /// Resolves a zone for a panel.
  ///
  /// Nil if the zone is for other panels, or if it is in pixels and the panel has no configured
  /// surface.
  init?(_ settings: ZoneSettings, number: Int, on panel: PanelSetup) {
    let (whole, surface) = (panel.geometry.extent, panel.surface)
    guard panel.agrees(with: settings.panel), surface != nil || !settings.needsSurface,
      let rectangle = settings.spec.area(on: whole, surface: surface)
    else { return nil }
    let extent = rectangle.map { Extent(width: $0.width, height: $0.height) } ?? whole
    let spec = settings.spec.mapLengths { length -> DecisionRule.Threshold in
      // Only pixels have no length, and only if there is no surface.
      func side(_ axis: Axis) -> Double {
        length.millimeters(along: axis, zone: extent, panel: whole, surface: surface) ?? 0
      }
      return DecisionRule.Threshold(x: side(.x), y: side(.y))
    }
    let axis = spec.axis ?? .x
    var snapPoints = SnapPoints(period: spec.wrap?.length(along: axis), maxSteps: spec.maxSteps)
    for point in spec.snapPoints { _ = snapPoints.insert(point.length(along: axis)) }

    self.number = number
    name = spec.name
    zone = Zone(
      rectangle: rectangle, isExclusion: spec.isExclusion,
      rule: DecisionRule(panel.swipe, extent: extent, zone: spec), snapPoints: snapPoints,
      spring: spec.spring?.spring)
    offset = spec.offset.length(along: axis)
    self.axis = axis
    self.extent = extent
    self.panel = panel
  }

  /// The offset of the content, in mm, and the number of the snap point there.
  var contentStart: (offset: Double, number: Int) {
    mutating get { (offset, zone.snapPoints.count == 0 ? 0 : zone.snapPoints.nearest(to: offset)) }
  }

  /// Sets the offset of the content.
  mutating func put(at length: RelativeLength) {
    offset =
      length.millimeters(along: axis, zone: extent, panel: panel.geometry.extent, surface: panel.surface)
      ?? offset
  }

  /// The offset of the content after a displacement of a swipe, in mm.
  func offset(of swipe: PanelZones.ActiveSwipe, after translation: Translation) -> Double {
    swipe.offset + (axis == .y ? translation.y : translation.x)
  }

  /// Evaluates a fact of a swipe in this zone; an end or a cancel moves the content.
  mutating func evaluate(_ fact: borrowing SwipeFact, _ swipe: PanelZones.ActiveSwipe) -> SwipeEvaluation {
    var evaluation = SwipeEvaluation(fact, by: zone.rule)
    var message = ZoneMessage(name: name, axis: axis)
    if zone.snapPoints.count > 0 {
      let snap = snap(fact, swipe, velocity: zone.rule.decisiveVelocity(fact))
      // Only a short swipe hides a throw. A recoil is none.
      let isShort = zone.rule.isShort(travel: fact.travel)
      let thrown = isShort ? self.snap(fact, swipe, velocity: fact.estimate.velocity) : snap
      zone.commit(&evaluation.decision, to: snap, thrown: thrown)
      evaluation.progress = zone.snapPoints.progress(at: snap.released, from: snap.from)
      message.snap = ZoneSnap(
        from: zone.snapPoints.index(of: snap.from), index: zone.snapPoints.index(of: snap.target),
        steps: snap.target - snap.from, offset: snap.offset)
      if fact.phase.isLast {
        message.spring = ZoneMessage.SpringHandOff(
          zone.spring ?? .standard, displacement: snap.displacement, velocity: snap.velocity)
        offset = snap.offset
      }
    } else if let spring = zone.spring {
      pull(fact, swipe, by: spring, evaluation.decision, into: &message)
    }
    evaluation.zone = message
    return evaluation
  }

  /// Sets the spring hand-off of an end or a cancel, in a zone with a spring and without snap
  /// points.
  private mutating func pull(
    _ fact: borrowing SwipeFact, _ swipe: PanelZones.ActiveSwipe, by spring: Spring, _ decision: Decision,
    into message: inout ZoneMessage
  ) {
    message.axis = zone.contentAxis(decision, fact.translation)
    var decision = decision
    var velocity = zone.rule.decisiveVelocity(fact)
    switch fact.phase {
    case .begin, .update: return
    case .end: break
    // The intended speed of a cancelled swipe is unknown, so it counts as zero.
    case .cancel: (decision.commit, velocity) = (false, .zero)
    }
    let pull = zone.pull(
      decision, translation: fact.translation, velocity: velocity, offset: swipe.offset,
      along: message.axis, extent: message.axis == .y ? extent.height : extent.width)
    message.spring = ZoneMessage.SpringHandOff(
      spring, displacement: pull.displacement, velocity: pull.velocity, target: pull.target)
    // Content that moves along both axes has no stored offset: the app sets one for each swipe.
    if case .fixed = zone.rule.axis { offset = pull.target }
  }

  private mutating func snap(
    _ fact: borrowing SwipeFact, _ swipe: PanelZones.ActiveSwipe, velocity: Velocity
  ) -> Snap {
    if case .cancel = fact.phase {
      return zone.back(translation: fact.translation, offset: swipe.offset, from: swipe.from)
    }
    return zone.snap(
      translation: fact.translation, velocity: velocity, offset: swipe.offset, from: swipe.from)
  }
}

extension ZoneSpec<RelativeLength> {
  /// The rectangle on a panel; `.some(nil)` is the whole panel.
  ///
  /// Nil if it is in pixels and the panel has no configured surface.
  func area(on whole: Extent, surface: Extent?) -> Zone.Rectangle?? {
    func side(_ length: RelativeLength, _ axis: Axis) -> Double? {
      length.millimeters(along: axis, zone: whole, panel: whole, surface: surface)
    }
    if let edge {
      let depth = depth ?? .millimeters(ZoneEdge.usualDepth)
      guard let across = side(depth, .x), let down = side(depth, .y) else { return nil }
      let width = edge.isAtSide ? min(across, whole.width) : whole.width
      let height = edge.isAtEnd ? min(down, whole.height) : whole.height
      return Zone.Rectangle(
        x: edge.isAtRight ? whole.width - width : 0, y: edge.isAtBottom ? whole.height - height : 0,
        width: width, height: height)
    }
    guard let rectangle else { return .some(nil) }
    guard let x = side(rectangle.x, .x), let y = side(rectangle.y, .y),
      let width = side(rectangle.width, .x), let height = side(rectangle.height, .y)
    else { return nil }
    return Zone.Rectangle(x: x, y: y, width: width, height: height)
  }
}

extension ZoneEdge {
  fileprivate var isAtRight: Bool { self == .right || self == .topRight || self == .bottomRight }
  fileprivate var isAtBottom: Bool { self == .bottom || self == .bottomLeft || self == .bottomRight }
  /// Whether the zone's width is its depth: at the left, at the right, or in a corner.
  fileprivate var isAtSide: Bool { self != .top && self != .bottom }
  /// Whether the zone's height is its depth: at the top, at the bottom, or in a corner.
  fileprivate var isAtEnd: Bool { self != .left && self != .right }
}
