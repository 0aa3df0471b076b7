public import FlickClient

/// Values on a ring or between two ends, at equal distances along an axis.
///
/// The predicted end selects the value, so that a flick turns the dial by several values.
public struct Dial: RowInteraction {
  /// The values: offset 0 with the value 0 in front, −``step`` with the value 1.
  public var row: SnapRow
  /// The distance between two values.
  public var step: Double { row.stride }
  /// Whether the first value follows the last one.
  public var isWrapping: Bool { row.isRing }
  /// The spring that brings a value to the front.
  public var spring = Spring.standard
  /// Whether fingers do not move the content.
  public var isDisabled = false
  /// Whether the content jumps to its target, for users who prefer less motion.
  public var reducesMotion = false
  /// Whether held content is drawn at the lookahead of the swipe.
  public var looksAhead = false
  /// The dial's motion.
  public var content: SwipeContent

  /// Creates a dial with the values 0 to `count` − 1, each one `step` along the axis.
  ///
  /// A `step` of nil is 40 points. `extent` limits how far a finger pulls a dial beyond its ends;
  /// nil for one step. `unit` is that of the subscription.
  public init(
    count: Int, index: Int = 0, step: Double? = nil, isWrapping: Bool = true, extent: Double? = nil,
    axis: SwipeZone.Axis = .vertical, isRightToLeft: Bool = false, maxSteps: Int? = nil,
    keepsSlop: Bool = false, unit: SwipeSubscription.Unit = .points
  ) {
    row = SnapRow(
      count: count, stride: step ?? 40 * unit.point(along: axis), isRing: isWrapping,
      isRightToLeft: isRightToLeft, axis: axis, maxSteps: maxSteps, index: index)
    content = row.content(band: RubberBand(extent: extent ?? row.stride), keepsSlop: keepsSlop)
  }

  /// Returns the rotation at a time, in degrees, positive with a positive offset.
  ///
  /// All values together are a whole turn.
  public func angle(at time: Duration) -> Double {
    count == 0 ? 0 : content.offset(at: time) / (Double(count) * step) * 360
  }

  /// Sets another number of values, or another distance; what is nil stays.
  public mutating func resize(count: Int? = nil, step: Double? = nil, at time: Duration) {
    rearrange(count: count, stride: step, at: time)
  }
}
