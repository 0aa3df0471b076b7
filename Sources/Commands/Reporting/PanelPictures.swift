internal import GestureCore
internal import PanelTuning

/// The pictures of one panel.
struct PanelPictures {
  let panel: ReportedPanel

  private static let width = 640.0

  // MARK: Histograms

  /// The intervals between reports, beside those of the slowest rate that Windows 10 allows.
  var intervals: String {
    let values = panel.traces.intervals
    guard !values.isEmpty else { return Self.empty("No finger moved for long enough.") }
    let sorted = values.sorted()
    let median = sorted[sorted.count / 2]
    let limit = 1000 / 60.0
    // ChromeOS: a gap of at most 1.8 intervals passes.
    let gap = median * 1.8
    let isSlow = median > limit * 1.01
    let most = max(sorted.last ?? 0, limit * 1.2, gap * 1.2)
    return histogram(
      values, upTo: most, unit: "ms between two reports", name: "Intervals between reports",
      limits: [(limit, "60 Hz"), (gap, "lost reports")], fault: isSlow ? "low report rate" : "lost reports"
    ) { isSlow || $0 > gap * 1.01 }
  }

  /// How far the positions of resting fingers vary in each second.
  var noise: String {
    let values = panel.traces.restingSeconds
    guard !values.isEmpty else { return Self.empty("No finger rested: record the station resting.") }
    let most = max(values.max() ?? 0, 0.25) * 1.1
    return histogram(
      values, upTo: most, unit: "mm, standard deviation of the position in one second of rest",
      name: "Noise of a resting finger", limits: [], fault: "noise"
    ) { _ in panel.report.findings.contains { $0.name == .noise } }
  }

  /// The silences before lifts.
  var silences: String {
    let values = panel.traces.silences
    guard !values.isEmpty else {
      return Self.empty("No finger lifted while it moved: record the station swipes.")
    }
    let isLate = panel.report.findings.contains { $0.name == .lateLift }
    let period = panel.report.measurements.first { $0.metric == .reportRate }?.value.map { 1000 / $0 }
    let limit = period.map { [(2 * $0 + 10, "late")] } ?? []
    return histogram(
      values, upTo: max(values.max() ?? 0, 40) * 1.15, unit: "ms from the last movement to the lift",
      name: "Silence before the lift", limits: limit, fault: "late lift"
    ) { isLate && $0 > limit.first?.0 ?? .infinity }
  }

  private func histogram(
    _ values: [Double], upTo most: Double, unit: String, name: String,
    limits: [(at: Double, name: String)], fault: String, isFault: (Double) -> Bool
  ) -> String {
    let (count, left, bottom, height) = (40, 68.0, 176.0, 128.0)
    var bins = Array(repeating: (count: 0, sum: 0.0), count: count)
    for value in values {
      let bin = min(count - 1, max(0, Int(value / most * Double(count))))
      bins[bin] = (bins[bin].count + 1, bins[bin].sum + value)
    }
    let highest = Double(bins.map(\.count).max() ?? 1)
    var chart = Chart(width: Self.width, height: 224, title: name)
    let scale = Chart.Scale(from: 0...most, start: left, length: Self.width - left - 16)
    let step = scale.length / Double(count)
    var faults = 0
    for (number, bin) in bins.enumerated() where bin.count > 0 {
      // The root makes few outliers visible beside thousands of good samples.
      let bar = max(3, height * (Double(bin.count) / highest).squareRoot())
      let isBad = isFault(bin.sum / Double(bin.count))
      if isBad { faults += bin.count }
      chart.box(
        left + Double(number) * step, bottom - bar, step - 1.5, bar, style: isBad ? "bad" : "good")
    }
    chart.line([(left, bottom), (Self.width - 16, bottom)], style: "axis")
    for (number, limit) in limits.enumerated() where limit.at <= most {
      let x = scale(limit.at)
      chart.line([(x, 24 + Double(number) * 14), (x, bottom)], style: "limit")
      let isRight = x > Self.width - 140
      chart.text(
        limit.name, x + (isRight ? -5 : 5), 32 + Double(number) * 14, anchor: isRight ? .end : .start,
        style: "limit-label")
    }
    if faults > 0 {
      chart.text("\(fault): \(faults) of \(values.count) samples", left, 16, style: "bad-label")
    }
    ticks(upTo: most, scale, y: bottom + 18, on: &chart)
    chart.text(unit, Self.width / 2, 216, anchor: .middle)
    chart.text("samples", left - 8, bottom - height + 10, anchor: .end)
    chart.text("\(Int(highest))", left - 8, bottom - height + 26, anchor: .end)
    return chart.markup
  }

  private func ticks(upTo most: Double, _ scale: Chart.Scale, y: Double, on chart: inout Chart) {
    let step = Self.step(for: most)
    for value in stride(from: 0, through: most, by: step) {
      chart.text(
        ShownNumber.fixed(value, places: step < 0.1 ? 2 : step < 1 ? 1 : 0), scale(value), y, anchor: .middle)
    }
  }

  /// A round step that divides the range into about six parts.
  private static func step(for most: Double) -> Double {
    var unit = 0.01
    while unit * 60 < most { unit *= 10 }
    return [unit, 2 * unit, 5 * unit].first { $0 * 7 >= most } ?? unit * 10
  }

  // MARK: The glass

  /// The cells of the glass that no finger reached; the landings of ghosts.
  var coverage: String {
    let traces = panel.traces
    let size = traces.size
    let scale = min(600 / max(1, size.width), 360 / max(1, size.height))
    let (left, top) = (20.0, 28.0)
    var chart = Chart(width: Self.width, height: size.height * scale + 68, title: "Coverage of the glass")
    let side = (size.width / Double(traces.columns) * scale, size.height / Double(traces.rows) * scale)
    let most = Double(traces.cells.max() ?? 1)
    let untouched = traces.cells.count { $0 == 0 }
    for (number, count) in traces.cells.enumerated() {
      let (column, row) = (number % traces.columns, number / traces.columns)
      let level = count == 0 ? 0 : 1 + Int(2.99 * (Double(count) / max(1, most)).squareRoot())
      chart.box(
        left + Double(column) * side.0, top + Double(row) * side.1, side.0 - 0.6, side.1 - 0.6,
        style: count == 0 ? (isDead(column, row) ? "dead" : "none") : "touched\(level)")
    }
    chart.box(left, top, size.width * scale, size.height * scale, style: "glass")
    for ghost in traces.ghosts {
      let (x, y) = (left + ghost.x * scale, top + ghost.y * scale)
      chart.line([(x - 7, y - 7), (x + 7, y + 7)], style: "cross")
      chart.line([(x - 7, y + 7), (x + 7, y - 7)], style: "cross")
    }
    let dead = traces.cells.indices.count {
      traces.cells[$0] == 0 && isDead($0 % traces.columns, $0 / traces.columns)
    }
    if !traces.ghosts.isEmpty {
      chart.text("× \(traces.ghosts.count) contacts without a finger", left, 16, style: "bad-label")
    } else if dead > 0 {
      chart.text("dark cells: no report between touched cells", left, 16, style: "bad-label")
    }
    chart.text(
      "\(traces.cells.count - untouched) of \(traces.cells.count) cells touched; \(ShownNumber.size(size.width, size.height))",
      left, size.height * scale + top + 24)
    return chart.markup
  }

  /// Whether an untouched cell is between touched ones of its row or of its column, within 3 cells,
  /// while most of the glass was touched.
  private func isDead(_ column: Int, _ row: Int) -> Bool {
    let traces = panel.traces
    guard traces.cells.count(where: { $0 > 0 }) * 2 > traces.cells.count else { return false }
    func touched(_ column: Int, _ row: Int) -> Bool {
      guard (0..<traces.columns).contains(column), (0..<traces.rows).contains(row) else { return false }
      return traces.cells[row * traces.columns + column] > 0
    }
    let reach = 1...4
    return reach.contains { touched(column - $0, row) } && reach.contains { touched(column + $0, row) }
      || reach.contains { touched(column, row - $0) } && reach.contains { touched(column, row + $0) }
  }

  /// The positions of resting fingers about their mean, with the circle that Windows 10 allows.
  var resting: String? {
    let points = panel.traces.resting
    guard !points.isEmpty else { return nil }
    let (side, limit) = (300.0, 0.5)
    let most = max(limit * 1.6, (points.map(\.length).max() ?? 0) * 1.1)
    let scale = Chart.Scale(from: -most...most, start: 0, length: side)
    var chart = Chart(width: Self.width, height: side, title: "Positions of a resting finger")
    chart.dot(side / 2, side / 2, radius: scale(limit) - side / 2, style: "target")
    for point in points {
      chart.dot(
        scale(point.x), scale(point.y), radius: 2, style: point.length > limit * 1.01 ? "bad" : "good")
    }
    let outside = points.count { $0.length > limit * 1.01 }
    chart.text("circle: 0.5 mm, the limit of Windows 10", side + 16, 40)
    chart.text("one dot: one report of a resting finger", side + 16, 60)
    if outside > 0 {
      chart.text("jitter: \(outside) of \(points.count) beyond the circle", side + 16, 90, style: "bad-label")
    }
    return chart.markup
  }

  static func empty(_ words: String) -> String { "<p class=\"quiet\">\(Markup.escaped(words))</p>" }
}
