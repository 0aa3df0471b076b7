/// The swipes that the app has seen begin but not end, and the presses without an end.
///
/// The app never sees an update, end or cancel without a begin, or a begin without an end. This
/// type makes up the missing messages.
struct SwipeContinuity {
  /// Whether the subscription asks for begins; without them, no swipe needs a begin.
  private let hasBegins: Bool
  private let hasCancels: Bool
  private var last: [Int64: Swipe] = [:]
  /// The presses of the present connection, by their numbers.
  private var presses: [Int64: Swipe] = [:]

  init(phases: Set<Swipe.Phase>) {
    hasBegins = phases.contains(.begin)
    hasCancels = phases.contains(.cancel)
  }

  /// Returns what the app receives for a swipe, in order.
  ///
  /// A missed begin arrives late, with the values of the present message.
  mutating func take(_ swipe: Swipe) -> [Swipe] {
    if let press = swipe.press { presses[press] = swipe.phase == .press ? swipe : nil }
    if swipe.isPress { return [swipe] }
    let isKnown = last[swipe.id] != nil
    var swipe = swipe
    switch swipe.phase {
    case .begin:
      // The swipe began on an earlier connection.
      if isKnown { (swipe.phase, swipe.slop) = (.update, nil) }
    case .update:
      if !isKnown, hasBegins { swipe.phase = .begin }
    case .end, .cancel:
      last[swipe.id] = nil
      guard !isKnown, hasBegins else { return [swipe] }
      var begin = swipe
      begin.phase = .begin
      begin.cancelReason = nil
      begin.handOff = nil
      return [begin, swipe]
    case .press, .release: return [swipe]
    }
    last[swipe.id] = swipe
    return [swipe]
  }

  /// Forgets the swipes whose ids are not in `swipes`, and all presses, and returns their cancels.
  mutating func lose(except swipes: Set<Int64>) -> [Swipe] {
    let pressed = presses.sorted { $0.key < $1.key }.map(\.value)
    presses = [:]
    let lost = last.values.filter { !swipes.contains($0.id) }.sorted { $0.id < $1.id }
    for swipe in lost { last[swipe.id] = nil }
    return hasCancels ? (pressed + lost).map(\.cancelledAsLost) : []
  }
}

extension Swipe {
  /// The last known values of the swipe, as a cancel.
  fileprivate var cancelledAsLost: Swipe {
    var swipe = self
    swipe.phase = .cancel
    swipe.cancelReason = Swipe.lost
    swipe.velocity = .zero
    swipe.predictedEndTranslation = translation
    swipe.projection = nil
    swipe.estimate = nil
    swipe.millimeter = nil
    swipe.lookaheadTranslation = nil
    swipe.slop = nil
    swipe.decision = nil
    swipe.progress = nil
    swipe.snap = nil
    swipe.handOff = nil
    swipe.merged = 0
    return swipe
  }
}

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
    guard !swipe.isPress, let zone = swipe.zone.flatMap({ zones[$0] }), let begin = offsets[zone.name] else {
      return swipe
    }
    var swipe = swipe
    let displacement =
      if zone.axis == .vertical {
        swipe.translation.y
      } else if zone.axis == nil, zone.snapPoints.isEmpty {
        swipe.translation.longer
      } else {
        swipe.translation.x
      }
    var target = begin
    if !zone.snapPoints.isEmpty {
      let points = SnapPoints(zone.snapPoints, period: zone.wrap)
      let number = points.nearest(to: begin)
      target = points.offset(of: number)
      swipe.snap = Swipe.Snap(
        from: points.index(of: number), index: points.index(of: number), steps: 0, offset: target)
    }
    let spring = zone.spring ?? .standard
    let left = abs(target - begin - displacement)
    let flight = Flight(from: begin + displacement, to: target, spring: spring)
    let duration = left > 0 ? flight.settlingDuration(within: left / 1000) : .zero
    swipe.handOff = Swipe.HandOff(
      spring: spring, velocity: 0, relativeVelocity: 0, settlingDuration: duration,
      target: zone.snapPoints.isEmpty ? target : nil)
    return swipe
  }
}

extension SwipeVector {
  /// The component with the larger magnitude.
  fileprivate var longer: Double { abs(x) >= abs(y) ? x : y }
}
