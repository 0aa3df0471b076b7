internal import GestureCore
internal import PanelTuning
internal import Terminal

/// The measurements of a panel with their grades, the worst first.
struct MetricTable {
  let report: PanelReport

  /// 0 if a grade fails, 1 if one is marginal, 2 if one passes, 3 without a limit.
  static func worst(_ report: PanelReport, _ measurement: Measurement) -> Int {
    let words = report.limits.grades(of: measurement).map(\.grade.word)
    return words.contains("fail") ? 0 : words.contains("marginal") ? 1 : words.contains("pass") ? 2 : 3
  }

  var markup: String {
    let measured = report.measurements.filter { $0.value != nil }
    let rows = (0...3).flatMap { level in measured.filter { Self.worst(report, $0) == level } }.map(row)
    let heads = ["metric", "value", "against the strictest limit"] + LimitSource.allCases.map(\.name)
    let head = heads.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let table =
      rows.isEmpty
      ? "<p>Nothing could be measured.</p>"
      : "<div class=\"wide\"><table class=\"metrics\"><thead><tr>\(head)</tr></thead><tbody>"
        + rows.joined(separator: "\n") + "</tbody></table></div>"
    return table + missing
  }

  private func row(_ measurement: Measurement) -> String {
    let value = measurement.value ?? 0
    let name = measurement.metric.rawValue
    let axis = measurement.axis == .both ? "" : " \(measurement.axis.rawValue)"
    let grades = report.limits.grades(of: measurement)
    let cells = LimitSource.allCases.map { source in
      guard let (row, grade) = grades.first(where: { $0.row.source == source }) else { return "<td></td>" }
      let judged = grade.value.map { " data-value=\"\(ShownNumber.fixed($0, decimals: 3))\"" } ?? ""
      let number = grade.value.map { row.statistic == .value ? "" : " (\(ShownNumber.measured($0)))" } ?? ""
      return
        "<td class=\"\(grade.word)\" data-source=\"\(source.rawValue)\" data-grade=\"\(grade.word)\"\(judged)>"
        + "\(grade.word.replacing("_", with: " "))\(number)<br/>"
        + "<span class=\"quiet\">\(Markup.escaped(row.requirement))</span></td>"
    }
    return "<tr data-metric=\"\(name)\" data-axis=\"\(measurement.axis.rawValue)\" "
      + "data-unit=\"\(Markup.escaped(measurement.unit.rawValue))\" "
      + "data-value=\"\(ShownNumber.fixed(value, decimals: 3))\" "
      + "data-samples=\"\(measurement.samples)\"><th scope=\"row\">\(name.replacing("_", with: " "))\(axis)</th>"
      + "<td class=\"value\">\(Markup.escaped(measurement.shown(value)))</td>"
      + "<td>\(bar(grades))</td>\(cells.joined())</tr>"
  }

  /// The judged number beside its limit: the line in the middle is the limit.
  private func bar(_ grades: [(row: LimitRow, grade: Grade)]) -> String {
    let shares = grades.compactMap { row, grade in
      grade.value.flatMap { row.bound.share(of: $0, fails: grade.word == "fail" || grade.word == "marginal") }
    }
    guard let share = shares.max(by: { $0 < $1 }) else { return "" }
    let isBad = grades.contains { $0.grade.word == "fail" }
    var chart = Chart(
      width: 120, height: 16, title: isBad ? "beyond the limit" : "within the limit")
    chart.box(0, 4, 120, 8, style: "track")
    chart.box(0, 4, min(2, share) * 60, 8, style: isBad ? "bad" : "sound")
    chart.line([(60, 0), (60, 16)], style: "bound")
    return chart.markup
  }

  private var missing: String {
    var seen: Set<String> = []
    let parts = report.measurements.compactMap { measurement in
      measurement.why.flatMap { why in
        // Both axes have one reason.
        !seen.insert(measurement.metric.rawValue + why).inserted
          ? nil
          : "<li data-missing=\"\(measurement.metric.rawValue)\"><b>"
            + "\(measurement.metric.rawValue.replacing("_", with: " "))</b>: \(Markup.escaped(why))</li>"
      }
    }
    return parts.isEmpty ? "" : "<h3>Not measured</h3><ul class=\"quiet\">\(parts.joined())</ul>"
  }
}

extension LimitBound {
  /// How much of the limit a number uses: 1 is exactly the limit, more is beyond it.
  ///
  /// A limit without a scale, such as 0, has the share 2 if it fails, and a small one if not.
  fileprivate func share(of number: Double, fails: Bool) -> Double? {
    switch self {
    case .minimum(let bound): number > 0 ? bound / number : 2
    case .maximum(let bound): bound > 0 ? number / bound : (fails ? 2 : 0.1)
    case .range(let bounds):
      number < bounds.lowerBound ? (number > 0 ? bounds.lowerBound / number : 2) : number / bounds.upperBound
    case .exactly, .zero: fails ? 2 : 0.1
    }
  }
}
