internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Recordings
internal import Terminal

extension TuningSession.Exercise {
  var request: String {
    let times = tries == 1 ? "once" : "\(tries) times"
    return switch label {
    case .flick: "flick to the left \(times): a short fast swipe, and lift while the finger moves"
    case .drag: "drag \(times): slowly, as far as a page should follow, and stop before you lift"
    case .tap: "tap \(times), as on buttons"
    case .scroll: "scroll a little: \(tries) strokes up and down"
    }
  }
}

extension TuningSession.Outcome {
  /// The facts and the present decision of a counted try, or why it does not count.
  var text: String {
    switch self {
    case .counted(let stroke, _): stroke.text
    case .rejected(let reason): "not counted: \(reason.text)"
    }
  }
}

extension TuningSession.Rejection {
  /// The reason, and what to do.
  fileprivate var text: String {
    switch self {
    case .notSwiped: "the finger moved too little for a swipe; once more"
    case .severalSwipes: "several swipes at once; once more, with one finger"
    case .cancelled: "flickd cancelled this swipe; once more, with one finger"
    }
  }
}

extension LabelledStroke {
  /// The facts and the present decision of a stroke.
  fileprivate var text: String {
    guard let lift, let decision = decision(with: .present) else { return "a tap, as asked" }
    let (length, speed) = (lift.translation.length, lift.velocity.length)
    let recoil = decision.recoil.map { ", \($0.text("mm"))" } ?? ""
    let facts =
      "\(ShownNumber.fixed(length, decimals: 1)) mm, \(ShownNumber.fixed(speed, decimals: 0)) mm/s at the lift\(recoil)"
    if let reason = decision.noCommit {
      return "\(facts): no commit, \(reason.word.replacing("_", with: " "))"
    }
    return "\(facts): commit by \(Self.text(decision.by))"
  }

  private static func text(_ met: DecisionRule.CommitCriteria) -> String {
    [(met.distance, "distance"), (met.velocity, "velocity"), (met.predicted, "predicted")]
      .filter(\.0).map(\.1).joined(separator: ", ")
  }
}
