import GestureCore
import PanelTuning
import Panels
import TestKit

extension MadeTouches {
  /// The measurements of the events in one segment.
  func measured(
    station: Station? = nil, _ measuredPanel: MeasuredPanel? = nil
  ) -> [Measurement] {
    var metrics = PanelMetrics(measuredPanel ?? MeasuredPanel(panel.device))
    metrics.add(
      events, station: station, lasting: Instant(microseconds: 1_000_000)...Instant(microseconds: now))
    return metrics.measurements
  }
}

extension [Measurement] {
  /// The measurement of a metric.
  func first(_ metric: MetricName, _ unit: MetricUnit? = nil, axis: Measurement.Axis? = nil) -> Measurement? {
    first { $0.metric == metric && (unit == nil || $0.unit == unit) && (axis == nil || $0.axis == axis) }
  }
}
