package import ConfigurationFiles
internal import FlickProtocol
package import GestureCore
package import Pipeline
package import Recordings
package import Settings

/// A sink of facts that contains the client of a replay.
package protocol ReplaySink: SwipeSink, ~Copyable {
  /// The client, which receives each fact too.
  var client: ReplayClient { get set }
}

/// Plays one recording to its end, and meanwhile what its scenario adds: reloads of the
/// configuration, and requests of the client.
///
/// As in flickd, a reload takes effect on the panel when its last contact lifts, and on zones once
/// no swipe is active.
package struct ScenarioRun {
  /// The panel of the recording, with its counts.
  package let playback: Playback
  private let panel: RecordedPanel
  private let options: [SettingOption]
  private var cues: ArraySlice<ScenarioCue>
  /// The setup of a reload, which waits until the panel is idle.
  private var next: PanelSetup?

  /// Prepares a run; `options` override each configuration of the scenario.
  package init(_ panel: RecordedPanel, options: [SettingOption] = []) {
    self.panel = panel
    self.options = options
    cues = panel.cues[...]
    playback = Playback(panel)
  }

  /// Plays the recording; throws what is wrong with a reload or a request of the scenario.
  package mutating func play(
    numbering: inout SwipeNumbering, into sink: inout some ReplaySink & ~Copyable
  ) throws(ScenarioError) {
    sink.client.use(panel.settings)
    sink.client.follow(panel.setup)
    var due: Instant? = playback.begin
    while let now = due, !cues.isEmpty || next != nil {
      if let cue = cues.first, cue.instant < now {
        cues.removeFirst()
        _ = playback.play(through: cue.instant, numbering: &numbering, into: &sink)
        try perform(cue, for: &sink)
      } else {
        due = playback.play(through: now, numbering: &numbering, into: &sink)
      }
      applyWaiting(to: &sink)
    }
    if due != nil { _ = playback.play(through: nil, numbering: &numbering, into: &sink) }
    // What comes after the last frame changes no line, but may be wrong.
    for cue in cues { try perform(cue, for: &sink) }
  }

  private mutating func perform(
    _ cue: ScenarioCue, for sink: inout some ReplaySink & ~Copyable
  ) throws(ScenarioError) {
    switch cue.action {
    case .reload(let configuration):
      let settings = try configuration.settings(options: options)
      guard let setup = PanelSetup(panel.setup.description, identity: panel.identity, settings: settings)
      else {
        throw ScenarioError(
          file: cue.file, line: cue.line,
          message: "this reload disables the panel: write `unplug` if the panel should go")
      }
      next = setup
      sink.client.use(settings)
    case .request(let line):
      do throws(ReplayRefusal) {
        try sink.client.send(line)
      } catch {
        throw ScenarioError(file: cue.file, line: cue.line, message: error.message)
      }
    }
  }

  private mutating func applyWaiting(to sink: inout some ReplaySink & ~Copyable) {
    guard let setup = next, playback.pipeline.isFree else { return }
    next = nil
    playback.pipeline.use(setup)
    sink.client.follow(setup)
  }
}

extension ReplayClient: ReplaySink {
  package var client: ReplayClient {
    get { self }
    set { self = newValue }
  }
}

extension ScenarioRun {
  /// Returns the lines that one client receives of recordings, played one after the other.
  ///
  /// Until the scenario subscribes, the client receives the ends and the cancels.
  package static func lines(of panels: [RecordedPanel]) throws(ScenarioError) -> [UInt8] {
    var client = ReplayClient(
      view: View(level: .positions), settings: panels.first?.settings ?? Settings())
    var numbering = SwipeNumbering()
    for panel in panels {
      var run = ScenarioRun(panel)
      try run.play(numbering: &numbering, into: &client)
    }
    return client.takeLines()
  }
}

extension ScenarioConfiguration {
  /// The file for the reader of configurations; its name and its lines are those of the scenario.
  package var tomlFile: ConfigurationFile { ConfigurationFile(name: file, bytes: Array(text.utf8)) }

  /// Reads the settings; `options` override them, and throws the first mistake.
  package func settings(options: [SettingOption] = []) throws(ScenarioError) -> Settings {
    let reading = Settings.read([tomlFile], options: options)
    guard let mistake = reading.diagnostics.first else { return reading.settings }
    throw ScenarioError(
      file: mistake.file, line: mistake.isOption ? nil : mistake.position.line, message: mistake.message)
  }
}
