/// A part of a panel with its own axis, rule and snap points.
///
/// Reading its snap points is `mutating` only so that they are not copied.
public struct Zone: Sendable {
  /// A rectangle on the glass, in mm; its sides belong to it.
  public struct Rectangle: Equatable, Sendable {
    /// The left side.
    public var x: Double
    /// The top.
    public var y: Double
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// Whether a place lies in it.
    public func contains(_ place: PanelPoint) -> Bool {
      place.x >= x && place.x <= x + width && place.y >= y && place.y <= y + height
    }
  }

  /// Where it lies, nil for the whole panel.
  public var rectangle: Rectangle?
  /// Whether a swipe that starts in it belongs to no zone at all.
  public var isExclusion: Bool
  /// When a swipe in it was meant; a fixed axis of the rule is the only one that the zone takes.
  public var rule: DecisionRule
  /// Where its content can rest.
  public var snapPoints: SnapPoints
  /// How its content comes to rest; nil for content that moves between snap points by the usual
  /// spring, or for no content.
  public var spring: Spring?

  /// Creates a zone.
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

  /// Whether a swipe may start here.
  public mutating func contains(_ start: PanelPoint) -> Bool { rectangle?.contains(start) ?? true }

  /// Whether its axis is the one along which a swipe has gone so far.
  public mutating func accepts(_ translation: Translation) -> Bool {
    guard case .fixed(let axis) = rule.axis else { return true }
    return axis == (abs(translation.x) >= abs(translation.y) ? .x : .y)
  }

  /// The smaller zone lies inside; the whole panel is the largest.
  public func isInside(_ other: Zone) -> Bool { area < other.area }

  private var area: Double { rectangle.map { $0.width * $0.height } ?? .infinity }
}

/// Where a swipe takes the content of a zone with snap points.
public struct Snap: Equatable, Sendable {
  /// The number of the snap point at which the content was when the swipe began.
  public var from: Int
  /// The number of the one that was meant; they differ by the snap points that were passed.
  public var target: Int
  /// Where the content is to go, in mm.
  public var offset: Double
  /// Where the finger let go of it, in mm.
  public var released: Double
  /// How fast it moved then, in mm/s along the axis.
  public var velocity: Double

  /// The way that is left, in mm; negative towards smaller offsets.
  public var way: Double { offset - released }
}

/// Where a swipe takes the content of a zone with a spring and no snap points.
public struct Pull: Equatable, Sendable {
  /// Where the content is to go, in mm.
  public var target: Double
  /// Where the finger let go of it, in mm.
  public var released: Double
  /// How fast it moved then, in mm/s along the axis.
  public var velocity: Double

  /// The way that is left, in mm; negative towards smaller offsets.
  public var way: Double { target - released }
}

extension Zone {
  /// Which snap point is meant by a swipe that began with the content at `offset` mm, next to the
  /// snap point `from`.
  ///
  /// The zone has a fixed axis, and a snap point. A snap point in a direction that the zone does
  /// not allow is not meant: the content goes back.
  public mutating func snap(
    translation: Translation, velocity: Velocity, offset: Double, from: Int
  ) -> Snap {
    let (t, v) = along(translation, velocity)
    let target = allowed(
      snapPoints.target(near: offset + t + rule.projection * v, velocity: v, from: from), from)
    return Snap(
      from: from, target: target, offset: snapPoints.offset(of: target), released: offset + t, velocity: v)
  }

  /// The way back of a swipe that was cancelled: nobody knows how fast the finger meant to go, so
  /// it starts at rest.
  public mutating func back(translation: Translation, offset: Double, from: Int) -> Snap {
    let (t, _) = along(translation, .zero)
    return Snap(
      from: from, target: from, offset: snapPoints.offset(of: from), released: offset + t, velocity: 0)
  }

  /// Puts into the rule's decision what a snap means: it commits if it leads to another index, by
  /// the distance if that alone led to another one, else by the prediction.
  public mutating func commit(_ decision: inout Decision, to snap: Snap) {
    let begin = snapPoints.index(of: snap.from)
    decision.commit = snapPoints.index(of: snap.target) != begin
    decision.by = DecisionRule.CommitCriteria()
    guard decision.commit else { return }
    let alone = allowed(snapPoints.target(near: snap.released, velocity: 0, from: snap.from), snap.from)
    let isByDistance = snapPoints.index(of: alone) != begin
    decision.by = DecisionRule.CommitCriteria(distance: isByDistance, predicted: !isByDistance)
  }

  /// Where a zone with a spring and no snap points sends its content, which was at `offset` mm when
  /// the swipe began: on commit to the next end of the zone's extent in the direction of the swipe,
  /// else back.
  ///
  /// The ends are the multiples of `extent` mm, so that content caught on its way comes to rest
  /// where it was going.
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
    // A thousandth of a millimetre short of an end is at that end.
    let slack = 0.001
    let number =
      direction.isPositive(along: axis)
      ? ((offset + slack) / extent).rounded(.down) + 1 : ((offset - slack) / extent).rounded(.up) - 1
    return Pull(target: number * extent, released: released, velocity: speed)
  }

  /// The axis along which a swipe moves the zone's content: the zone's own, else that of the
  /// direction, else that of the longer way.
  public func contentAxis(_ decision: Decision, _ translation: Translation) -> Axis {
    if case .fixed(let axis) = rule.axis { return axis }
    return switch decision.direction {
    case .left, .right: .x
    case .up, .down: .y
    default: abs(translation.x) >= abs(translation.y) ? .x : .y
    }
  }

  private mutating func allowed(_ target: Int, _ from: Int) -> Int {
    let way = snapPoints.offset(of: target) - snapPoints.offset(of: from)
    return way == 0 || rule.allowed.contains(axis.direction(isPositive: way > 0)) ? target : from
  }

  /// The axis along which its snap points lie.
  private var axis: Axis {
    mutating get {
      guard case .fixed(let axis) = rule.axis else { return .x }
      return axis
    }
  }

  private mutating func along(_ translation: Translation, _ velocity: Velocity) -> (t: Double, v: Double) {
    let unit = axis.unit
    return (
      translation.x * unit.x + translation.y * unit.y, velocity.x * unit.x + velocity.y * unit.y
    )
  }
}
