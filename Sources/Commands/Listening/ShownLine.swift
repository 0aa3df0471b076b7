internal import FlickClient
internal import FlickProtocol

/// What `listen` prints for a line of the service.
enum ShownLine {
  /// Returns the text for a line, safe on a terminal; nil for a line without text for people.
  static func words(for line: ServerLine, colored: Bool) -> String? {
    switch line.type {
    case "hello": "flickd \(line.version ?? "?"), level \(line.level ?? "?")".terminalText
    case "state": line.panels.map { $0.isEmpty ? "no panel yet" : $0.map(\.words).joined(separator: "\n") }
    case "panel":
      "panel \(line.panelID ?? "?") \(line.change ?? "changed"): \(line.name ?? "?")".terminalText
    case "activity": "panel \(line.panelID ?? "?") is touched".terminalText
    case "swipe": SwipeRow(line, colored: colored)?.text
    case "bye": "bye: \(line.detail ?? line.reason ?? "?")".terminalText
    default: nil
    }
  }
}

extension ServerLine.Panel {
  fileprivate var words: String {
    "panel \(panelID): \(name), \(ShownNumber.size(width, height)) (\(scale)), \(source)".terminalText
  }
}
