internal import FlickProtocol

/// What `listen` prints for a line of the service.
enum ShownLine {
  /// Returns the text for a line, safe on a terminal; nil for a line without text for people.
  static func words(for message: ServerMessage, colored: Bool) -> String? {
    switch message {
    case .hello(let hello): "flickd \(hello.version), level \(hello.level.text)".terminalText
    case .state(let state):
      state.panels.isEmpty ? "no panel yet" : state.panels.map(\.words).joined(separator: "\n")
    case .panel(let change, let panel): "panel \(panel.panelID) \(change.text): \(panel.name)".terminalText
    case .activity(let activity): "panel \(activity.panelID) is touched".terminalText
    case .swipe(let swipe): SwipeRow(swipe, colored: colored).text
    case .bye(let bye): "bye: \(bye.detail)".terminalText
    case .reply, .unknown: nil
    }
  }
}

extension PanelMessage {
  fileprivate var words: String {
    "panel \(panelID): \(name), \(ShownNumber.size(width, height)) (\(scale)), \(source.text)".terminalText
  }
}
