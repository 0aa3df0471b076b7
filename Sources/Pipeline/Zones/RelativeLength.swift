internal import Configuration
public import FlickProtocol
internal import GestureCore

/// A length of a planned zone, which a panel may still have to give a size.
enum RelativeLength: Equatable, Sendable {
  /// So many mm.
  case millimeters(Double)
  /// These parts of the panel's extent along x and along y.
  case panel(x: Double, y: Double)
  /// This part of the zone's extent.
  case zone(Double)
  /// So many pixels of the surface that the configuration states for the panel.
  case pixels(Double)

  /// A configuration's length, whose parts are parts of the zone.
  init(_ length: ZoneLength) {
    switch length {
    case .millimeters(let length): self = .millimeters(length)
    case .fraction(let part): self = .zone(part)
    case .pixels(let number): self = .pixels(number)
    }
  }

  /// A configuration's length, whose parts are parts of the panel.
  init(ofPanel length: ZoneLength) {
    if case .fraction(let part) = length { self = .panel(x: part, y: part) } else { self.init(length) }
  }

  /// The length in mm, nil for pixels of a panel that does not state its surface.
  func millimeters(along axis: Axis, zone: Extent, panel: Extent, surface: Extent?) -> Double? {
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

  /// Creates the units of a subscription; pixels without a surface count as mm.
  public init(unit: LengthUnit, surface: Surface?, millimetersPerPoint: Double) {
    switch unit {
    case .millimeters: form = .millimeters(1)
    case .points: form = .millimeters(millimetersPerPoint)
    case .fraction: form = .panel(x: 1, y: 1)
    case .pixels:
      form = surface.map { .panel(x: 1 / $0.width, y: 1 / $0.height) } ?? .millimeters(1)
    }
  }

  /// Converts a value of this unit.
  func length(_ value: Double) -> RelativeLength {
    switch form {
    case .millimeters(let factor): .millimeters(value * factor)
    case .panel(let x, let y): .panel(x: value * x, y: value * y)
    }
  }
}
