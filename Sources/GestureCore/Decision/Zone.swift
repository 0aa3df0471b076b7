/// A part of a panel with its own axis, rule and snap points.
///
/// Reading the snap points is `mutating` only to avoid a copy.
public struct Zone: Sendable {
  /// A rectangle on the glass, in mm; its edges are inside.
  public struct Rectangle: Equatable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a rectangle from its top left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// Whether the rectangle contains a position.
    public func contains(_ position: PanelPoint) -> Bool {
      position.x >= x && position.x <= x + width && position.y >= y && position.y <= y + height
    }
  }

  /// The position and extent; nil for the whole panel.
  public var rectangle: Rectangle?
  /// Whether this is an exclude zone: a swipe that starts in it belongs to no zone.
  public var isExclusion: Bool
  /// The rule for swipes in the zone; if the rule has a fixed axis, the zone accepts only swipes
  /// along that axis.
  public var rule: DecisionRule
  /// The snap points of the content.
  public var snapPoints: SnapPoints
  /// The spring of the content; nil if there is no content, or if the content uses the standard
  /// spring between snap points.
  public var spring: Spring?

  /// Creates a zone; the default is the whole panel without snap points.
  public init(
    rectangle: Rectangle? = nil, isExclusion: Bool = false, rule: DecisionRule,
    snapPoints: SnapPoints = SnapPoints(), spring: Spring? = nil
  ) {
    self.rectangle = rectangle
    self.isExclusion = isExclusion
    self.rule = rule
    self.snapPoints = snapPoints
    self.spring = spring
  }

  /// Whether a swipe may start in the zone.
  public mutating func contains(_ start: PanelPoint) -> Bool { rectangle?.contains(start) ?? true }

  /// Whether the zone's axis is the main axis of the displacement so far.
  public mutating func accepts(_ translation: Translation) -> Bool {
    guard case .fixed(let axis) = rule.axis else { return true }
    return axis == (abs(translation.x) >= abs(translation.y) ? .x : .y)
  }

  /// Whether this zone is smaller than the other one, and so counts as inside; the whole panel is
  /// the largest.
  public func isInside(_ other: Zone) -> Bool { area < other.area }

  private var area: Double { rectangle.map { $0.width * $0.height } ?? .infinity }
}

/// The result of a swipe on the content of a zone with snap points.
public struct Snap: Equatable, Sendable {
  /// The number of the snap point when the swipe began.
  public var from: Int
  /// The number of the target; the difference to `from` is the number of steps.
  public var target: Int
  /// The offset of the target, in mm.
  public var offset: Double
  /// The offset at the release, in mm.
  public var released: Double
  /// The velocity at the release, in mm/s along the axis.
  public var velocity: Double

  /// The remaining displacement, in mm; negative towards smaller offsets.
  public var displacement: Double { offset - released }
}

/// The result of a swipe on the content of a zone with a spring and without snap points.
public struct Pull: Equatable, Sendable {
  /// The offset of the target, in mm.
  public var target: Double
  /// The offset at the release, in mm.
  public var released: Double
  /// The velocity at the release, in mm/s along the axis.
  public var velocity: Double

  /// The remaining displacement, in mm; negative towards smaller offsets.
  public var displacement: Double { target - released }
}

extension Zone {
  /// The snap of a swipe that began with the content at `offset` mm, near the snap point `from`.
  ///
  /// The zone must have a fixed axis and at least one snap point. If the target is in a direction
  /// that the zone does not allow, the content returns.
  public mutating func snap(translation: Translation, velocity: Velocity, offset: Double, from: Int) -> Snap {
    let (t, v) = along(translation, velocity)
    let target = allowed(
      snapPoints.target(near: offset + t + rule.projection * v, velocity: v, from: from), from)
    return Snap(
      from: from, target: target, offset: snapPoints.offset(of: target), released: offset + t, velocity: v)
  }

  /// The return of a cancelled swipe; its velocity is 0, because the intended speed is unknown.
  public mutating func back(translation: Translation, offset: Double, from: Int) -> Snap {
    let (t, _) = along(translation, .zero)
    return Snap(
      from: from, target: from, offset: snapPoints.offset(of: from), released: offset + t, velocity: 0)
  }

  /// Sets the commit, the criteria and the reason of a decision from a snap.
  ///
  /// The decision commits if the snap leads to another index. The criterion is distance if the
  /// distance alone leads to another index, else predicted. `thrown` is the snap that the velocity
  /// selects, also if the swipe travelled too little for the velocity to count.
  public mutating func commit(_ decision: inout Decision, to snap: Snap, thrown: Snap) {
    let begin = snapPoints.index(of: snap.from)
    decision.commit = snapPoints.index(of: snap.target) != begin
    decision.by = DecisionRule.CommitCriteria()
    decision.noCommit = nil
    guard decision.commit else {
      decision.noCommit = reason(
        decision, from: snap.from, isThrown: snapPoints.index(of: thrown.target) != begin)
      return
    }
    let alone = allowed(snapPoints.target(near: snap.released, velocity: 0, from: snap.from), snap.from)
    let isByDistance = snapPoints.index(of: alone) != begin
    decision.by = DecisionRule.CommitCriteria(distance: isByDistance, predicted: !isByDistance)
  }

  /// The first reason why a swipe selects the snap point `from`, at which it began.
  private mutating func reason(_ decision: Decision, from: Int, isThrown: Bool) -> Decision.NoCommit {
    guard let direction = decision.direction, rule.allows(direction) else { return .direction }
    if isThrown { return .shortTravel }
    let isPositive = direction.isPositive(along: axis)
    return snapPoints.isLast(from, isPositive: isPositive) ? .endOfRange : .belowThresholds
  }

  /// The result of a swipe on a zone with a spring and without snap points.
  ///
  /// The content was at `offset` mm when the swipe began. On commit, its target is the next
  /// multiple of `extent` mm in the direction of the swipe; else it returns. With multiples,
  /// content that is caught between two ends still comes to rest at an end.
  public func pull(
    _ decision: Decision, translation: Translation, velocity: Velocity, offset: Double, along axis: Axis,
    extent: Double
  ) -> Pull {
    let unit = axis.unit
    let released = offset + translation.x * unit.x + translation.y * unit.y
    let speed = velocity.x * unit.x + velocity.y * unit.y
    guard decision.commit, let direction = decision.direction, extent > 0 else {
      return Pull(target: offset, released: released, velocity: speed)
    }
    // Content less than a micrometre from an end is at that end.
    let slack = 0.001
    let number =
      direction.isPositive(along: axis)
      ? ((offset + slack) / extent).rounded(.down) + 1 : ((offset - slack) / extent).rounded(.up) - 1
    return Pull(target: number * extent, released: released, velocity: speed)
  }

  /// The axis along which a swipe moves the content.
  ///
  /// The zone's own axis, else that of the direction, else that of the larger displacement.
  public func contentAxis(_ decision: Decision, _ translation: Translation) -> Axis {
    if case .fixed(let axis) = rule.axis { return axis }
    return switch decision.direction {
    case .left, .right: .x
    case .up, .down: .y
    default: abs(translation.x) >= abs(translation.y) ? .x : .y
    }
  }

  private mutating func allowed(_ target: Int, _ from: Int) -> Int {
    let displacement = snapPoints.offset(of: target) - snapPoints.offset(of: from)
    return displacement == 0 || rule.allowed.contains(axis.direction(isPositive: displacement > 0))
      ? target : from
  }

  /// The axis of the snap points.
  private var axis: Axis {
    mutating get {
      guard case .fixed(let axis) = rule.axis else { return .x }
      return axis
    }
  }

  private mutating func along(_ translation: Translation, _ velocity: Velocity) -> (t: Double, v: Double) {
    let unit = axis.unit
    return (translation.x * unit.x + translation.y * unit.y, velocity.x * unit.x + velocity.y * unit.y)
  }
}
