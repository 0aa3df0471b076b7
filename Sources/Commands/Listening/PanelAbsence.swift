internal import FlickProtocol
internal import Terminal

/// Prints what a listener waits for, if no panel can send the swipes that it wants.
struct PanelAbsence {
  /// The answer to everyone who asks for panels while flickd has none.
  static let noPanels = "no panel yet: `flickctl doctor` shows what is missing"

  /// The ids of the wanted panels; empty for all.
  let wanted: [String]
  private var lastPrinted: String?

  init(wanted: [String]) {
    self.wanted = wanted
  }

  /// Prints what is absent among the present panels, unless that is printed already.
  mutating func note(with panels: [String]) {
    let text = text(with: panels)
    defer { lastPrinted = text }
    if let text, text != lastPrinted { Terminal.note(text) }
  }

  /// What is absent, and what to do; nil if nothing is.
  func text(with panels: [String]) -> String? {
    guard let absent = wanted.first(where: { !panels.contains($0) }) else { return nil }
    let near = nearest(to: absent, in: panels).map { "did you mean `\($0.terminalText)`? " } ?? ""
    let list = panels.isEmpty ? "flickd has no panel" : "The panels are \(panels.joined(separator: ", "))"
    return "there is no panel '\(absent.terminalText)': \(near)\(list.terminalText); waiting for it"
  }
}
