internal import GestureCore
internal import Panels

/// The samples of a metric that one station answers, and what it says while they are missing.
///
/// Every such metric needs the panel's size, because its limits are in mm or depend on the aspect.
struct StationSamples: Sendable {
  let metric: MetricName
  let unit: MetricUnit
  let panel: MeasuredPanel
  /// The number of samples below which the metric is not measured.
  let minCount: Int
  /// What the user must do for a measurement.
  let advice: String
  var samples = SampleSet()

  init(_ metric: MetricName, _ unit: MetricUnit, on panel: MeasuredPanel, minCount: Int, advice: String) {
    self.metric = metric
    self.unit = unit
    self.panel = panel
    self.minCount = minCount
    self.advice = advice
  }

  /// The answer: the value of the samples, or why there is none.
  func measurement(
    value: (SampleSet) -> Double, _ statistics: [Statistic: Double] = [:]
  ) -> Measurement {
    let count = samples.values.count
    if let why = panel.missingSize { return .notMeasured(metric, unit, samples: count, because: why) }
    guard count >= minCount else { return .notMeasured(metric, unit, samples: count, because: advice) }
    return Measurement(
      metric, unit, value: value(samples), of: samples, statistics, resolution: panel.geometry.longestStep)
  }
}

extension MeasuredPanel {
  /// Windows 10 allows twice the deviation within this distance of the edge, in mm.
  static let edgeMargin = 3.5

  /// Returns a deviation as Windows 10 judges it: near an edge, it counts half.
  func judged(_ deviation: Double, at location: PanelPoint) -> Double {
    edgeDistance(of: location) <= Self.edgeMargin ? deviation / 2 : deviation
  }
}
