internal import FlickProtocol
internal import GestureCore

/// A planned zone on a certain panel, and where its content is.
///
/// Below 1 kB; what it does per fact is `mutating` so that it is not copied.
struct ResolvedZone: Sendable {
  /// The plan's position among the plans.
  let number: Int
  let name: String
  var zone: Zone
  /// Where its content is between swipes, in mm.
  var offset: Double

  private let axis: Axis
  private let extent: Extent
  private let context: PanelZoneContext

  /// Lays a zone on a panel, or gives nil if it is for others, or in pixels while the panel does
  /// not state its surface.
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

  /// Where its content is, in mm, and the number of the snap point there.
  var place: (offset: Double, number: Int) {
    mutating get { (offset, zone.snapPoints.count == 0 ? 0 : zone.snapPoints.nearest(to: offset)) }
  }

  /// Puts its content at another place.
  mutating func put(at place: RelativeLength) {
    offset =
      place.millimeters(along: axis, zone: extent, panel: context.extent, surface: context.surface) ?? offset
  }

  /// What is made of a fact of a swipe that belongs to the zone; an end or a cancel moves its
  /// content.
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

  /// Notes how an end or a cancel sends the content of a zone with a spring and no snap points on
  /// its way.
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
    // How fast the finger meant to go is not known.
    case .cancel: (decision.commit, velocity) = (false, .zero)
    }
    let pull = zone.pull(
      decision, translation: fact.translation, velocity: velocity, offset: swipe.offset,
      along: message.axis, extent: message.axis == .y ? extent.height : extent.width)
    message.spring = ZoneMessage.SpringHandOff(
      spring, way: pull.way, velocity: pull.velocity, target: pull.target)
    // Content that takes both axes has one place for each swipe: where the app says.
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
