internal import GestureCore
internal import PanelTuning
internal import Terminal

/// The pictures of one panel: each shows the samples of a metric.
struct PanelPictures {
  let panel: ReportedPanel

  static let width = 640.0

  private var report: PanelReport { panel.report }

  /// The number that a published limit allows; nil if the source has no such limit.
  private func bound(_ metric: MetricName, _ source: LimitSource) -> (at: Double, name: String)? {
    guard let row = report.limits.rows(for: metric).first(where: { $0.source == source }) else { return nil }
    return switch row.bound {
    case .minimum(let number), .maximum(let number), .exactly(let number): (number, source.name)
    case .range(let numbers): (numbers.lowerBound, source.name)
    case .zero: (0, source.name)
    }
  }

  var intervals: String? {
    let intervals = panel.traces.intervals
    guard !intervals.isEmpty else { return nil }
    let (slow, lost) = (panel.fault(.lowRate), panel.fault(.lostReports))
    let sorted = intervals.map(\.milliseconds).sorted()
    let median = sorted[sorted.count / 2]
    let rates = [LimitSource.windows10, .windows8].compactMap { bound(.reportRate, $0) }
    let slowest = slow?.limit.flatMap { bound(.reportRate, $0.source) }.map { 1000 / $0.at } ?? .infinity
    let gap = bound(.reportGap, .chromeOS)?.at ?? .infinity
    let entries = intervals.map { interval in
      Histogram.Entry(
        value: interval.milliseconds,
        isFault: interval.milliseconds > slowest * 1.01
          || (lost != nil && !LimitBound.maximum(gap).allows(interval.ratio, resolution: 0)))
    }
    var bounds = rates.prefix(slow == nil ? 1 : 2).map {
      Histogram.Bound(at: 1000 / $0.at, name: "\(ShownNumber.short($0.at)) Hz, \($0.name)")
    }
    if lost != nil {
      let name = "\(ShownNumber.short(gap)) × the usual interval"
      bounds.append(Histogram.Bound(at: median * gap, name: name))
    }
    return Histogram(
      name: "Intervals between reports", unit: "ms between two reports of a moving finger",
      sample: "reports", entries: entries,
      maximum: max(sorted.last ?? 0, (bounds.map(\.at).max() ?? 0)) * 1.15, bounds: bounds,
      fault: (slow ?? lost)?.label
    ).markup
  }

  /// How far the positions of resting fingers vary in each second.
  var noise: String? {
    let values = panel.traces.restingSeconds
    guard !values.isEmpty else { return nil }
    let fault = panel.fault(.noise)
    let assumed = report.assumedNoise
    return Histogram(
      name: "Noise of a resting finger", unit: "mm, standard deviation of the position in one second of rest",
      sample: "seconds",
      entries: values.map { Histogram.Entry(value: $0, isFault: fault != nil && $0 > assumed) },
      maximum: max(values.max() ?? 0, assumed * 2, 0.25) * 1.1,
      bounds: [Histogram.Bound(at: assumed, name: "assumed by flickd")], fault: fault?.label
    ).markup
  }

  /// The silences before lifts.
  var silences: String? {
    let values = panel.traces.silences
    guard !values.isEmpty else { return nil }
    let fault = panel.fault(.lateLift)
    let rate = report.measurements.first { $0.metric == .reportRate }?.value
    let late = rate.map(Finding.minLateLift)
    return Histogram(
      name: "Silence before the lift", unit: "ms from the last movement to the reported lift",
      sample: "lifts",
      entries: values.map { Histogram.Entry(value: $0, isFault: fault != nil && $0 > late ?? .infinity) },
      maximum: max(values.max() ?? 0, late ?? 0, 40) * 1.15,
      bounds: late.map { [Histogram.Bound(at: $0, name: "late")] } ?? [], fault: fault?.label
    ).markup
  }

  /// The first movements of each swipe by the second one: a panel that holds the first movement
  /// back reports it immediately.
  var firstMovements: String? {
    let swipes = panel.traces.firstMovements
    guard !swipes.isEmpty else { return nil }
    let fault = panel.fault(.firstJump)
    let ratios = swipes.map { lengths in lengths.map { $0 / lengths[1] } }
    let columns = (0..<PanelTraces.maxMovements).compactMap { number in
      Self.middle(ratios.compactMap { $0.indices.contains(number) ? $0[number] : nil }).map {
        (number: number, middle: $0)
      }
    }
    let limit = bound(.firstMoveJump, .chromeOS)
    let maximum = max(3, (columns.map(\.middle).max() ?? 0) * 1.25)
    var chart = Chart(width: Self.width, height: 224, title: fault?.label ?? "First movements")
    let y = Chart.Scale(from: 0...maximum, start: 176, length: -140)
    let x = { (number: Int) in 68 + (Double(number) + 0.5) * 556 / Double(PanelTraces.maxMovements) }
    bars(columns, ratios, isBad: fault != nil, at: x, y, on: &chart)
    chart.line([(68, 176), (Self.width - 16, 176)], style: "ruled")
    if let limit {
      chart.line([(68, y(limit.at)), (Self.width - 16, y(limit.at))], style: "bound")
      chart.text(
        "\(ShownNumber.short(limit.at)) × for the first, \(limit.name)", Self.width - 18, y(limit.at) - 5,
        anchor: .end, style: "bound-label")
    }
    if let fault { chart.text(fault.label, 68, 14, style: "bad-label") }
    chart.ticks(y, x: 60)
    for (number, name) in ["first", "second", "third", "fourth", "fifth", "sixth"].enumerated() {
      chart.text(name, x(number), 194, anchor: .middle)
    }
    chart.text(
      "movement after the landing, by the length of the second", Self.width / 2, 216, anchor: .middle)
    return chart.markup
  }

  /// The medians as bars, with the swipes as dots.
  private func bars(
    _ columns: [(number: Int, middle: Double)], _ ratios: [[Double]], isBad: Bool, at x: (Int) -> Double,
    _ y: Chart.Scale, on chart: inout Chart
  ) {
    for (number, middle) in columns {
      let style = number == 0 && isBad ? "bad" : "sound"
      chart.box(x(number) - 30, y(middle), 60, y(0) - y(middle), style: style)
    }
    for ratio in ratios.prefix(60) {
      for (number, one) in ratio.enumerated() where one <= y.from.upperBound {
        chart.dot(x(number), y(one), radius: 2, style: "sample")
      }
    }
  }

  private static func middle(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }

  /// The positions of resting fingers about their mean, with the circle that Windows 10 allows.
  var resting: String? {
    let points = panel.traces.resting
    guard !points.isEmpty, let limit = bound(.restingJitter, .windows10)?.at else { return nil }
    let side = 300.0
    let maximum = max(limit * 1.6, (points.map(\.length).max() ?? 0) * 1.1)
    let scale = Chart.Scale(from: -maximum...maximum, start: 0, length: side)
    var chart = Chart(width: Self.width, height: side, title: "Positions of a resting finger")
    let isBeyond = { (point: Translation) in !LimitBound.maximum(limit).allows(point.length, resolution: 0) }
    for isBad in [false, true] {
      let positions = points.filter { isBeyond($0) == isBad }.map { (scale($0.x), scale($0.y)) }
      chart.dots(positions, style: isBad ? "bad-dots" : "sound-dots")
    }
    chart.dot(side / 2, side / 2, radius: scale(limit) - side / 2, style: "circle")
    chart.text("circle: radius \(ShownNumber.short(limit)) mm, Windows 10", side + 16, 40)
    chart.text("one dot: one report of a resting finger", side + 16, 60)
    if let fault = panel.fault(.noise) {
      chart.text(fault.label, side + 16, 90, style: "bad-label")
      chart.text(
        "\(points.count(where: isBeyond)) of \(points.count) reports beyond the circle", side + 16, 110)
    }
    return chart.markup
  }
}
