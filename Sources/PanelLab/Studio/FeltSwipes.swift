internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Pipeline

/// A swipe on the row of cards, as each of two rules decides it.
struct FeltSwipe: Equatable {
  /// The running number of the swipe on its panel.
  var number: UInt64
  var phase: Phase
  /// The displacement to the right, in mm.
  var x: Double
  /// The decision by the rule of the configuration.
  var present: Decision
  /// The decision with the proposed thresholds; nil if there is no proposal.
  var proposed: Decision?
}

/// Decides swipes that start in a field by the present and by the proposed rule, for people who
/// feel both.
///
/// Both rules allow left and right, as the zone of such a row does. Nothing is written, and
/// flickd does not change.
struct FeltSwipes: SwipeSink {
  /// Where a swipe must start.
  var field = TryField.nowhere
  /// The proposed thresholds; nil if there is no proposal.
  var thresholds: RuleThresholds?
  private let setup: PanelSetup
  private let present: DecisionRule
  /// What has changed since the last call of ``takeSwipes()``.
  private var ended: [FeltSwipe] = []
  private var moving: FeltSwipe?

  /// The largest number of ended swipes that wait for a page; the oldest one goes first.
  private static let maxEnded = 20

  /// Creates the row of an idle panel, without a proposal.
  init(_ setup: PanelSetup) {
    self.setup = setup
    var rule = setup.rule
    rule.allowed = DirectionSet()
    rule.allowed.insert(.left)
    rule.allowed.insert(.right)
    present = rule
  }

  /// Returns the swipes that have changed since the last call: each one that ended, then the newest
  /// one that moves.
  mutating func takeSwipes() -> [FeltSwipe] {
    defer { (ended, moving) = ([], nil) }
    return ended + (moving.map { [$0] } ?? [])
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    guard field.contains(fact.start), !setup.isPrivate(fact.start) else { return }
    var swipe = FeltSwipe(
      number: fact.swipe.number, phase: Phase(fact.phase), x: fact.translation.x,
      present: present.decide(fact))
    if let thresholds { swipe.proposed = thresholds.applied(to: present).decide(fact) }
    guard fact.phase.isLast else {
      moving = swipe
      return
    }
    if moving?.number == swipe.number { moving = nil }
    ended = ended.suffix(Self.maxEnded - 1) + [swipe]
  }
}
