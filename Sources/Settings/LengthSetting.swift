/// A length as configured: absolute, or a part of the panel.
public enum LengthSetting: Equatable, Sendable {
  /// A length in millimetres.
  case millimeters(Double)
  /// A fraction of the panel's or zone's extent along the swipe's axis; 1 is the whole extent.
  case fraction(Double)

  /// The length in mm on a panel or zone that measures `extent` mm along the swipe's axis.
  public func millimeters(along extent: Double) -> Double {
    switch self {
    case .millimeters(let length): length
    case .fraction(let part): part * extent
    }
  }
}

/// The number of points on an inch.
package struct Density {
  package var pointsPerInch: Double

  package init(pointsPerInch: Double) {
    self.pointsPerInch = pointsPerInch
  }

  /// The length of a point, in mm: an inch is 25.4 mm by definition.
  package var millimetersPerPoint: Double { 25.4 / pointsPerInch }
}
