public import Configuration
public import Panels

/// A recording, and the panel that it represents.
public struct RecordedPanel: Sendable {
  /// The events of the recording.
  public let events: [InputEvent]
  /// The setup of the panel.
  public let setup: PanelSetup

  /// Creates the panels of recordings in order, without those that the configuration disables.
  ///
  /// The id of a panel is `replay:` and the file's name, so the same file produces the same lines
  /// in every folder. Further files of the same name get a number.
  public static func panels(for recordings: [Recording], settings: Settings) -> [RecordedPanel] {
    var taken: [String: Int] = [:]
    return recordings.compactMap { recording in
      let count = taken[recording.name, default: 0] + 1
      taken[recording.name] = count
      let panelID = "replay:\(recording.name)" + (count > 1 ? "#\(count)" : "")
      let identity = PanelIdentity(panelID: panelID, source: .replay)
      guard let setup = PanelSetup(recording.description, identity: identity, settings: settings) else {
        return nil
      }
      return RecordedPanel(events: recording.events, setup: setup)
    }
  }
}
