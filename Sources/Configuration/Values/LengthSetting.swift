/// A length as it is set: absolute, or a part of the panel.
public enum LengthSetting: Equatable, Sendable {
  /// So many millimetres.
  case millimeters(Double)
  /// So much of the extent of the panel or zone along the swipe's axis; 1 is all of it.
  case fraction(Double)

  /// The length in mm on a panel or zone that measures `extent` mm along the swipe's axis.
  public func millimeters(along extent: Double) -> Double {
    switch self {
    case .millimeters(let length): length
    case .fraction(let part): part * extent
    }
  }
}

/// How many points go on an inch.
struct Density {
  var pointsPerInch: Double

  /// The length of a point, in mm: an inch is 25.4 mm by definition.
  var millimetersPerPoint: Double { 25.4 / pointsPerInch }
}
