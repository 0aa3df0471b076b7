internal import GestureCore

/// flickd's own estimate, for strokes in pixels.
enum OurStrategy {
  /// 1 px is 1 pt, as on a panel of the density behind SwiftUI's numbers.
  static let millimetersPerPixel = millimetersPerPoint

  /// The velocity model of the service for a panel with a grid of 1 px.
  static let model = VelocityModel(positionNoise: positionNoise(step: millimetersPerPixel))

  /// The silence before a lift that counts as rest on a panel with an unknown lift delay: 80 ms.
  static let rest = 80_000.0

  /// The noise that the service expects of a panel with a grid of `step` mm: 0.06 mm of the glass,
  /// and the rounding, 1/√12 of a step.
  static func positionNoise(step: Double) -> Double {
    (0.06 * 0.06 + 0.29 * 0.29 * step * step).squareRoot()
  }

  static func velocity(of stroke: Stroke) -> PixelVelocity {
    guard !stroke.samples.isEmpty, !stroke.isReleased(after: rest) else { return .zero }
    var tracker = VelocityTracker()
    for sample in stroke.samples { append(sample, to: &tracker) }
    return velocity(of: &tracker, lifted: stroke.release != nil)
  }

  /// Adds a sample in pixels; fractions of a µs are rounded, since kernel timestamps have none.
  static func append(_ sample: Stroke.Sample, to tracker: inout VelocityTracker) {
    tracker.append(
      PanelPoint(x: sample.x * millimetersPerPixel, y: sample.y * millimetersPerPixel),
      at: Instant(microseconds: Int64(sample.time.rounded())))
  }

  /// The estimate in pixels.
  static func velocity(of tracker: inout VelocityTracker, lifted: Bool) -> PixelVelocity {
    let velocity = tracker.estimate(by: model, hasLifted: lifted).velocity
    return PixelVelocity(x: velocity.x / millimetersPerPixel, y: velocity.y / millimetersPerPixel)
  }
}
