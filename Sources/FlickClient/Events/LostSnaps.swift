/// Where the content of the app's own zones goes when a swipe is lost: what flickd does with a swipe that it cancels.
struct LostSnaps {
  private let zones: [String: SwipeZone]

  init(_ subscription: SwipeSubscription) {
    zones = Dictionary((subscription.zones ?? []).filter { !$0.snapPoints.isEmpty }.map { ($0.name, $0) }) {
      $1
    }
  }

  /// The cancelled swipe with the way back to the snap point nearest to where the content was when it began.
  func sentBack(_ swipe: Swipe, in offsets: ZoneOffsets) -> Swipe {
    guard let zone = swipe.zone.flatMap({ zones[$0] }), let begin = offsets[zone.name] else { return swipe }
    let places = SnapPoints(zone.snapPoints, period: zone.wrap, maxSteps: zone.maxSteps)
    let number = places.nearest(to: begin)
    let target = places.offset(of: number)
    let spring = zone.spring ?? .standard
    let way = zone.axis == .vertical ? swipe.translation.y : swipe.translation.x
    let left = abs(target - begin - way)
    var swipe = swipe
    swipe.snap = Swipe.Snap(
      from: places.index(of: number), index: places.index(of: number), steps: 0, offset: target)
    let time = Flight(from: begin + way, to: target, spring: spring).settlingTime(within: left / 1000)
    swipe.handOff = Swipe.HandOff(
      spring: spring, velocity: 0, relativeVelocity: 0, settlingTime: time.isFinite ? time : nil)
    return swipe
  }
}
