public import GestureCore

/// How the picture that a panel reports lies on the displayed one.
///
/// It is the rotation, the scale of each axis and the offset with the least squared distances
/// between the touches and their mapped targets.
public struct TargetFit: Equatable, Sendable {
  /// How far touches in the middle of the picture are reported from their targets, in mm.
  public let offset: Translation
  /// The rotation of the reported picture about its middle, in degrees from -180 to 180; clockwise
  /// for the user if positive.
  public let rotation: Double
  /// The reported width by the displayed one.
  public let horizontalScale: Double
  /// The reported height by the displayed one.
  public let verticalScale: Double

  /// The rotation and the scales depend on each other; after this many steps, neither changes.
  private static let steps = 30

  /// Fits touches; nil if their targets or their locations are on a line.
  init?(_ touches: [TargetAccuracy.Touch], middle: PanelPoint) {
    guard let targets = touches.map(\.target).centre, let locations = touches.map(\.location).centre
    else { return nil }
    let pairs = touches.map { (from: $0.target - targets, to: $0.location - locations) }
    let squares = (
      x: pairs.reduce(0) { $0 + $1.from.x * $1.from.x }, y: pairs.reduce(0) { $0 + $1.from.y * $1.from.y }
    )
    guard squares.x > 0, squares.y > 0 else { return nil }
    var (cosine, sine, across, down) = (1.0, 0.0, 1.0, 1.0)
    for _ in 0..<Self.steps {
      let dot = pairs.reduce(0) { $0 + across * $1.from.x * $1.to.x + down * $1.from.y * $1.to.y }
      let cross = pairs.reduce(0) { $0 + across * $1.from.x * $1.to.y - down * $1.from.y * $1.to.x }
      let length = Translation(x: dot, y: cross).length
      guard length > 0 else { return nil }
      (cosine, sine) = (dot / length, cross / length)
      across = pairs.reduce(0) { $0 + $1.from.x * (cosine * $1.to.x + sine * $1.to.y) } / squares.x
      down = pairs.reduce(0) { $0 + $1.from.y * (cosine * $1.to.y - sine * $1.to.x) } / squares.y
    }
    let displacement = middle - targets
    let turned = Translation(
      x: cosine * across * displacement.x - sine * down * displacement.y,
      y: sine * across * displacement.x + cosine * down * displacement.y)
    offset = (locations + turned) - middle
    let angle = LineFit.angle(across: cosine.magnitude, down: sine.magnitude)
    rotation = (sine < 0 ? -1 : 1) * (cosine < 0 ? 180 - angle : angle)
    (horizontalScale, verticalScale) = (across, down)
  }
}
