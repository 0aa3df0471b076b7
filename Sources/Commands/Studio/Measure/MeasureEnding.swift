internal import Configuration
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline

/// The recording of a station that has ended.
struct KeptStation {
  var station: Station
  var events: [InputEvent]

  /// The name of its file.
  var fileName: String { "\(station.word).evemu" }
}

/// What the room Measure knows of its panel, and the report that it makes at the end.
struct MeasureEnding {
  let setup: PanelSetup
  let subject: RuleSubject
  let settings: Settings
  /// The drop-ins, into which the administrator's command writes.
  let options: SettingsOptions
  var surroundings = MeasuredSurroundings()
  /// Where the recordings are saved; nil if they are not.
  var folder: StationFolder?

  /// The panel, as `flickctl measure` reads it.
  var panel: MeasuredPanel {
    MeasuredPanel(
      setup.description, size: setup.recorded().panelSize, visibleArea: surroundings.visibleArea,
      fingerWidth: surroundings.fingerWidth)
  }

  /// Makes the report of a walk that is over, and saves the recordings if there is a folder.
  ///
  /// Cost: it measures each recording again for the pictures, a fraction of a second in all.
  func report(of walk: StationWalk, _ recordings: [KeptStation]) -> MeasureReport {
    let report = PanelReport(
      walk, setup: setup, subject: subject, surroundings: surroundings, kernel: nil)
    let group = recordings.map { kept in
      RecordedSegment(
        file: MeasuredFile(path: kept.fileName, station: kept.station.recorded),
        recording: recording(of: kept))
    }
    let panel = ReportedPanel(report, of: group, settings: settings)
    let page = ReportPage(panels: [panel], people: nil).text
    let handover = SettingsHandover(report.written, of: .measured, in: options.dropInFolder) {
      try SystemCalls.contentsIfAny(of: $0)
    }
    var made = MeasureReport(page: page, settings: handover.text ?? "", command: handover.command ?? "")
    if handover.text != nil { made.note = handover.note }
    guard let folder else { return made }
    do throws(SystemCallError) {
      try folder.save(recordings.map { ($0.fileName, bytes(of: $0)) }, page: page)
      let name = folder.path.terminalText
      note("saved the recordings and report.html in \(name): touches can reveal PINs and passwords")
      if !made.command.isEmpty {
        made.command = folder.command(for: recordings, in: surroundings, options: options)
      }
    } catch {
      let why = "\(error): the recordings are not saved; save the report from this page"
      note(why)
      made.note = [why, made.note].compactMap(\.self).joined(separator: "; ")
    }
    return made
  }

  private func recording(of kept: KeptStation) -> Recording {
    var recording = Recording(
      name: kept.fileName, format: .evemu, description: setup.description, events: kept.events)
    recording.setup = setup.recorded()
    return recording
  }

  /// The file of a station, as `flickctl record` writes it.
  func bytes(of kept: KeptStation) -> [UInt8] {
    var text = RecordingText(.evemu)
    return text.header(setup.description, setup: setup.recorded(), node: setup.message.node ?? "")
      + text.lines(of: RecordedFrame(events: kept.events, contactsDown: 0, isTouched: false))
      + text.end(reportPeriod: nil)
  }
}

/// The folder into which the studio saves the recordings of the stations and the reports.
struct StationFolder {
  /// The absolute path.
  let path: String

  /// Creates the folder from a path on the command line.
  init(_ path: String) {
    let present = SystemCalls.workingFolder() ?? "."
    self.path = path.hasPrefix("/") ? path : "\(present)/\(path)"
  }

  /// Saves the files, which only the owner of the folder can read.
  func save(_ files: [(name: String, bytes: [UInt8])], page: String) throws(SystemCallError) {
    for file in files { try FileReplacement.replacePrivate(file.name, in: path, with: file.bytes) }
    try FileReplacement.replacePrivate("report.html", in: path, with: Array(page.utf8))
  }

  /// The command that measures the saved recordings and writes the settings.
  func command(
    for recordings: [KeptStation], in surroundings: MeasuredSurroundings, options: SettingsOptions
  ) -> String {
    let inputs = recordings.map { kept in
      let file = RootCommand.quoted("\(path)/\(kept.fileName)")
      return kept.station.recorded.map { "\($0.word)=\(file)" } ?? file
    }
    let config = options.config.map { ["--config", RootCommand.quoted($0)] } ?? []
    let words = ["flickctl measure --write"] + config + surroundings.options + inputs
    return RootCommand(words.joined(separator: " ")).line
  }
}
