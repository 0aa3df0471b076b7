internal import CMath
internal import FlickProtocol
internal import GestureCore
internal import Settings

extension DecisionRule {
  /// Creates the rule for a panel or a zone of this size: the values of `zone`, whose lengths are
  /// in mm along x and along y, and those of `[swipe]` for the rest.
  init(_ swipe: SwipeSettings, extent: Extent, zone: ZoneSpec<Threshold>? = nil) {
    func both(_ length: LengthSetting) -> Threshold {
      Threshold(x: length.millimeters(along: extent.width), y: length.millimeters(along: extent.height))
    }
    self.init(predicted: zone?.predictedThreshold ?? both(swipe.predicted))
    distance = zone?.distanceThreshold ?? both(swipe.distance)
    speed = zone?.speedThreshold ?? Threshold(x: swipe.velocity, y: swipe.velocity)
    commitIf = zone?.commitIf ?? swipe.commitIf
    projection = zone?.projection ?? swipe.projection
    reversal = zone?.reversal ?? swipe.reversal
    travelThreshold = zone?.flickMinTravel?.length(along: zone?.axis ?? .x) ?? swipe.flickMinTravel
    allowed = zone?.directions ?? .all
    if swipe.directions == .eight {
      axis = .nearestOfEight(cosineOfTolerance: cmath_cos(swipe.directionTolerance * .pi / 180))
    }
    // Snap points need one axis.
    if let zone, let only = zone.axis ?? (zone.snapPoints.isEmpty ? nil : .x) { axis = .fixed(only) }
  }
}

extension DecisionRule.Threshold {
  /// The length along an axis, x or y.
  func length(along axis: Axis) -> Double { axis == .y ? y : x }
}
