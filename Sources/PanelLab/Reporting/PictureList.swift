internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Terminal

/// The pictures of a panel in order: those that show a fault come first.
struct PictureList {
  let panel: ReportedPanel
  let number: Int

  /// One picture with what it shows.
  private struct Entry {
    var name: String
    var title: String
    var picture: String?
    var caption: String
    var faults: [PanelFault.Kind]
  }

  var markup: String {
    let shown = entries.filter { $0.picture != nil }
    let faulty = shown.filter { $0.faults.contains { panel.fault($0) != nil } }
    let rest = shown.filter { entry in !faulty.contains { $0.name == entry.name } }
    let parts = (faulty + rest).map { entry in
      "<h3>\(entry.title)</h3>"
        + ReportPage.figure(entry.picture ?? "", entry.caption, data: "data-picture=\"\(entry.name)\"")
    }
    let pictures =
      parts.isEmpty
      ? "" : "<div class=\"pictures\"><h2>Pictures</h2>\(parts.joined(separator: "\n"))</div>"
    return pictures + strokes
  }

  private var entries: [Entry] {
    let pictures = PanelPictures(panel: panel)
    let isTouched = panel.traces.cells.contains { $0 > 0 }
    return [
      Entry(
        name: "coverage", title: "Coverage",
        picture: isTouched ? CoveragePicture(panel: panel).markup : nil,
        caption:
          "What fingers touched, stronger with more reports; grey was never touched. Red: a strip that "
          + "fingers crossed without a report, or contacts without a finger.",
        faults: [.ghosts, .deadStrip, .deadEdge]),
      Entry(
        name: "lift", title: "Lift", picture: pictures.silences,
        caption:
          "Time from the last movement to the reported lift, for fingers that lifted while they moved.",
        faults: [.lateLift]),
      Entry(
        name: "intervals", title: "Report rate", picture: pictures.intervals,
        caption: "Intervals between two reports of a moving finger. A good panel has one narrow peak left of "
          + "every line. Heights are square roots, so that single outliers are visible.",
        faults: [.lostReports, .lowRate]),
      Entry(
        name: "resting", title: "Resting finger", picture: pictures.resting,
        caption: "Where the panel reports a resting finger, about its mean position.", faults: [.noise]),
      Entry(
        name: "noise", title: "Noise", picture: pictures.noise,
        caption: "How much the position varies, for each second in which a finger rested.", faults: [.noise]),
      Entry(
        name: "first", title: "First movement", picture: pictures.firstMovements,
        caption: "How far the panel reports a finger to move after its landing. Bars: medians of all swipes. "
          + "Dots: single swipes. A good panel has bars of about one height.",
        faults: [.firstJump]),
    ]
  }

  private var strokes: String {
    guard !panel.strokes.isEmpty else { return "" }
    let isLate = panel.fault(.lateLift) != nil
    let parts = panel.strokes.map { why, stroke in
      let file = stroke.file.split(separator: "/").last.map(String.init) ?? stroke.file
      let speed = ShownNumber.fixed(stroke.speed, decimals: 1)
      let decision =
        stroke.decision.noCommit.map { "no commit, \($0.word.replacing("_", with: " "))" } ?? "it commits"
      let caption =
        "\(file), swipe \(stroke.number): \(speed) mm/s at the lift from \(stroke.estimate.samples) samples, "
        + "confidence \(ShownNumber.fixed(stroke.estimate.confidence, decimals: 2)); \(decision). "
        + "Thick line: the speed at the lift, over the window of the regression. Dashed: thresholds along x. "
        + "Shaded: no movement before the lift."
      return "<h3>\(Markup.escaped(why.prefix(1).uppercased() + why.dropFirst()))</h3>"
        + ReportPage.figure(
          StrokePicture(stroke: stroke, isLate: isLate).markup, caption,
          data: "data-swipe=\"\(stroke.number)\" data-file=\"\(Markup.escaped(file))\"")
    }
    return "<div class=\"pictures\"><h2>Strokes</h2>\(parts.joined(separator: "\n"))</div>"
  }
}
