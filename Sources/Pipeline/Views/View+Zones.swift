internal import FlickProtocol

extension View {
  /// What its lengths are measured by.
  func ruler(millimetersPerPoint: Double) -> ZoneRuler {
    ZoneRuler(unit: unit, surface: surface, millimetersPerPoint: millimetersPerPoint)
  }

  /// The judge of its own zones, or of the `configured` ones where it has none.
  func judge(configured: [ZonePlan], millimetersPerPoint: Double) -> ZoneJudge {
    let ruler = ruler(millimetersPerPoint: millimetersPerPoint)
    return ZoneJudge(plans: zones?.map { ZonePlan($0, ruler: ruler) } ?? configured, ruler: ruler)
  }
}
