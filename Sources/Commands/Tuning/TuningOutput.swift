internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels

/// What people read during a tuning session, on standard error.
struct TuningOutput {
  private let people: [String]
  private let hasKeyboard: Bool

  /// Creates the output of a session.
  init(_ session: TuningSession, hasKeyboard: Bool) {
    (people, self.hasKeyboard) = (session.people, hasKeyboard)
  }

  /// Prints which panel is tuned, and what the keys do.
  func begin(_ panel: PanelMessage) {
    let size = ShownNumber.size(panel.width, panel.height)
    Self.write("\(panel.name.terminalText), \(size)")
    if hasKeyboard { showKeys() }
  }

  /// Prints what the keys do.
  func showKeys() {
    Self.write(
      "u and Enter: take the last try back. Enter: next exercise. Ctrl-D: end here. Ctrl-C: end without a proposal."
    )
  }

  /// Prints what the session asks for.
  func ask(_ session: TuningSession) {
    switch session.state {
    case .ready(let step):
      Self.write("\n\(name(of: step)): press Enter to begin")
    case .asked(let step):
      let exercise = session.exercises[step.exercise]
      let number = "\(step.exercise + 1)/\(session.exercises.count)"
      Self.write("\n\(name(of: step)), \(number) \(exercise.label.rawValue): \(exercise.request)")
    case .over:
      if hasKeyboard { Self.write("\nThat was the last try: press Enter for the proposal") }
    }
  }

  /// Prints what became of a try.
  func show(_ verdict: TuningSession.Verdict, of step: TuningSession.Step, in session: TuningSession) {
    switch verdict {
    case .counted(let stroke, let number):
      Self.write("  \(number) of \(session.exercises[step.exercise].tries): \(Self.words(stroke))")
    case .rejected(let reason): Self.write("  not counted: \(reason.words)")
    }
  }

  /// Prints that a try was taken back.
  func showUndo(of step: TuningSession.Step, in session: TuningSession) {
    let exercise = session.exercises[step.exercise]
    let number = session.count(of: step) + 1
    Self.write(
      "  took \(exercise.label.rawValue) \(number) of \(name(of: step)) back; \(exercise.request)")
  }

  /// Prints that there is no try to take back.
  func showNothingToUndo() { Self.write("  there is no try to take back") }

  /// Prints why the next exercise follows.
  func showTimeout() { Self.write("  no try within --timeout: the next exercise follows") }

  /// The facts and the present decision of a stroke.
  private static func words(_ stroke: LabelledStroke) -> String {
    guard let lift = stroke.lift, let decision = stroke.decision(with: .present) else {
      return "a tap, as asked"
    }
    let (length, speed) = (lift.translation.length, lift.velocity.length)
    let facts =
      "\(ShownNumber.fixed(length, places: 1)) mm, \(ShownNumber.fixed(speed, places: 0)) mm/s at the lift"
    if let reason = decision.noCommit {
      return "\(facts): no commit, \(reason.word.replacing("_", with: " "))"
    }
    return "\(facts): commit by \(Self.words(decision.by))"
  }

  private static func words(_ met: DecisionRule.CommitCriteria) -> String {
    [(met.distance, "distance"), (met.velocity, "velocity"), (met.predicted, "predicted")]
      .filter(\.0).map(\.1).joined(separator: ", ")
  }

  private func name(of step: TuningSession.Step) -> String {
    LabelledStroke.shown(people[step.person]).terminalText
  }

  private static func write(_ text: String) {
    // A closed terminal does not end the session.
    try? SystemCalls.writeAll(to: .error, Array("\(text)\n".utf8).span)
  }
}

extension TuningSession.Exercise {
  /// What the person does.
  fileprivate var request: String {
    let times = tries == 1 ? "once" : "\(tries) times"
    return switch label {
    case .flick: "flick to the left \(times): a short fast swipe, and lift while the finger moves"
    case .drag: "drag \(times): slowly, as far as a page should follow, and stop before you lift"
    case .tap: "tap \(times), as on buttons"
    case .scroll: "scroll a little: \(tries) strokes up and down"
    }
  }
}

extension TuningSession.Rejection {
  /// The reason, and what to do.
  fileprivate var words: String {
    switch self {
    case .notSwiped: "the finger moved too little for a swipe; once more"
    case .severalSwipes: "several swipes at once; once more, with one finger"
    case .cancelled: "flickd cancelled this swipe; once more, with one finger"
    }
  }
}
