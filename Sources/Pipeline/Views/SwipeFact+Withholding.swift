internal import GestureCore

extension SwipeFact {
  /// The smallest excursion of a swipe that may be sent without a commit, in mm.
  ///
  /// Below the level `positions`, a smaller swipe that did not commit is withheld: 16 % of real
  /// taps pass the slop, and a PIN pad must not leak.
  static let withheldExcursion = 5.0

  /// Whether only the level `positions` may receive this fact; `commit` is the rule's decision.
  ///
  /// A provisional commit does not count: a tap that slips has one for a moment.
  func isWithheld(commit: Bool) -> Bool { excursion < Self.withheldExcursion && !(phase == .end && commit) }
}
