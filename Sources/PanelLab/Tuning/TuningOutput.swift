internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Recordings
internal import Terminal

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
  func show(_ outcome: TuningSession.Outcome, of step: TuningSession.Step, in session: TuningSession) {
    switch outcome {
    case .counted(_, let number):
      Self.write("  \(number) of \(session.exercises[step.exercise].tries): \(outcome.text)")
    case .rejected: Self.write("  \(outcome.text)")
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

  private func name(of step: TuningSession.Step) -> String {
    LabelledStroke.shown(people[step.person]).terminalText
  }

  private static func write(_ text: String) {
    TerminalOutput.show("\(text)\n")
  }
}
