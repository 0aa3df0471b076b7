public import Configuration
public import Panels

/// A recording, and the panel that it stands for.
public struct RecordedPanel: Sendable {
  /// What happened on it.
  public let events: [InputEvent]
  /// The panel.
  public let setup: PanelSetup

  /// Sets panels up for recordings, in their order; one that the configuration disables is left
  /// out.
  ///
  /// A recording's panel is called `replay:` and the file's name, so that the same file gives the
  /// same lines wherever it lies; a second one of the same name gets a number.
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
