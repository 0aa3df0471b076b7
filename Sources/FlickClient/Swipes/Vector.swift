/// A way, a place or a velocity on the glass, in the unit that was subscribed to; x to the right, y
/// down.
public struct Vector: Equatable, Sendable, Decodable {
  /// To the right.
  public var x: Double
  /// Down.
  public var y: Double

  /// Creates a vector.
  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }

  /// Neither way.
  public static var zero: Vector { Vector() }

  /// One after the other.
  public static func + (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x + right.x, y: left.y + right.y)
  }

  /// What `left` has more than `right`.
  public static func - (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x - right.x, y: left.y - right.y)
  }

  /// A part of it, or many.
  public static func * (vector: Vector, factor: Double) -> Vector {
    Vector(x: vector.x * factor, y: vector.y * factor)
  }
}
