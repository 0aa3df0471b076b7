public import GestureCore
public import Recordings

/// Collects the strokes of one panel from the facts of its recogniser.
///
/// A touch lasts from a landing on an idle panel to the last lift. The caller, who sees the
/// contacts, ends each touch.
public struct StrokeCollector: SwipeSink, Sendable {
  private let rule: DecisionRule
  private var lifts: [LabelledStroke.Lift] = []
  private var hasCancelled = false

  /// Creates the collector of a panel with this rule.
  public init(rule: DecisionRule) {
    self.rule = rule
  }

  /// Receives one fact of the touch.
  public mutating func receive(_ fact: borrowing SwipeFact) {
    switch fact.phase {
    case .begin, .update: break
    case .end: lifts.append(LabelledStroke.Lift(fact))
    case .cancel: hasCancelled = true
    }
  }

  /// Ends the touch, and returns its strokes: one for each swipe that ended, or one contact without
  /// a swipe.
  ///
  /// A touch whose swipes were all cancelled has no stroke. Without a label, returns no stroke.
  public mutating func endTouch(label: RecordingLabel?, person: String) -> [LabelledStroke] {
    defer { (lifts, hasCancelled) = ([], false) }
    guard let label else { return [] }
    func stroke(_ lift: LabelledStroke.Lift?) -> LabelledStroke {
      LabelledStroke(label: label, person: person, lift: lift, rule: rule)
    }
    if lifts.isEmpty { return hasCancelled ? [] : [stroke(nil)] }
    return lifts.map(stroke)
  }
}
