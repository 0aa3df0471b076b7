internal import Foundation

/// One contact from landing to lift, as a panel reported it.
public struct Stroke: Equatable, Sendable {
  /// The position of the contact at one moment.
  public struct Sample: Equatable, Sendable {
    /// The timestamp, in µs; published timestamps may have a fraction.
    public var time: Double
    /// Pixels to the right; in a differential stroke, since the previous sample.
    public var x: Double
    /// Pixels down; in a differential stroke, since the previous sample.
    public var y: Double

    /// Creates a sample at `time` µs.
    public init(time: Double, x: Double, y: Double) {
      self.time = time
      self.x = x
      self.y = y
    }
  }

  /// The reported samples in their order; timestamps may repeat and go back.
  public var samples: [Sample]
  /// The timestamp of the lift in µs; nil if the finger is still down.
  public var release: Double?
  /// Whether samples are displacements instead of positions, as those of a wheel.
  public var isDifferential: Bool

  /// Creates a stroke.
  public init(samples: [Sample] = [], release: Double? = nil, isDifferential: Bool = false) {
    self.samples = samples
    self.release = release
    self.isDifferential = isDifferential
  }

  /// Whether the lift came more than `interval` µs after the newest sample.
  func isReleased(after interval: Double) -> Bool {
    guard let release, let newest = samples.last else { return false }
    return release - newest.time > interval
  }
}

/// A velocity in a vector's own unit.
///
/// Unit: px/s, x to the right, y down.
public struct PixelVelocity: Equatable, Sendable {
  /// Pixels per second to the right.
  public var x: Double
  /// Pixels per second down.
  public var y: Double

  /// Creates a velocity of `x` px/s to the right and `y` px/s down.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// At rest.
  public static let zero = PixelVelocity(x: 0, y: 0)

  /// The speed, in px/s.
  public var length: Double { hypot(x, y) }

  /// Neither NaN nor infinite.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The dot product: positive if both point the same way.
  func dot(_ other: PixelVelocity) -> Double { x * other.x + y * other.y }

  static func - (left: PixelVelocity, right: PixelVelocity) -> PixelVelocity {
    PixelVelocity(x: left.x - right.x, y: left.y - right.y)
  }
}
