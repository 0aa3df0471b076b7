internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline
internal import Recordings
internal import Settings
internal import Terminal

/// The recording of a station.
struct KeptStation {
  var station: Station
  var events: [InputEvent]
  /// The number of the measurement in the folder of ``StationFolder``.
  var number = 1

  /// The name of its file.
  var fileName: String { StationFolder.name("\(station.word).evemu", number: number) }
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
  var panel: MeasuredPanel { MeasuredPanel(setup, in: surroundings) }

  /// The number of the next measurement: no file of an earlier one is replaced.
  var nextNumber: Int {
    let names = Station.onDisplay.map { KeptStation(station: $0, events: []).fileName }
    return folder?.nextNumber(for: names + [StationFolder.report]) ?? 1
  }

  /// Saves the recording of a station; returns why it is not saved, nil if it is or if there is no
  /// folder.
  ///
  /// A former recording of the same visit is replaced as a whole.
  func save(_ kept: KeptStation) -> String? {
    guard let folder else { return nil }
    do throws(SystemCallError) {
      try folder.save(kept.fileName, bytes(of: kept))
      return nil
    } catch {
      return "\(error): the recordings are not saved; save the report from this page"
    }
  }

  /// Makes the report of a walk that is over, and saves the report if there is a folder.
  ///
  /// `fault` is why a recording is not saved. Cost: it measures each recording again for the
  /// pictures, a fraction of a second in all.
  func report(of walk: StationWalk, _ recordings: [KeptStation], fault: String? = nil) -> MeasureReport {
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
    let name = StationFolder.name(StationFolder.report, number: recordings.first?.number ?? 1)
    var why = fault
    do throws(SystemCallError) {
      try folder.save(name, Array(page.utf8))
    } catch {
      why = fault ?? "\(error): the report is not saved; save the report from this page"
    }
    if let why {
      if fault == nil { note(why) }
      made.note = [why, made.note].compactMap(\.self).joined(separator: "; ")
      return made
    }
    note(
      "saved the recordings and \(name) in \(folder.path.terminalText): touches can reveal PINs and passwords"
    )
    if !made.command.isEmpty {
      made.command = folder.command(for: recordings, in: surroundings, options: options)
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

  /// The name of the report of a measurement.
  static let report = "report.html"

  /// The name of a file of the measurement or session with this number: `taps.evemu`,
  /// `taps-2.evemu`.
  static func name(_ name: String, number: Int) -> String {
    guard number > 1, let dot = name.lastIndex(of: ".") else { return name }
    return "\(name[..<dot])-\(number)\(name[dot...])"
  }

  /// The smallest number for which the folder has no file of these names.
  func nextNumber(for names: [String]) -> Int {
    // A folder that cannot be read has no file that could be replaced silently: saving fails there.
    let present = Set((try? SystemCalls.namesIfAny(in: path)) ?? [])
    var number = 1
    while names.contains(where: { present.contains(Self.name($0, number: number)) }) { number += 1 }
    return number
  }

  /// Saves a file, which only the owner of the folder can read.
  func save(_ name: String, _ bytes: [UInt8]) throws(SystemCallError) {
    try FileReplacement.replacePrivate(name, in: path, with: bytes)
  }

  /// The command that measures the saved recordings and writes the settings.
  func command(
    for recordings: [KeptStation], in surroundings: MeasuredSurroundings, options: SettingsOptions
  ) -> String {
    let inputs = recordings.map { kept in
      let file = RootCommand.quoted("\(path)/\(kept.fileName)")
      return kept.station.recorded.map { "\($0.word)=\(file)" } ?? file
    }
    let config = options.requiredMain.map { ["--config", RootCommand.quoted($0)] } ?? []
    let arguments = ["flickctl measure --write"] + config + surroundings.options + inputs
    return RootCommand(arguments.joined(separator: " ")).line
  }
}
