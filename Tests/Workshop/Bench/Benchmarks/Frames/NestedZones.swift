internal import FlickProtocol
internal import GestureCore
public import Settings

/// Four zones with the largest number of snap points, in which every swipe on the panel finds its
/// own zone.
///
/// A page over the whole panel accepts swipes along y, and a shelf over the whole panel accepts
/// swipes along x. On the left of the shelf is a row of cards, and on the right a dial.
public enum NestedZones {
  /// The names of the zones, each too long to be stored inside a string value.
  public static let names = [
    "the page over all the glass", "the shelf over all the glass", "the cards to the left",
    "the dial to the right",
  ]

  /// The zones as a subscription requests them, in fractions of the panel.
  static var requests: [ZoneSpec<Double>] {
    [
      zone(names[0], .y, x: 0, width: 1, bounce: -0.3), zone(names[1], .x, x: 0, width: 1, bounce: 0),
      zone(names[2], .x, x: 0, width: 0.4, bounce: 0.3),
      zone(names[3], .x, x: 0.6, width: 0.4, bounce: 0.6) { $0.wrap = 1.28 },
    ]
  }

  /// The zones before they are resolved for a panel.
  public static var plans: [ZoneSettings] {
    let units = LengthUnits(unit: .fraction, surface: nil, millimetersPerPoint: 25.4 / 163)
    return requests.map { ZoneSettings($0.mapLengths(units.length)) }
  }

  private static func zone(
    _ name: String, _ axis: Axis, x: Double, width: Double, bounce: Double,
    _ change: (inout ZoneSpec<Double>) -> Void = { _ in }
  ) -> ZoneSpec<Double> {
    var zone = ZoneSpec(name: name)
    zone.rectangle = ZoneRectangle(x: x, y: 0, width: width, height: 1)
    zone.axis = axis
    zone.snapPoints = (0..<64).map { Double($0) * -0.02 }
    zone.spring = .perceived(duration: 500_000 * 1e-6, bounce: bounce)
    change(&zone)
    return zone
  }
}
