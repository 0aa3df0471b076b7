internal import GestureCore
internal import PanelTuning
internal import Terminal

/// Position and speed of one stroke over time, with the fit and the moment of the decision.
struct StrokePicture {
  let stroke: StrokeTrace
  /// Whether the silence before the lift is a finding of this panel.
  let isLate: Bool

  private static let left = 64.0
  private static let height = 130.0
  /// The tops of the two parts, and the bottom of the picture's lines.
  private static let tops = (position: 44.0, speed: 204.0)
  private static let bottom = 334.0

  var markup: String {
    let width = PanelPictures.width
    var chart = Chart(width: width, height: 376, title: "Position and speed of a stroke")
    let time = Chart.Scale(from: 0...max(1, stroke.lift), start: Self.left, length: width - Self.left - 70)
    shade(time, on: &chart)
    let (distance, speed) = stroke.thresholds
    draw(\.position, .position, "D", distance, time, on: &chart)
    draw(\.speed, .speed, "S", speed, time, on: &chart)
    fit(time, on: &chart)
    marks(time, on: &chart)
    chart.ticks(time, y: 352)
    chart.text("ms from the landing", width / 2, 370, anchor: .middle)
    return chart.markup
  }

  /// The two parts of the picture.
  private enum Part {
    case position
    case speed

    var top: Double { self == .position ? StrokePicture.tops.position : StrokePicture.tops.speed }
    var unit: String { self == .position ? "\(MetricUnit.millimetres.rawValue)" : "mm/s" }
  }

  private func scale(_ value: KeyPath<StrokeTrace.Point, Double>, _ threshold: Double, _ part: Part)
    -> Chart.Scale
  {
    let values = stroke.points.map { $0[keyPath: value] }
    let (low, high) = (min(0, values.min() ?? 0), max(values.max() ?? 0, threshold * 1.1, 1))
    return Chart.Scale(from: low...high, start: part.top + Self.height, length: -Self.height)
  }

  private func draw(
    _ value: KeyPath<StrokeTrace.Point, Double>, _ part: Part, _ name: String, _ threshold: Double,
    _ time: Chart.Scale, on chart: inout Chart
  ) {
    let y = scale(value, threshold, part)
    let (left, right) = (time(0), time(stroke.lift))
    chart.line([(left, part.top), (left, part.top + Self.height)], style: "ruled")
    chart.line([(left, y(0)), (right, y(0))], style: "ruled")
    chart.line([(left, y(threshold)), (right, y(threshold))], style: "bound")
    chart.text(
      "\(name) \(ShownNumber.measured(threshold))", right + 5, y(threshold) + 4, style: "bound-label")
    chart.text(part.unit, left - 8, part.top - 8, anchor: .end)
    chart.ticks(y, x: left - 8)
    chart.line(stroke.points.map { (time($0.time), y($0[keyPath: value])) }, style: "curve")
    if stroke.points.count <= 120 {
      chart.dots(stroke.points.map { (time($0.time), y($0[keyPath: value])) }, style: "sound-dots")
    }
  }

  /// The silence before the lift.
  private func shade(_ time: Chart.Scale, on chart: inout Chart) {
    let from = max(0, stroke.lift - stroke.silence)
    chart.box(
      time(from), Self.tops.position, time(stroke.lift) - time(from), Self.bottom - Self.tops.position,
      style: isLate ? "silence bad-area" : "silence")
    if isLate {
      chart.text(
        "no movement for \(ShownNumber.fixed(stroke.silence, decimals: 0)) ms before the lift",
        time(stroke.lift),
        14, anchor: .end, style: "bad-label")
    }
  }

  /// The line of the regression: the speed at the lift, over the window of its samples.
  private func fit(_ time: Chart.Scale, on chart: inout Chart) {
    guard let last = stroke.points.last, stroke.estimate.samples > 1 else { return }
    let y = scale(\.position, stroke.thresholds.distance, .position)
    let end = stroke.lift - stroke.silence
    let begin = max(0, end - stroke.estimate.window.seconds * 1000)
    let start = last.position - last.speed * (end - begin) / 1000
    let shown = min(y.from.upperBound, max(y.from.lowerBound, start))
    let shownTime = last.speed != 0 ? end - (last.position - shown) / last.speed * 1000 : begin
    chart.line([(time(shownTime), y(shown)), (time(end), y(last.position))], style: "fit")
  }

  private func marks(_ time: Chart.Scale, on chart: inout Chart) {
    if let decided = stroke.decided {
      chart.line([(time(decided), Self.tops.position), (time(decided), Self.bottom)], style: "decided")
      let isRight = decided > stroke.lift / 2
      chart.text(
        "commits from here", time(decided) + (isRight ? -5 : 5), Self.tops.speed - 8,
        anchor: isRight ? .end : .start)
    }
    chart.line([(time(stroke.lift), Self.tops.position), (time(stroke.lift), Self.bottom)], style: "lift")
    chart.text("lift", time(stroke.lift), Self.tops.position - 8, anchor: .middle)
  }
}
