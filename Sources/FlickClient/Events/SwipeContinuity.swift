/// The swipes of which the app knows that they have begun and not how they end.
///
/// To the app there is no swipe without its begin and no begin without its end: what was missed is
/// made up.
struct SwipeContinuity {
  /// Whether begins are asked for: without them no swipe need have one.
  private let hasBegins: Bool
  private let hasCancels: Bool
  private var last: [Int64: Swipe] = [:]

  init(phases: Set<SwipeSubscription.Phase>) {
    hasBegins = phases.contains(.begin)
    hasCancels = phases.contains(.cancel)
  }

  /// Their ids.
  var ids: Set<Int64> { Set(last.keys) }

  /// What the app is told of a swipe, in order; a begin that was missed is told late, with the
  /// values of its moment.
  mutating func take(_ swipe: Swipe) -> [Swipe] {
    let isKnown = last[swipe.id] != nil
    var swipe = swipe
    switch swipe.phase {
    case .begin:
      // It began on a connection before.
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

  /// The cancels of those that are not among `swipes`, and forgets them.
  mutating func lose(except swipes: Set<Int64>) -> [Swipe] {
    let lost = last.values.filter { !swipes.contains($0.id) }.sorted { $0.id < $1.id }
    for swipe in lost { last[swipe.id] = nil }
    return hasCancels ? lost.map(\.cancelledAsLost) : []
  }
}

extension Swipe {
  /// The last that was known of it, as a cancel.
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
