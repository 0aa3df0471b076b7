internal import GestureCore

/// Position and speed of one stroke over time.
struct StrokePicture {
  let stroke: StrokeTrace
  /// Whether the silence before the lift is a finding of this panel.
  let isLate: Bool

  private static let width = 640.0

  var markup: String {
    let left = 64.0
    var chart = Chart(width: Self.width, height: 372, title: "Position and speed of a stroke")
    let time = Chart.Scale(from: 0...max(1, stroke.lift), start: left, length: Self.width - left - 60)
    shade(time, on: &chart)
    draw(\.position, "mm", threshold: stroke.thresholds.distance, name: "D", top: 34, time, on: &chart)
    draw(\.speed, "mm/s", threshold: stroke.thresholds.speed, name: "S", top: 196, time, on: &chart)
    fit(time, on: &chart)
    marks(time, on: &chart)
    chart.text("0", left, 350, anchor: .middle)
    chart.text("\(ShownNumber.fixed(stroke.lift, places: 0))", time(stroke.lift), 350, anchor: .middle)
    chart.text("ms from the landing", Self.width / 2, 364, anchor: .middle)
    return chart.markup
  }

  private static let height = 138.0

  private func scale(_ value: KeyPath<StrokeTrace.Point, Double>, _ threshold: Double, _ top: Double)
    -> Chart.Scale
  {
    let values = stroke.points.map { $0[keyPath: value] }
    let (low, high) = (min(0, values.min() ?? 0), max(values.max() ?? 0, threshold * 1.1, 1))
    return Chart.Scale(from: low...high, start: top + Self.height, length: -Self.height)
  }

  private func draw(
    _ value: KeyPath<StrokeTrace.Point, Double>, _ unit: String, threshold: Double, name: String, top: Double,
    _ time: Chart.Scale, on chart: inout Chart
  ) {
    let y = scale(value, threshold, top)
    let (left, right) = (time(0), time(stroke.lift))
    chart.line([(left, top), (left, y(0)), (right, y(0))], style: "axis")
    chart.line([(left, y(threshold)), (right, y(threshold))], style: "limit")
    chart.text(
      "\(name) \(ShownNumber.measured(threshold))", right + 4, y(threshold) + 4, style: "limit-label")
    chart.text(unit, left - 8, top + 10, anchor: .end)
    chart.text(ShownNumber.fixed(y.from.upperBound, places: 0), left - 8, top + 26, anchor: .end)
    chart.line(stroke.points.map { (time($0.time), y($0[keyPath: value])) }, style: "curve")
    if stroke.points.count <= 120 {
      for point in stroke.points {
        chart.dot(time(point.time), y(point[keyPath: value]), radius: 2.2, style: "good")
      }
    }
  }

  /// The silence before the lift.
  private func shade(_ time: Chart.Scale, on chart: inout Chart) {
    let from = max(0, stroke.lift - stroke.silence)
    chart.box(
      time(from), 34, time(stroke.lift) - time(from), 300, style: isLate ? "silence bad-area" : "silence")
    if isLate {
      chart.text(
        "late lift: \(ShownNumber.fixed(stroke.silence, places: 0)) ms of silence", time(stroke.lift), 26,
        anchor: .end, style: "bad-label")
    }
  }

  /// The line of the regression: the speed at the lift, over the window of its samples.
  private func fit(_ time: Chart.Scale, on chart: inout Chart) {
    guard let last = stroke.points.last, stroke.estimate.samples > 1 else { return }
    let y = scale(\.position, stroke.thresholds.distance, 34)
    let end = stroke.lift - stroke.silence
    let begin = max(0, end - stroke.estimate.window.seconds * 1000)
    let start = last.position - last.speed * (end - begin) / 1000
    let shown = max(y.from.lowerBound, start)
    let shownTime = last.speed > 0 ? end - (last.position - shown) / last.speed * 1000 : begin
    chart.line([(time(shownTime), y(shown)), (time(end), y(last.position))], style: "fit")
  }

  private func marks(_ time: Chart.Scale, on chart: inout Chart) {
    if let decided = stroke.decided {
      chart.line([(time(decided), 34), (time(decided), 334)], style: "decided")
      chart.text(
        "commits from here", time(decided) + (decided > stroke.lift / 2 ? -5 : 5), 190,
        anchor: decided > stroke.lift / 2 ? .end : .start)
    }
    chart.line([(time(stroke.lift), 34), (time(stroke.lift), 334)], style: "lift")
    chart.text("lift", time(stroke.lift) + 4, 330)
  }
}
