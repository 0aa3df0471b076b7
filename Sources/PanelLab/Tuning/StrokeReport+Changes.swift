internal import PanelTuning
internal import Recordings

extension StrokeReport {
  /// Whether any threshold is proposed.
  var hasProposal: Bool { proposal.thresholds != .present }

  /// How often the rule errs, before and after.
  struct ErrorRate {
    var name: String
    var present: ObservedShare
    /// Nil if there is no proposal.
    var proposed: ObservedShare?
    /// With thresholds that were proposed without the person who is judged; nil if there is no
    /// proposal, or for one kind of stroke.
    var leftOut: ObservedShare?
  }

  /// The errors of the rule: of each judged kind of stroke, then of all strokes.
  var errorRates: [ErrorRate] {
    let kinds = [RecordingLabel.flick, .drag, .tap].filter { count(of: $0) > 0 }.map { label in
      let isWanted = JudgedCriterion.rule.wanted.contains(label)
      func errors(_ thresholds: RuleThresholds) -> ObservedShare {
        let commits = commits(of: label, with: thresholds)
        return isWanted ? commits.others : commits
      }
      return ErrorRate(
        name: isWanted ? "\(label.rawValue)s that return" : "\(label.rawValue)s that commit",
        present: errors(.present), proposed: hasProposal ? errors(proposal.thresholds) : nil)
    }
    guard let rule = criteria.first(where: { $0.criterion == .rule }) else { return kinds }
    let total = leftOutRates
    return kinds + [
      ErrorRate(
        name: "all missed swipes", present: rule.caught.others,
        proposed: hasProposal ? proposed.caught.others : nil, leftOut: total?.caught.others),
      ErrorRate(
        name: "all false commits", present: rule.mistaken, proposed: hasProposal ? proposed.mistaken : nil,
        leftOut: total?.mistaken),
    ]
  }

  /// The rates with thresholds that were proposed without the person who is judged; nil if the
  /// others are too few for a proposal.
  var leftOutRates: (caught: ObservedShare, mistaken: ObservedShare)? {
    hasProposal && people.count > ThresholdProposal.minPeople ? leftOutTotal : nil
  }

  /// A stroke that gets another decision with the proposed thresholds.
  struct Change {
    var stroke: LabelledStroke
    var lift: LabelledStroke.Lift
    /// Whether the stroke commits with the proposed thresholds; with the present ones it does not,
    /// or the reverse.
    var proposed: Bool

    /// Whether the new decision is what the person meant; nil for a scroll, which means none.
    var isBetter: Bool? {
      if JudgedCriterion.rule.wanted.contains(stroke.label) { return proposed }
      return JudgedCriterion.rule.unwanted.contains(stroke.label) ? !proposed : nil
    }
  }

  /// The strokes that get another decision, in their order.
  var changes: [Change] {
    strokes.compactMap { stroke in
      let isProposed = stroke.commits(with: proposal.thresholds)
      guard let lift = stroke.lift, isProposed != stroke.commits(with: .present) else { return nil }
      return Change(stroke: stroke, lift: lift, proposed: isProposed)
    }
  }
}

extension ObservedShare {
  /// The trials without this result.
  fileprivate var others: ObservedShare { ObservedShare(trials - count, of: trials) }
}
