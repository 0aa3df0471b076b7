/// A displacement, position or velocity on the panel, in the subscription's unit.
///
/// x points to the right, y points down.
public struct Vector: Equatable, Sendable, Decodable {
  /// The horizontal component; positive to the right.
  public var x: Double
  /// The vertical component; positive downwards.
  public var y: Double

  /// Creates a vector.
  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }

  /// The zero vector.
  public static var zero: Vector { Vector() }

  /// Returns the sum of two vectors.
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x + right.x, y: left.y + right.y)
  }

  /// Returns the difference of two vectors.
  public static func - (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x - right.x, y: left.y - right.y)
  }

  /// Returns the vector scaled by a factor.
  public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(x: vector.x * factor, y: vector.y * factor)
  }
}
