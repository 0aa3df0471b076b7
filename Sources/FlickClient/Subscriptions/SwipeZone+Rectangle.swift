internal import FlickProtocol
internal import GestureCore

extension SwipeZone {
  /// The position and extent of a zone, from the panel's top left corner.
  public struct Rectangle: Equatable, Sendable {
    /// The position of the left side.
    public var x: Double
    /// The position of the top side.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }
}

extension ZoneRectangle<Double> {
  /// Creates the rectangle of a request.
  init(_ rectangle: SwipeZone.Rectangle) {
    self.init(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
  }
}

extension SpringSpec {
  /// Uses the perceptual form, which is easier to read in a log.
  init(_ spring: Spring) {
    self = .perceived(duration: spring.motion.duration, bounce: max(spring.bounce, -0.99))
  }
}
