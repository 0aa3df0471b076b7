internal import CMath

/// A position on the glass.
///
/// Unit: millimetres from the top left corner, x to the right, y down, after calibration and
/// rotation.
public struct PanelPoint: Equatable, Sendable {
  /// Millimetres from the left edge.
  public var x: Double
  /// Millimetres from the top edge.
  public var y: Double

  /// Creates the position `x` mm from the left and `y` mm from the top.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The displacement from `right` to `left`.
  public static func - (left: PanelPoint, right: PanelPoint) -> Translation {
    Translation(x: left.x - right.x, y: left.y - right.y)
  }

  /// The position after `translation`.
  public static func + (point: PanelPoint, translation: Translation) -> PanelPoint {
    PanelPoint(x: point.x + translation.x, y: point.y + translation.y)
  }
}

/// A displacement on the glass.
///
/// Unit: millimetres, x to the right, y down.
public struct Translation: Equatable, Sendable {
  /// Millimetres to the right.
  public var x: Double
  /// Millimetres down.
  public var y: Double

  /// Creates a displacement of `x` mm to the right and `y` mm down.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// No displacement.
  public static var zero: Translation { Translation(x: 0, y: 0) }

  /// The straight length of the displacement, in mm.
  public var length: Double { cmath_hypot(x, y) }

  /// The sum of two displacements.
  public static func + (left: Translation, right: Translation) -> Translation {
    Translation(x: left.x + right.x, y: left.y + right.y)
  }

  /// The difference of two displacements.
  public static func - (left: Translation, right: Translation) -> Translation {
    Translation(x: left.x - right.x, y: left.y - right.y)
  }

  /// The displacement multiplied by `factor`.
  public static func * (translation: Translation, factor: Double) -> Translation {
    Translation(x: translation.x * factor, y: translation.y * factor)
  }
}

/// A velocity on the glass.
///
/// Unit: millimetres per second, x to the right, y down.
public struct Velocity: Equatable, Sendable {
  /// Millimetres per second to the right.
  public var x: Double
  /// Millimetres per second down.
  public var y: Double

  /// Creates a velocity of `x` mm/s to the right and `y` mm/s down.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// A velocity of 0.
  public static var zero: Velocity { Velocity(x: 0, y: 0) }

  /// The speed, in mm/s.
  public var length: Double { cmath_hypot(x, y) }

  /// The displacement that this velocity makes in `seconds`.
  public static func * (velocity: Velocity, seconds: Double) -> Translation {
    Translation(x: velocity.x * seconds, y: velocity.y * seconds)
  }
}

/// The size of a panel or of a zone.
///
/// Unit: millimetres.
public struct Extent: Equatable, Sendable {
  /// Millimetres from left to right.
  public var width: Double
  /// Millimetres from top to bottom.
  public var height: Double

  /// Creates an extent of `width` × `height` mm.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
