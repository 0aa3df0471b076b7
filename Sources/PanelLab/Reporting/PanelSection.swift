internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Terminal

/// The section of one panel: what is wrong, what to do, the pictures, and the measurements.
struct PanelSection {
  let panel: ReportedPanel
  let number: Int

  private var report: PanelReport { panel.report }

  var markup: String {
    let seconds = report.segments.reduce(0) { $0 + $1.duration.seconds }
    let size = ShownNumber.size(report.panel.width, report.panel.height)
    let count = report.segments.count
    let kind = report.segments.contains(where: \.isFile) ? "recordings" : "stations"
    return """
      <section data-panel="\(number)">
      <h1>\(Markup.escaped(report.panel.name))</h1>
      <p class="quiet">\(size) (\(report.panel.scale)), \(count) \(count == 1 ? String(kind.dropLast()) : kind), \
      \(ShownNumber.fixed(seconds, decimals: 1)) s</p>
      \(answer)
      \(outcomes)
      \(aligned)
      \(PictureList(panel: panel, number: number).markup)
      <h2>Measurements</h2>
      \(MetricTable(report: report).markup)
      </section>
      """
  }

  // MARK: The answer

  /// The faults in one line, then each with its meaning and what to do.
  private var answer: String {
    let faults = panel.faults
    let missing = report.measurements.count { $0.value == nil }
    let failed = faults.filter { !$0.isMarginal }
    let names = (failed.isEmpty ? faults : failed).map(\.title)
    let list =
      names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    let answer =
      faults.isEmpty
      ? "Nothing is wrong in what was measured" : failed.isEmpty ? "Nothing fails; marginal: \(list)" : list
    let unmeasured =
      missing == 0
      ? "" : "<p class=\"quiet\">\(missing) measurements need other stations: see Not measured.</p>"
    let others = report.findings.filter { finding in !faults.contains { $0.finding == finding } }.map {
      finding in
      found(attributes(finding), nil, finding.sentence, finding)
    }
    let notes = faults.map { fault in
      found(
        "data-fault=\"\(fault.kind.rawValue)\"" + (fault.finding.map { " \(attributes($0))" } ?? ""),
        fault, fault.text, fault.finding)
    }
    return "<p class=\"answer\(failed.isEmpty ? "" : " bad-text")\">\(Markup.escaped(answer))</p>"
      + (notes + others).joined(separator: "\n") + (faults.isEmpty ? unmeasured : "")
  }

  private func attributes(_ finding: Finding) -> String { "data-finding=\"\(finding.name.rawValue)\"" }

  private func found(_ data: String, _ fault: PanelFault?, _ text: String, _ finding: Finding?) -> String {
    let lines = finding.flatMap(report.settings).map { "<pre>\(Markup.escaped($0))</pre>" } ?? ""
    let name = fault.map { "<b>\(Markup.escaped($0.label))</b> · " } ?? ""
    let style = fault.map { $0.isMarginal } ?? true ? "found note" : "found"
    return "<div class=\"\(style)\" \(data)><p>\(name)\(Markup.escaped(text))</p>\(lines)</div>"
  }

  /// Where taps on targets are reported; empty without them.
  private var aligned: String {
    guard let fit = report.fit else { return "" }
    let (x, y) = (MetricUnit.millimetres.shown(fit.offset.x), MetricUnit.millimetres.shown(fit.offset.y))
    let scales = [fit.horizontalScale, fit.verticalScale].map(MetricUnit.ratio.shown)
    return "<p data-fit=\"targets\">Taps on targets are reported \(x) to the right and \(y) below them, "
      + "turned by \(MetricUnit.degrees.shown(fit.rotation)) clockwise, at \(scales[0]) the width and "
      + "\(scales[1]) the height.</p>"
  }

  private var outcomes: String {
    let cards = LimitSource.allCases.map { source in
      let words = report.grades(by: source).map(\.grade.word)
      let count = { (word: String) in words.count { $0 == word } }
      let outcome = count("fail") > 0 ? "fail" : count("pass") + count("marginal") == 0 ? "unknown" : "pass"
      let parts = ["fail", "marginal", "pass", "not_measured"].filter { count($0) > 0 }.map {
        "<span data-source=\"\(source.rawValue)\" data-grade=\"\($0)\" data-count=\"\(count($0))\">"
          + "\(count($0)) \($0.replacing("_", with: " "))</span>"
      }
      let word =
        ["fail": "fails", "pass": "passes what was measured", "unknown": "not measured"][outcome] ?? ""
      return "<div class=\"verdict \(outcome)\"><b>\(source.name): \(word)</b>"
        + "\(parts.joined(separator: ", "))</div>"
    }
    return "<div class=\"verdicts\">\(cards.joined())</div>"
  }
}
