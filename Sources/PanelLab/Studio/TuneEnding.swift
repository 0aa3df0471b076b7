internal import FlickProtocol
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline
internal import Terminal

/// What the room Tune knows of its panel, and the proposal and the report that it makes at the end.
struct TuneEnding {
  let setup: PanelSetup
  let panel: TunedPanel
  /// The drop-ins, into which the administrator's command writes.
  let dropIns: TuneRoom.Folder
  /// Where the report is saved; nil if it is not.
  let folder: StationFolder?

  /// The number of the next session: no file of an earlier one is replaced.
  var nextNumber: Int { folder?.nextNumber(for: [StationFolder.tuning, StationFolder.tries]) ?? 1 }

  /// Prepares to save the tries of the session with this number; nil if there is no folder.
  func tries(number: Int) -> SavedTries? {
    guard let folder else { return nil }
    let file = OutputFile(
      "\(folder.path)/\(StationFolder.name(StationFolder.tries, number: number))",
      advice: "choose another folder with --save", inputs: [], isForced: false)
    return SavedTries(to: file, of: setup, isOfFolder: true)
  }

  /// Makes the proposal of the strokes of a session that is over, with its report, and saves the
  /// report if there is a folder.
  ///
  /// `number` is that of the session. Cost: some hundred thousand decisions.
  func proposal(of strokes: [LabelledStroke], number: Int = 1) -> ProposalMessage {
    let report =
      strokes.isEmpty
      ? nil : StrokeReport(strokes, cost: StrokeReport.usualCost, seed: UInt64(StrokeReport.usualSeed))
    let settings =
      report.map(panel.settings) ?? WrittenSettings(name: panel.name, subject: panel.subject, lines: [])
    return ProposalMessage(
      report: report, present: RuleThresholds(of: setup.rule),
      handover: SettingsHandover(settings, of: .tuned, in: dropIns.path, read: dropIns.read),
      page: report.map { page(of: $0, number: number) })
  }

  private func page(of report: StrokeReport, number: Int) -> ProposalMessage.Page {
    var page = ProposalMessage.Page(
      text: ReportPage(panels: [], people: report, triedPanel: panel.name).text)
    guard let folder else { return page }
    let name = StationFolder.name(StationFolder.tuning, number: number)
    do throws(SystemCallError) {
      try folder.save(name, Array(page.text.utf8))
      note("saved \(name) in \(folder.path.terminalText)")
    } catch {
      let why = "\(error): the report is not saved; save the report from this page"
      note(why)
      page.note = why
    }
    return page
  }
}

extension StationFolder {
  /// The name of the report of a tuning session; the report of a measurement has another name.
  static let tuning = "tuning.html"
  /// The name of the recording of the tries.
  static let tries = "tuning.evemu"
}
