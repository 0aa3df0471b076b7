internal import FlickProtocol
internal import GestureCore

/// A zone that is resolved for one panel, and the offset of its content.
///
/// Its size is below 1 kB. The methods that run per fact are `mutating` to avoid copies.
struct ResolvedZone: Sendable {
  /// The index of the zone's plan.
  let number: Int
  let name: String
  var zone: Zone
  /// The offset of the content between swipes, in mm.
  var offset: Double

  private let axis: Axis
  private let extent: Extent
  private let context: PanelZoneContext

  /// Resolves a zone for a panel.
  ///
  /// Nil if the zone is for other panels, or if it is in pixels and the panel has no configured
  /// surface.
  init?(_ plan: ZonePlan, number: Int, on context: PanelZoneContext) {
    guard context.agrees(with: plan.panels) else { return nil }
    let rectangle = plan.area?.rectangle(on: context.extent, surface: context.surface)
    if plan.area != nil, rectangle == nil { return nil }
    let extent = rectangle.map { Extent(width: $0.width, height: $0.height) } ?? context.extent
    func length(_ length: RelativeLength, _ axis: Axis) -> Double? {
      length.millimeters(along: axis, zone: extent, panel: context.extent, surface: context.surface)
    }
    func threshold(_ planned: RelativeLength?, _ usual: DecisionRule.Threshold) -> DecisionRule.Threshold? {
      guard let planned else { return usual }
      guard let x = length(planned, .x), let y = length(planned, .y) else { return nil }
      return DecisionRule.Threshold(x: x, y: y)
    }

    var rule = DecisionRule(context.swipe, extent: extent)
    guard let distance = threshold(plan.distance, rule.distance),
      let speed = threshold(plan.velocity, rule.speed),
      let predicted = threshold(plan.predicted, rule.predicted)
    else { return nil }
    rule.distance = distance
    rule.speed = speed
    rule.predicted = predicted
    rule.axis = plan.axis.map { .fixed($0) } ?? rule.axis
    rule.allowed = plan.directions ?? rule.allowed
    rule.commitIf = plan.commitIf ?? rule.commitIf
    rule.projection = plan.projection ?? rule.projection
    rule.reversal = plan.reversal ?? rule.reversal

    let axis = plan.axis ?? .x
    var period: Double?
    if let wrap = plan.wrap {
      guard let length = length(wrap, axis) else { return nil }
      period = length
    }
    var snapPoints = SnapPoints(period: period, maxSteps: plan.maxSteps)
    for point in plan.snapPoints {
      guard let offset = length(point, axis) else { return nil }
      _ = snapPoints.insert(offset)
    }
    guard let offset = length(plan.offset, axis) else { return nil }

    self.number = number
    name = plan.name
    zone = Zone(
      rectangle: rectangle, isExclusion: plan.isExclusion, rule: rule, snapPoints: snapPoints,
      spring: plan.spring)
    self.offset = offset
    self.axis = axis
    self.extent = extent
    self.context = context
  }

  /// The offset of the content, in mm, and the number of the snap point there.
  var place: (offset: Double, number: Int) {
    mutating get { (offset, zone.snapPoints.count == 0 ? 0 : zone.snapPoints.nearest(to: offset)) }
  }

  /// Sets the offset of the content.
  mutating func put(at place: RelativeLength) {
    offset =
      place.millimeters(along: axis, zone: extent, panel: context.extent, surface: context.surface) ?? offset
  }

  /// Evaluates a fact of a swipe in this zone; an end or a cancel moves the content.
  mutating func evaluate(_ fact: borrowing SwipeFact, _ swipe: PanelZones.SwipeUnderWay) -> SwipeEvaluation {
    var evaluation = SwipeEvaluation(fact, by: zone.rule)
    var message = ZoneMessage(name: name, axis: axis)
    if zone.snapPoints.count > 0 {
      let snap = snap(fact, swipe)
      zone.commit(&evaluation.decision, to: snap)
      evaluation.progress = zone.snapPoints.progress(at: snap.released, from: snap.from)
      message.snap = ZoneMessage.Snap(
        from: zone.snapPoints.index(of: snap.from), index: zone.snapPoints.index(of: snap.target),
        steps: snap.target - snap.from, offset: snap.offset)
      switch fact.phase {
      case .begin, .update: break
      case .end, .cancel:
        message.spring = ZoneMessage.SpringHandOff(
          zone.spring ?? .standard, way: snap.way, velocity: snap.velocity)
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
    _ fact: borrowing SwipeFact, _ swipe: PanelZones.SwipeUnderWay, by spring: Spring, _ decision: Decision,
    into message: inout ZoneMessage
  ) {
    message.axis = zone.contentAxis(decision, fact.translation)
    var decision = decision
    var velocity = fact.estimate.velocity
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
      spring, way: pull.way, velocity: pull.velocity, target: pull.target)
    // Content that moves along both axes has no stored offset: the app sets one for each swipe.
    if case .fixed = zone.rule.axis { offset = pull.target }
  }

  private mutating func snap(_ fact: borrowing SwipeFact, _ swipe: PanelZones.SwipeUnderWay) -> Snap {
    if case .cancel = fact.phase {
      return zone.back(translation: fact.translation, offset: swipe.offset, from: swipe.from)
    }
    return zone.snap(
      translation: fact.translation, velocity: fact.estimate.velocity, offset: swipe.offset,
      from: swipe.from)
  }
}
