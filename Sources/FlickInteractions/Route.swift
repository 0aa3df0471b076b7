internal import FlickClient

/// Which of several interactions a swipe moves; a swipe keeps its interaction to its end.
struct Route<Receiver: Equatable & Sendable>: Equatable, Sendable {
  /// What the active swipe moves; nil if there is none, or if nothing follows it.
  private(set) var receiver: Receiver?
  private var id: Int64?
  /// A swipe that came while another one held its interaction.
  private var ignored: Int64?

  /// Returns whether a swipe has a receiver, or is ignored.
  func isKnown(_ swipe: Swipe) -> Bool { id == swipe.id }

  /// Returns what a swipe moves: `choice` from its first moment on.
  ///
  /// `isHeld` is whether a finger holds the present ``receiver``.
  mutating func receiver(of swipe: Swipe, isHeld: Bool, choice: Receiver?) -> Receiver? {
    if swipe.phase == .begin, ignored == swipe.id { ignored = nil }
    if id != swipe.id, isHeld { ignored = swipe.id }
    guard ignored != swipe.id else { return nil }
    if id != swipe.id {
      id = swipe.id
      receiver = choice
    }
    let found = receiver
    switch swipe.phase {
    case .end, .cancel:
      id = nil
      receiver = nil
    case .begin, .update, .press, .release: break
    }
    return found
  }
}
