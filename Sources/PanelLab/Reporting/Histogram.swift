internal import GestureCore

/// A histogram whose faulty samples differ from the others.
struct Histogram {
  struct Entry {
    var value: Double
    var isFault: Bool
  }
  /// A limit in the picture.
  struct Bound {
    var at: Double
    var name: String
  }

  var name: String
  /// What the samples are, under the axis.
  var unit: String
  /// What one sample is, beside the axis.
  var sample: String
  var entries: [Entry]
  /// The end of the axis.
  var maximum: Double
  var bounds: [Bound] = []
  /// The label of a fault; nil if there is none.
  var fault: String?

  private static let bins = 40
  private static let left = 68.0
  private static let bottom = 188.0
  private static let height = 128.0

  var markup: String {
    let width = PanelPictures.width
    var chart = Chart(width: width, height: 236, title: fault ?? name)
    let scale = Chart.Scale(from: 0...maximum, start: Self.left, length: width - Self.left - 16)
    bars(scale, on: &chart)
    chart.line([(Self.left, Self.bottom), (width - 16, Self.bottom)], style: "ruled")
    // The left line begins higher, so its label does not cross the line of the next one.
    for (number, bound) in bounds.sorted(by: { $0.at < $1.at }).enumerated() where bound.at <= maximum {
      let (x, top) = (scale(bound.at), 22 + Double(number) * 18)
      chart.line([(x, top), (x, Self.bottom)], style: "bound")
      let isRight = x > width - 190
      chart.text(
        bound.name, x + (isRight ? -5 : 5), top + 10, anchor: isRight ? .end : .start, style: "bound-label")
    }
    if let fault { chart.text(fault, Self.left, 14, style: "bad-label") }
    chart.ticks(scale, y: Self.bottom + 20)
    chart.text(unit, width / 2, 229, anchor: .middle)
    return chart.markup
  }

  /// The root makes few outliers visible among thousands of good samples.
  private func bars(_ scale: Chart.Scale, on chart: inout Chart) {
    var bins = Array(repeating: (good: 0, bad: 0), count: Self.bins)
    for entry in entries {
      let bin = min(Self.bins - 1, max(0, Int(entry.value / maximum * Double(Self.bins))))
      if entry.isFault { bins[bin].bad += 1 } else { bins[bin].good += 1 }
    }
    let highest = Double(bins.map { $0.good + $0.bad }.max() ?? 1)
    let step = scale.length / Double(Self.bins)
    for (number, bin) in bins.enumerated() where bin.good + bin.bad > 0 {
      let count = bin.good + bin.bad
      let bar = max(4, Self.height * (Double(count) / highest).squareRoot())
      let bad = bin.bad == 0 ? 0 : bin.good == 0 ? bar : max(3, bar * Double(bin.bad) / Double(count))
      let x = Self.left + Double(number) * step
      chart.box(x, Self.bottom - bar, step - 1.5, bar - bad, style: "sound", count: bin.good)
      chart.box(x, Self.bottom - bad, step - 1.5, bad, style: "bad", count: bin.bad)
    }
    chart.text("\(Int(highest))", Self.left - 8, Self.bottom - Self.height + 8, anchor: .end, style: "tick")
    chart.text(sample, Self.left - 8, Self.bottom - Self.height + 24, anchor: .end)
  }
}
