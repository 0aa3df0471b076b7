public import GestureCore

/// `accuracy`: how far reported touches are from the targets at which a person aimed.
///
/// A sample is the distance of one touch from its target. The value is the 95th percentile, because
/// Windows 8 judges 95 % of the touches. `deviation` is the largest distance, in which a touch near
/// the edge of the picture counts half, because Windows 10 allows twice as much there. All
/// positions are on the picture, in mm. Least: 5 touches.
public struct TargetAccuracy: Equatable, Sendable {
  /// A touch, and the target at which it was aimed.
  public struct Touch: Equatable, Sendable {
    /// The middle of the target on the picture, in mm.
    public var target: PanelPoint
    /// Where the panel reported the touch on the picture, in mm.
    public var location: PanelPoint
    /// The part of the input that the touch comes from; nil if no picture needs that part.
    public var evidence: Evidence?

    /// Creates a touch.
    public init(target: PanelPoint, location: PanelPoint, evidence: Evidence? = nil) {
      (self.target, self.location, self.evidence) = (target, location, evidence)
    }
  }

  /// The touches so far.
  public private(set) var touches: [Touch] = []
  /// The number of taps that were so far beside their targets that they were not aimed at them.
  public private(set) var misses = 0
  private let extent: Extent
  private let missingSize: String?

  /// Fewer touches are accidents of the hand.
  static let minTargets = 5
  /// The longest distance of a touch that was aimed at its target, in mm.
  private static let farthest = 30.0
  /// The least distance between the outermost targets of an axis, as a part of the picture's side.
  ///
  /// Targets that are closer together magnify the errors of the hand.
  private static let minSpan = 0.25

  /// Creates the accuracy on a picture of this size, in mm.
  ///
  /// `missingSize` is the reason why the size is only assumed; nil if the size is known.
  public init(extent: Extent, missingSize: String? = nil) {
    (self.extent, self.missingSize) = (extent, missingSize)
  }

  /// Adds a touch, and returns whether it counts.
  ///
  /// A touch that is more than 30 mm, or a quarter of the picture, beside its target was not aimed
  /// at it: a finger went on with the exercise before, or the picture is turned on the panel.
  public mutating func add(_ touch: Touch) -> Bool {
    let farthest = min(Self.farthest, min(extent.width, extent.height) / 4)
    guard (touch.location - touch.target).length <= farthest else {
      misses += 1
      return false
    }
    touches.append(touch)
    return true
  }

  /// The measurement `accuracy`; without a value, it has the reason.
  public var measurement: Measurement {
    let count = touches.count
    if let why = missingSize ?? missingTouches {
      return .notMeasured(.accuracy, .millimetres, samples: count, because: why)
    }
    var distances = SampleSet()
    var deviation = 0.0
    for touch in touches {
      let distance = (touch.location - touch.target).length
      distances.add(distance, touch.evidence)
      deviation = max(deviation, judged(distance, at: touch.target))
    }
    return Measurement(
      .accuracy, .millimetres, value: distances.percentile(95), of: distances, [.deviation: deviation])
  }

  /// How the reported picture lies on the displayed one; nil if ``missingFit`` has a reason.
  public var fit: TargetFit? {
    missingFit == nil ? TargetFit(touches, middle: middle) : nil
  }

  /// Why there is no fit, and what to do; nil if there is one.
  public var missingFit: String? {
    if let why = missingSize ?? missingTouches { return why }
    let (x, y) = (touches.map(\.target.x), touches.map(\.target.y))
    let isSpread =
      Self.span(of: x) >= Self.minSpan * extent.width && Self.span(of: y) >= Self.minSpan * extent.height
    guard isSpread, TargetFit(touches, middle: middle) != nil else {
      return "the tapped targets are too close together: tap targets over the whole picture"
    }
    return nil
  }

  private var missingTouches: String? {
    let count = touches.count
    guard count < Self.minTargets else { return nil }
    if misses >= Self.minTargets {
      return "\(misses) taps were far beside their targets: if the picture is turned on the panel, run "
        + "flickctl orient"
    }
    return "\(count) tapped target\(count == 1 ? " is" : "s are") too few: tap at least \(Self.minTargets)"
  }

  private var middle: PanelPoint { PanelPoint(x: extent.width / 2, y: extent.height / 2) }

  private static func span(of values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }

  private func judged(_ distance: Double, at target: PanelPoint) -> Double {
    let edge = min(target.x, target.y, extent.width - target.x, extent.height - target.y)
    return edge <= MeasuredPanel.edgeMargin ? distance / 2 : distance
  }
}
