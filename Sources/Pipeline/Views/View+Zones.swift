internal import FlickProtocol

extension View {
  /// The unit of the view's lengths.
  func units(millimetersPerPoint: Double) -> LengthUnits {
    LengthUnits(unit: unit, surface: surface, millimetersPerPoint: millimetersPerPoint)
  }

  /// Creates the evaluator for the view's own zones, or for the `configured` ones if it has none.
  func evaluator(configured: [ZonePlan], millimetersPerPoint: Double) -> ZoneEvaluator {
    let units = units(millimetersPerPoint: millimetersPerPoint)
    return ZoneEvaluator(plans: zones?.map { ZonePlan($0, units: units) } ?? configured, units: units)
  }
}
