public import GestureCore
public import Panels

/// One property of a panel, measured from frames.
///
/// A metric is a value: it is fed frames in order, segment after segment, and answers at any time.
/// It has no input and output, and no clock but that of the frames. A new metric is one type, one
/// row in ``PanelMetrics``, and its limits in ``LimitTable``.
public protocol Metric: Sendable {
  /// Adds the next frame.
  mutating func add(_ frame: MeasuredFrame)

  /// The measurements so far: one for each axis and unit, at least one.
  ///
  /// With too few samples, a measurement has no value, but the reason. Cost: O(n log n) for n
  /// samples.
  var measurements: [Measurement] { get }
}

/// Every metric of one panel.
public struct PanelMetrics: Sendable {
  /// The panel.
  public let panel: MeasuredPanel
  private var metrics: [any Metric]

  /// Creates the metrics of a panel without any frames.
  public init(_ panel: MeasuredPanel) {
    self.panel = panel
    metrics = [
      ReportRateMetric(panel: panel), ReportGapMetric(panel: panel), FirstMoveMetric(panel: panel),
      SwipeReportsMetric(), LiftDelayMetric(panel: panel), LiftJumpMetric(panel: panel), LostLiftsMetric(),
      StampJitterMetric(panel: panel), ScanTimeMetric(panel: panel), GridMetric(panel: panel),
      NoiseMetric(panel: panel), ContactsMetric(), StatedSizeMetric(panel: panel), DroppedEventsMetric(),
      GhostsMetric(), RestingJitterMetric(panel: panel), TapRepeatabilityMetric(panel: panel),
      LinearityMetric(panel: panel), DiagonalAngleMetric(panel: panel), BackwardMotionMetric(panel: panel),
      EdgeReachMetric(panel: panel), DeadStripMetric(panel: panel), FingerSeparationMetric(panel: panel),
      SecondFingerPullMetric(panel: panel), DrumrollMetric(panel: panel), UnmeasuredMetric.accuracy,
      UnmeasuredMetric.latency,
    ]
  }

  /// Adds the next frame to every metric.
  public mutating func add(_ frame: MeasuredFrame) {
    for index in metrics.indices { metrics[index].add(frame) }
  }

  /// Adds every frame of a segment.
  ///
  /// `bounds` are the start and the end of the segment, for a station in which perhaps no event
  /// follows; without them, the segment begins and ends with its events.
  public mutating func add(
    _ events: [InputEvent], segment: Int = 0, station: Station? = nil,
    lasting bounds: ClosedRange<Instant>? = nil
  ) {
    var reader = FrameReader(panel, segment: segment, station: station)
    guard let start = bounds?.lowerBound ?? events.first?.instant,
      let end = bounds?.upperBound ?? events.last?.instant
    else { return }
    add(reader.start(at: start))
    for event in events {
      for frame in reader.consume(event) { add(frame) }
    }
    for frame in reader.finish(at: end) { add(frame) }
  }

  /// The measurements of every metric, in the order of ``MetricName``.
  ///
  /// The measured grid can be coarser than a device unit, and is then the resolution of lengths.
  /// Movements in equal steps look like a grid, so a step beyond that of any known grid does not
  /// count.
  public var measurements: [Measurement] {
    var measured = metrics.flatMap(\.measurements)
    let grid = measured.filter { $0.metric == .grid && $0.unit == .millimetres }.compactMap(\.value).max()
    if let grid, grid <= GridMetric.coarsest {
      for index in measured.indices where measured[index].metric.isLimitedByGrid {
        measured[index].resolution = max(measured[index].resolution, grid)
      }
    }
    return MetricName.allCases.flatMap { name in measured.filter { $0.metric == name } }
  }
}

extension MetricName {
  /// Whether a length cannot be distinguished from 0 if it is shorter than a step of the grid.
  fileprivate var isLimitedByGrid: Bool {
    switch self {
    case .restingJitter, .backwardMotion, .edgeReach, .linearityMax, .linearityRMS, .noise: true
    default: false
    }
  }
}
