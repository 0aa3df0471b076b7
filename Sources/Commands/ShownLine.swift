internal import FlickProtocol
internal import GestureCore
internal import Terminal

/// The rows of a stream, with columns that not every stream needs: the panel if there are several,
/// and the zone once a swipe belongs to one.
struct SwipeRows {
  private let isColored: Bool
  private var panels: [String] = []
  private var zoneWidth = 0

  init(colored: Bool = false) {
    isColored = colored
  }

  /// Adds a panel that rows may name.
  mutating func add(panel panelID: String) {
    if !panels.contains(panelID) { panels.append(panelID) }
  }

  /// Returns the row of a swipe line.
  mutating func row(for line: SwipeFields) -> String {
    add(panel: line.panelID)
    var origin: [String] = []
    if panels.count > 1 {
      let width = panels.map { label(of: $0).count }.max() ?? 0
      origin.append(label(of: line.panelID).padded(to: width))
    }
    let zone = line.zone.map(Self.text) ?? "-"
    if line.zone != nil { zoneWidth = max(zoneWidth, zone.count) }
    if zoneWidth > 0 { origin.append(zone.padded(to: zoneWidth)) }
    return SwipeRow(line, origin: origin, colored: isColored).text
  }

  /// Returns the row of a line about a press.
  func row(for line: PressFields) -> String {
    let time = ShownNumber.fixed(Double(line.time) / 1e6, decimals: 3).padded(to: 10, atStart: true)
    let reason = line.reason.map { ": \($0.terminalText)" } ?? ""
    let zone = line.zone.name.terminalText
    return "\(time) s  \(zone)  \(line.phase.text.terminalText) \(line.number)\(reason)"
  }

  /// The part of an id that differs from the ids of the other panels, after a colon or a slash.
  private func label(of panelID: String) -> String {
    var common = panels[0][...]
    for other in panels {
      while !other.hasPrefix(common) { common.removeLast() }
    }
    while let last = common.last, last != ":", last != "/" { common.removeLast() }
    let label = String(panelID.dropFirst(common.count)).terminalText
    return label.isEmpty ? panelID.terminalText : label
  }

  private static func text(of zone: ZoneFields) -> String {
    let name = zone.name.terminalText
    return zone.snap.map { "\(name) \($0.from)→\($0.index)" } ?? name
  }
}

/// What `listen` prints for a line of the service.
struct ShownLine {
  private var rows: SwipeRows

  init(colored: Bool) {
    rows = SwipeRows(colored: colored)
  }

  /// Returns the text for a line, safe on a terminal; nil for a line that is not shown.
  mutating func text(for message: ServerMessage) -> String? {
    switch message {
    case .state(let state): for panel in state.panels { rows.add(panel: panel.panelID) }
    case .panel(_, let panel): rows.add(panel: panel.panelID)
    default: break
    }
    return switch message {
    case .hello(let hello): "flickd \(hello.version), level \(hello.level.text)".terminalText
    case .state(let state):
      state.panels.isEmpty ? PanelAbsence.noPanels : state.panels.map(\.text).joined(separator: "\n")
    case .panel(let change, let panel): "panel \(panel.panelID) \(change.text): \(panel.name)".terminalText
    case .activity(let activity): "panel \(activity.panelID) is touched".terminalText
    case .swipe(let swipe): rows.row(for: swipe)
    case .press(let press): rows.row(for: press)
    case .bye(let bye): "bye: \(bye.detail)".terminalText
    case .reply, .unknown: nil
    }
  }
}

extension PanelMessage {
  fileprivate var text: String {
    "panel \(panelID): \(name), \(ShownNumber.size(width, height)) (\(scale)), \(source.text)".terminalText
  }
}
