public import GestureCore

/// A length that may need a panel or a zone to be resolved.
public enum RelativeLength: Equatable, Sendable {
  /// A length in mm.
  case millimeters(Double)
  /// Parts of the panel's extent along x and along y.
  case panel(x: Double, y: Double)
  /// A part of the zone's extent.
  case zone(Double)
  /// A length in pixels of the panel's configured surface.
  case pixels(Double)

  /// The length in mm; nil for pixels if the panel has no configured surface.
  public func millimeters(along axis: Axis, zone: Extent, panel: Extent, surface: Extent?) -> Double? {
    switch self {
    case .millimeters(let length): length
    case .panel(let x, let y): axis == .y ? y * panel.height : x * panel.width
    case .zone(let part): part * (axis == .y ? zone.height : zone.width)
    case .pixels(let number):
      surface.map { axis == .y ? number * panel.height / $0.height : number * panel.width / $0.width }
    }
  }
}

/// The unit of a subscription's lengths and offsets.
public struct LengthUnits: Equatable, Sendable {
  private enum Form: Equatable, Sendable {
    case millimeters(Double)
    case panel(x: Double, y: Double)
  }

  private let form: Form

  /// Millimetres.
  public static let millimeters = LengthUnits(unit: .millimeters, surface: nil, millimetersPerPoint: 1)

  /// Creates the unit of a subscription; pixels count as mm if there is no surface.
  public init(unit: LengthUnit, surface: Surface?, millimetersPerPoint: Double) {
    switch unit {
    case .millimeters: form = .millimeters(1)
    case .points: form = .millimeters(millimetersPerPoint)
    case .fraction: form = .panel(x: 1, y: 1)
    case .pixels: form = surface.map { .panel(x: 1 / $0.width, y: 1 / $0.height) } ?? .millimeters(1)
    }
  }

  /// Converts a value in this unit.
  public func length(_ value: Double) -> RelativeLength {
    switch form {
    case .millimeters(let factor): .millimeters(value * factor)
    case .panel(let x, let y): .panel(x: value * x, y: value * y)
    }
  }
}

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
  /// Fractions of a panel have 6, because with three the last digit would be half a millimetre.
  var decimals: Int { unit == .fraction ? 6 : 3 }

  /// Units per mm along a direction, or along x if there is none.
  ///
  /// Along a diagonal, it is the length in this unit of a vector of 1 mm.
  func along(_ direction: Direction?) -> Double {
    switch direction {
    case .left, .right, nil: x
    case .up, .down: y
    default: ((x * x + y * y) / 2).squareRoot()
    }
  }
}
