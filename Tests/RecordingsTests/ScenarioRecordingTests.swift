import GestureCore
import Panels
import Recordings
import Testing

@Suite struct `A scenario in place of a recording` {
  private static let text =
    "# a tap\ndown 1 50% 50%\nup 1\n200ms\ndown 1 10mm 10mm\nunplug\nplug\ndown 1 50% 50%\nup 1\n"
  private static let flick = "down 1 80% 50%\nto 1 60% 50% in 80ms\nup 1\n\nend flick left commit\n"

  @Test func `is a recording of its own panel`() throws {
    for name in ["a/flick.touch", "flick.txt"] {
      let recording = try Recording.read(bytes: Array(Self.flick.utf8), fileName: name)
      #expect(recording.format == .scenario && recording.hasAxisRanges)
      #expect(recording.name == name.split(separator: "/").last.map(String.init))
      #expect(PanelSize(description: recording.description).extent == Scenario.extent)
      #expect(recording.events.count(where: \.endsFrame) == 12)
    }
  }

  @Test func `is one recording for each time that the panel is plugged in`() throws {
    let scenario = try Scenario(file: "s", text: Self.text, expectsLines: false)
    let recordings = try ScenarioPlayer.recordings(of: scenario)
    #expect(recordings.map { $0.events.count(where: \.endsFrame) } == [3, 2])
    #expect(throws: ScenarioError.self) { try ScenarioPlayer.recording(of: scenario) }
  }

  /// Regression: the comments were played, or refused.
  @Test(arguments: [
    "# Input device name: \"Goodix\"\n", "# libinput record gave this\n", "\u{feff}",
    "# Event: time 1.0, type 3 (EV_ABS), code 0 (ABS_X), value 5\n# Event: time 1.1, -------------- SYN_REPORT ------------\n",
  ])
  func `may quote a recording in its comments, and have a byte order mark`(head: String) throws {
    let plain = try Recording.read(bytes: Array(Self.flick.utf8), fileName: "a.touch")
    for name in ["a.touch", "A.TOUCH"] {
      let recording = try Recording.read(bytes: Array((head + Self.flick).utf8), fileName: name)
      #expect(recording.format == .scenario && recording.events == plain.events)
    }
  }

  @Test(arguments: [
    ("# Input device name: \"Goodix\"\nhello\n", "a.touch:2: 'hello' is not a step"),
    ("down 1 80% 50%\nto 1 60% 50%\n", "a.touch:2: 'to 1 60% 50%' is not a step"),
    ("hello\n", "a.touch:1: 'hello' is not a step"),
    ("down 1 80% 50%\nup 2\n", "a.touch:2: finger 2 is not down"),
    ("down 1 900mm 50%\n", "a.touch:1: 900.0 mm is outside the panel"),
    ("100ms\n", "a.touch: this describes a device, but contains no events"),
  ])
  func `is refused with its line`(text: String, message: String) throws {
    let error = #expect(throws: RecordingError.self) {
      try Recording.read(bytes: Array(text.utf8), fileName: "a.touch")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
