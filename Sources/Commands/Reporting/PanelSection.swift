internal import FlickProtocol
internal import GestureCore
internal import PanelTuning

/// The section of one panel: the answer, what to do, the measurements, and the pictures.
struct PanelSection {
  let panel: ReportedPanel
  let number: Int

  private var report: PanelReport { panel.report }

  var markup: String {
    let seconds = report.segments.reduce(0) { $0 + $1.duration.seconds }
    let size = ShownNumber.size(report.panel.width, report.panel.height)
    let count = report.segments.count
    return """
      <section data-panel="\(number)">
      <h1>\(Markup.escaped(report.panel.name))</h1>
      <p class="quiet">\(size) (\(report.panel.scale)), \(count) recording\(count == 1 ? "" : "s"), \
      \(ShownNumber.fixed(seconds, places: 1)) s</p>
      \(verdicts)
      \(findings)
      <h2>Measurements</h2>
      \(MetricTable(report: report).markup)
      \(pictures)
      </section>
      """
  }

  // MARK: The answer

  private var verdicts: String {
    let counts = LimitSource.allCases.map { source in
      (source, words: report.grades(by: source).map(\.grade.word))
    }
    let failed = counts.filter { $0.words.contains("fail") }.map(\.0.name)
    let names = failedNames
    let answer =
      failed.isEmpty
      ? (report.findings.isEmpty
        ? "No measured limit fails." : "No measured limit fails, but see what was found.")
      : "This panel fails limits of \(failed.joined(separator: ", ")): \(names.joined(separator: ", "))."
    let cards = counts.map { source, words in
      let count = { (word: String) in words.count { $0 == word } }
      let verdict = count("fail") > 0 ? "fail" : count("pass") + count("marginal") == 0 ? "unknown" : "pass"
      let parts = ["fail", "marginal", "pass", "not_measured"].filter { count($0) > 0 }.map {
        "<span data-source=\"\(source.rawValue)\" data-grade=\"\($0)\" data-count=\"\(count($0))\">"
          + "\(count($0)) \($0.replacing("_", with: " "))</span>"
      }
      let word =
        ["fail": "fails", "pass": "passes what was measured", "unknown": "not measured"][verdict] ?? ""
      return
        "<div class=\"verdict \(verdict)\"><b>\(source.name): \(word)</b>\(parts.joined(separator: ", "))</div>"
    }
    return "<p class=\"answer\(failed.isEmpty ? "" : " bad-text")\">\(Markup.escaped(answer))</p>"
      + "<div class=\"verdicts\">\(cards.joined())</div>"
  }

  private var failedNames: [String] {
    var names: [String] = []
    for measurement in report.measurements where MetricTable.worst(report, measurement) == 0 {
      let name = measurement.metric.rawValue.replacing("_", with: " ")
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private var findings: String {
    guard !report.findings.isEmpty else { return "" }
    let parts = report.findings.map { finding in
      let lines = report.settings(for: finding).map { "<pre>\(Markup.escaped($0))</pre>" } ?? ""
      return "<div class=\"found\" data-finding=\"\(finding.name.rawValue)\">"
        + "<p>\(Markup.escaped(finding.text))</p>\(lines)</div>"
    }
    return "<h2>Found</h2>\(parts.joined())"
  }

  // MARK: Pictures

  private var pictures: String {
    let pictures = PanelPictures(panel: panel)
    var parts = [
      "<h3>Report rate</h3>",
      ReportPage.figure(
        pictures.intervals,
        "Intervals between two reports of a moving finger. A good panel has one narrow peak left of both lines. "
          + "Heights are square roots, so that single outliers are visible."),
      "<h3>Lift</h3>",
      ReportPage.figure(
        pictures.silences,
        "Time from the last movement to the reported lift, for fingers that lifted while they moved."),
      "<h3>Noise</h3>",
      ReportPage.figure(
        pictures.noise, "How much the position varies, for each second in which a finger rested."),
    ]
    if let resting = pictures.resting {
      parts.append(
        ReportPage.figure(resting, "Where the panel reports a resting finger, about its mean position."))
    }
    parts.append("<h3>Coverage</h3>")
    parts.append(
      ReportPage.figure(
        pictures.coverage,
        "Cells of about 5 mm that a finger touched, darker with more reports. Grey cells were never touched.")
    )
    return "<div class=\"pictures\"><h2>Pictures</h2>\(parts.joined(separator: "\n"))</div>\(strokes)"
  }

  private var strokes: String {
    guard !panel.strokes.isEmpty else { return "" }
    let isLate = report.findings.contains { $0.name == .lateLift }
    let parts = panel.strokes.map { why, stroke in
      let file = stroke.file.split(separator: "/").last.map(String.init) ?? stroke.file
      let speed = ShownNumber.fixed(stroke.speed, places: 0)
      let decision =
        stroke.decision.noCommit.map { "no commit, \($0.word.replacing("_", with: " "))" } ?? "commit"
      let caption =
        "\(file): \(speed) mm/s at the lift from \(stroke.estimate.samples) samples, confidence "
        + "\(ShownNumber.fixed(stroke.estimate.confidence, places: 2)); \(decision). "
        + "Thick line: the speed of the regression, over its window. Dashed: thresholds along x. "
        + "Shaded: no movement before the lift."
      return "<h3>\(Markup.escaped(why.prefix(1).uppercased() + why.dropFirst()))</h3>"
        + ReportPage.figure(StrokePicture(stroke: stroke, isLate: isLate).markup, caption)
    }
    return "<div class=\"pictures\"><h2>Strokes</h2>\(parts.joined(separator: "\n"))</div>"
  }
}
