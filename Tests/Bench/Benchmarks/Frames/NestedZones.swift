internal import FlickProtocol
internal import GestureCore
public import Pipeline

/// Four zones with as many snap points as there can be, in which every swipe on the glass finds its
/// own.
///
/// A page over the whole glass takes those along y, a shelf over the whole glass those along x; but
/// on the left of the shelf lies a row of cards, and on the right a dial.
public enum NestedZones {
  /// Their names, each longer than what a string holds without memory of its own.
  public static let names = [
    "the page over all the glass", "the shelf over all the glass", "the cards to the left",
    "the dial to the right",
  ]

  /// The zones as a subscription states them, in parts of the glass.
  static var requests: [ZoneRequest] {
    [
      zone(names[0], .y, x: 0, width: 1, bounce: -0.3), zone(names[1], .x, x: 0, width: 1, bounce: 0),
      zone(names[2], .x, x: 0, width: 0.4, bounce: 0.3),
      zone(names[3], .x, x: 0.6, width: 0.4, bounce: 0.6) { $0.wrap = 1.28 },
    ]
  }

  /// The zones before they are laid on a panel.
  public static var plans: [ZonePlan] {
    let units = LengthUnits(unit: .fraction, surface: nil, millimetersPerPoint: 25.4 / 163)
    return requests.map { ZonePlan($0, units: units) }
  }

  private static func zone(
    _ name: String, _ axis: Axis, x: Double, width: Double, bounce: Double,
    _ change: (inout ZoneRequest) -> Void = { _ in }
  ) -> ZoneRequest {
    var zone = ZoneRequest(name: name)
    zone.rectangle = ZoneRectangle(x: x, y: 0, width: width, height: 1)
    zone.axis = axis
    zone.snapPoints = (0..<64).map { Double($0) * -0.02 }
    zone.spring = .perceived(durationMicroseconds: 500_000, bounce: bounce)
    change(&zone)
    return zone
  }
}
