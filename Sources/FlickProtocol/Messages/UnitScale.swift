internal import GestureCore

/// How lengths in mm become those of a subscription: by one factor, or by one for each axis.
public struct UnitScale: Equatable, Sendable {
  /// The unit's word on the wire.
  public var unit: LengthUnit
  /// Units in a mm along x.
  public var x: Double
  /// Units in a mm along y.
  public var y: Double

  /// Creates a scale.
  public init(unit: LengthUnit, x: Double, y: Double) {
    self.unit = unit
    self.x = x
    self.y = y
  }

  /// Millimetres.
  public static let millimeters = UnitScale(unit: .millimeters, x: 1, y: 1)

  /// How many decimal places a number of this unit has: 6 for parts of a panel, where three would
  /// be half a millimetre.
  var places: Int { unit == .fraction ? 6 : 3 }

  /// Units in a mm along a direction; nil where there is none, and then as along x.
  ///
  /// Between x and y it is the length that a vector of one mm has in the unit.
  func along(_ direction: Direction?) -> Double {
    switch direction {
    case .left, .right, nil: x
    case .up, .down: y
    case .leftUp, .leftDown, .rightUp, .rightDown: ((x * x + y * y) / 2).squareRoot()
    }
  }
}
