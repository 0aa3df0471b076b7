internal import FlickProtocol
internal import LinuxIO
internal import PanelTuning
internal import Panels
internal import Pipeline

/// What the room Tune knows of its panel, and the proposal and the report that it makes at the end.
struct TuneEnding {
  let setup: PanelSetup
  let panel: TunedPanel
  /// The drop-ins, into which the administrator's command writes.
  let dropIns: TuneRoom.Folder
  /// Where the report is saved; nil if it is not.
  let folder: StationFolder?

  /// Makes the proposal of the strokes of a session that is over, with its report, and saves the
  /// report if there is a folder.
  ///
  /// Cost: some hundred thousand decisions.
  func proposal(of strokes: [LabelledStroke]) -> ProposalMessage {
    let report =
      strokes.isEmpty
      ? nil : StrokeReport(strokes, cost: StrokeReport.usualCost, seed: UInt64(StrokeReport.usualSeed))
    let settings =
      report.map(panel.settings) ?? WrittenSettings(name: panel.name, subject: panel.subject, lines: [])
    return ProposalMessage(
      report: report, present: RuleThresholds(of: setup.rule),
      handover: SettingsHandover(settings, of: .tuned, in: dropIns.path, read: dropIns.read),
      page: report.map(page))
  }

  private func page(of report: StrokeReport) -> ProposalMessage.Page {
    var page = ProposalMessage.Page(
      text: ReportPage(panels: [], people: report, triedPanel: panel.name).text)
    guard let folder else { return page }
    do throws(SystemCallError) {
      try folder.save(tuning: page.text)
      note("saved \(StationFolder.tuning) in \(folder.path.terminalText)")
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

  /// Saves the report of a tuning session, which only the owner of the folder can read.
  func save(tuning page: String) throws(SystemCallError) {
    try FileReplacement.replacePrivate(Self.tuning, in: path, with: Array(page.utf8))
  }
}
