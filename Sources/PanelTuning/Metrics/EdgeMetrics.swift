internal import GestureCore
internal import Panels

/// `edge_reach`: the strip along an edge that no report reaches.
///
/// The value is the widest strip of the four edges. Every edge needs a report within 15 mm, else
/// the finger was not there. Least: 20 reports, and all four edges (station `edges`).
struct EdgeReachMetric: Metric {
  private let panel: MeasuredPanel
  /// The strip of the left, top, right and bottom edge, in mm.
  private(set) var strips: [Double]
  private var reports = 0
  private var evidence: [Evidence] = []

  private static let names = ["left", "top", "right", "bottom"]
  private static let minReports = 20
  private static let attempt = 15.0

  init(panel: MeasuredPanel) {
    self.panel = panel
    strips = Array(repeating: .infinity, count: 4)
  }

  mutating func add(_ frame: MeasuredFrame) {
    guard frame.station == .edges else { return }
    for path in frame.ended {
      reports += path.reports.count
      evidence.append(path.evidence(in: frame.segment))
      for report in path.reports + (path.liftReport.map { [$0] } ?? []) { note(report.location) }
    }
  }

  private mutating func note(_ location: PanelPoint) {
    let size = panel.geometry.size
    let distances = [location.x, location.y, size.width - location.x, size.height - location.y]
    for edge in strips.indices { strips[edge] = min(strips[edge], max(0, distances[edge])) }
  }

  var measurements: [Measurement] {
    if let why = panel.missingSize { return [.notMeasured(.edgeReach, .millimetres, because: why)] }
    let missed = zip(Self.names, strips).filter { $0.1 > Self.attempt }.map(\.0)
    guard reports >= Self.minReports, missed.isEmpty else {
      let edges = missed.isEmpty ? "" : " (\(missed.joined(separator: ", ")))"
      return [
        .notMeasured(
          .edgeReach, .millimetres, samples: reports,
          because: "the finger did not slide beyond all four edges\(edges): do the station edges")
      ]
    }
    var samples = SampleSet()
    for strip in strips { samples.add(strip, nil) }
    for part in evidence { samples.add(part) }
    var measurement = Measurement(
      .edgeReach, .millimetres, value: samples.maximum, of: samples, resolution: panel.geometry.longestStep)
    measurement.samples = reports
    return [measurement]
  }
}
