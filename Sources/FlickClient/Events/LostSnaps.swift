/// Computes where the content of the app's own zones goes when a swipe is lost.
///
/// The result is the same as flickd's for a swipe that flickd cancels.
struct LostSnaps {
  private let zones: [String: SwipeZone]

  init(_ subscription: SwipeSubscription) {
    let moving = (subscription.zones ?? []).filter { !$0.snapPoints.isEmpty || $0.spring != nil }
    zones = Dictionary(moving.map { ($0.name, $0) }) { $1 }
  }

  /// Returns the cancelled swipe with a hand-off that returns the content.
  ///
  /// The target is the snap point nearest to the content's offset at begin, or that offset itself
  /// in a zone without snap points.
  func sentBack(_ swipe: Swipe, in offsets: ZoneOffsets) -> Swipe {
    guard let zone = swipe.zone.flatMap({ zones[$0] }), let begin = offsets[zone.name] else { return swipe }
    var swipe = swipe
    let way =
      switch zone.axis {
      case .horizontal: swipe.translation.x
      case .vertical: swipe.translation.y
      case nil: zone.snapPoints.isEmpty ? swipe.translation.longer : swipe.translation.x
      }
    var target = begin
    if !zone.snapPoints.isEmpty {
      let places = SnapPoints(zone.snapPoints, period: zone.wrap, maxSteps: zone.maxSteps)
      let number = places.nearest(to: begin)
      target = places.offset(of: number)
      swipe.snap = Swipe.Snap(
        from: places.index(of: number), index: places.index(of: number), steps: 0, offset: target)
    }
    let spring = zone.spring ?? .standard
    let left = abs(target - begin - way)
    let time = Flight(from: begin + way, to: target, spring: spring).settlingTime(within: left / 1000)
    swipe.handOff = Swipe.HandOff(
      spring: spring, velocity: 0, relativeVelocity: 0, settlingTime: time.isFinite ? time : nil,
      target: zone.snapPoints.isEmpty ? target : nil)
    return swipe
  }
}

extension Vector {
  /// The component with the larger magnitude.
  fileprivate var longer: Double { abs(x) >= abs(y) ? x : y }
}
