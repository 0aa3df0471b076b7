/// The swipes that the app has seen begin but not end.
///
/// The app never sees an update, end or cancel without a begin, or a begin without an end. This
/// type makes up the missing messages.
struct SwipeContinuity {
  /// Whether the subscription asks for begins; without them, no swipe needs a begin.
  private let hasBegins: Bool
  private let hasCancels: Bool
  private var last: [Int64: Swipe] = [:]

  init(phases: Set<SwipeSubscription.Phase>) {
    hasBegins = phases.contains(.begin)
    hasCancels = phases.contains(.cancel)
  }

  /// The ids of these swipes.
  var ids: Set<Int64> { Set(last.keys) }

  /// Returns what the app receives for a swipe, in order.
  ///
  /// A missed begin arrives late, with the values of the present message.
  mutating func take(_ swipe: Swipe) -> [Swipe] {
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
      begin.handOff = nil
      return [begin, swipe]
    }
    last[swipe.id] = swipe
    return [swipe]
  }

  /// Forgets the swipes whose ids are not in `swipes`, and returns their cancels.
  mutating func lose(except swipes: Set<Int64>) -> [Swipe] {
    let lost = last.values.filter { !swipes.contains($0.id) }.sorted { $0.id < $1.id }
    for swipe in lost { last[swipe.id] = nil }
    return hasCancels ? lost.map(\.cancelledAsLost) : []
  }
}

extension Swipe {
  /// The last known values of the swipe, as a cancel.
  fileprivate var cancelledAsLost: Swipe {
    var swipe = self
    swipe.phase = .cancel(Swipe.lost)
    swipe.velocity = .zero
    swipe.predictedEndTranslation = translation
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
