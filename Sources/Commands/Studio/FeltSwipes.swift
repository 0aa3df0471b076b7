internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels
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
  /// The decision with the proposed thresholds; nil without a proposal.
  var proposed: Decision?
}

/// Decides swipes that start in a field by the present and by the proposed rule, for people who
/// feel both.
///
/// Both rules allow left and right, as the zone of such a row does. Nothing is written, and
/// flickd does not change.
final class FeltSwipes {
  private let pipeline: PanelPipeline
  private var numbering = SwipeNumbering()
  private var sink: FeltSink

  /// Creates the row of an idle panel, without a proposal.
  init(_ setup: PanelSetup) {
    pipeline = PanelPipeline(setup)
    var rule = setup.rule
    rule.allowed = DirectionSet()
    rule.allowed.insert(.left)
    rule.allowed.insert(.right)
    sink = FeltSink(setup, present: rule)
  }

  /// Where a swipe must start.
  var field: TryField {
    get { sink.field }
    set { sink.field = newValue }
  }

  /// The proposed thresholds; nil without a proposal.
  var thresholds: RuleThresholds? {
    didSet { sink.proposed = thresholds.map { $0.applied(to: sink.present) } }
  }

  /// When the next deadline is due if no frame arrives.
  var deadline: Instant? { pipeline.deadline }

  /// Adds a frame.
  func add(_ frame: RecordedFrame) {
    for event in frame.events { pipeline.consume(event, numbering: &numbering, into: &sink) }
  }

  /// Handles every deadline up to `now`.
  func advance(to now: Instant) { pipeline.advance(to: now, numbering: &numbering, into: &sink) }

  /// Returns the swipes that have changed since the last call: each one that ended, then the newest
  /// one that moves.
  func takeSwipes() -> [FeltSwipe] {
    defer { (sink.ended, sink.moving) = ([], nil) }
    return sink.ended + (sink.moving.map { [$0] } ?? [])
  }
}

/// Keeps what changed since the page received the last message.
private struct FeltSink: SwipeSink {
  let present: DecisionRule
  var proposed: DecisionRule?
  var field = TryField.nowhere
  var ended: [FeltSwipe] = []
  var moving: FeltSwipe?

  /// The largest number of ended swipes that wait for a page; the oldest one goes first.
  private static let most = 20
  private let setup: PanelSetup

  init(_ setup: PanelSetup, present: DecisionRule) {
    (self.setup, self.present) = (setup, present)
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    guard field.contains(fact.start), !setup.isPrivate(fact.start) else { return }
    var swipe = FeltSwipe(
      number: fact.swipe.number, phase: Phase(fact.phase), x: fact.translation.x,
      present: present.decide(fact))
    if let proposed { swipe.proposed = proposed.decide(fact) }
    guard fact.phase.isLast else {
      moving = swipe
      return
    }
    if moving?.number == swipe.number { moving = nil }
    ended = ended.suffix(Self.most - 1) + [swipe]
  }
}
