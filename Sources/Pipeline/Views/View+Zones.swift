internal import Configuration
internal import FlickProtocol

extension View {
  /// The unit of the view's lengths.
  func units(millimetersPerPoint: Double) -> LengthUnits {
    LengthUnits(unit: unit, surface: surface, millimetersPerPoint: millimetersPerPoint)
  }

  /// Creates the evaluator for the view's own zones, or for the `configured` ones if it has none.
  func evaluator(configured: [ZoneSettings], millimetersPerPoint: Double) -> ZoneEvaluator {
    let units = units(millimetersPerPoint: millimetersPerPoint)
    let own = zones?.map { ZoneSettings($0.mapLengths(units.length)) }
    return ZoneEvaluator(zones: own ?? configured, units: units)
  }
}
