import ConfigurationFiles
import GestureCore
import LinuxIO
import Panels
import Pipeline
import Recordings
import Settings
import Terminal
import TestKit

@testable import PanelLab

/// A recording, watched by the monitor as far as a moment.
struct WatchedRecording {
  let watch: PanelWatch
  let events: [InputEvent]

  init(
    _ recording: MadeRecording, config: String = "", isSizeKnown: Bool = true,
    isPrivateIncluded: Bool = false,
    keepsRecords: Bool = false
  ) {
    var description = MadeRecording.description
    if !isSizeKnown {
      for (code, axis) in description.axes {
        description.axes[code] = AxisRange(minimum: axis.minimum, maximum: axis.maximum)
      }
    }
    let settings = Settings.read([ConfigurationFile(name: "test.toml", bytes: Array(config.utf8))]).settings
    let made = Recording(
      name: "made.evemu", format: .evemu, description: description, events: recording.events)
    let panel = RecordedPanel.panels(for: [made], settings: settings)[0]
    events = panel.events
    watch = PanelWatch(
      panel.setup, source: "made.evemu",
      options: WatchOptions(
        zones: settings.publicZones, isPrivateIncluded: isPrivateIncluded, keepsRecords: keepsRecords),
      begin: panel.events[0].instant)
  }

  /// The state at this number of ms after the first event.
  func state(at milliseconds: Int64) -> MonitorState {
    let now = events[0].instant + .milliseconds(milliseconds)
    for event in events where event.instant <= now { watch.consume(event) }
    watch.advance(to: now)
    return watch.state
  }

  /// The screen at this number of ms.
  func screen(
    at milliseconds: Int64, _ size: TerminalSize = MonitorScreen.smallest, _ glyphs: Glyphs = .unicode
  ) -> String {
    MonitorScreen.draw(state(at: milliseconds), size, glyphs).text
  }
}
