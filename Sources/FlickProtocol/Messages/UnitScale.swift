internal import GestureCore

/// The scale from mm to the unit of a subscription: one factor for each axis.
public struct UnitScale: Equatable, Sendable {
  /// The unit's word on the wire.
  public var unit: LengthUnit
  /// Units per mm along x.
  public var x: Double
  /// Units per mm along y.
  public var y: Double

  /// Creates a scale.
  public init(unit: LengthUnit, x: Double, y: Double) {
    self.unit = unit
    self.x = x
    self.y = y
  }

  /// Millimetres.
  public static let millimeters = UnitScale(unit: .millimeters, x: 1, y: 1)

  /// The number of decimal places in this unit.
  ///
  /// Fractions of a panel have 6, because with three the last place would be half a millimetre.
  var places: Int { unit == .fraction ? 6 : 3 }

  /// Units per mm along a direction; without a direction, those along x.
  ///
  /// Along a diagonal, it is the length in this unit of a vector of 1 mm.
  func along(_ direction: Direction?) -> Double {
    switch direction {
    case .left, .right, nil: x
    case .up, .down: y
    case .leftUp, .leftDown, .rightUp, .rightDown: ((x * x + y * y) / 2).squareRoot()
    }
  }
}
