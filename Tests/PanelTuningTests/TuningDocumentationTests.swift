import Foundation
import PanelTuning
import Recordings
import Testing

/// `docs/tuning.md`, whose table of metrics is written from the code.
@Suite struct `The document on tuning` {
  private let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/tuning.md")
  private let begin = "<!-- begin metrics: `make reference` writes this table -->\n"
  private let end = "<!-- end metrics -->\n"

  /// What a metric says, in the words of the table.
  private func meaning(_ name: MetricName) -> String {
    switch name {
    case .reportRate: "reports of a moving contact"
    case .reportGap: "the largest interval between two reports, divided by the median interval"
    case .firstMoveJump: "the first movement of a swipe, divided by the next one"
    case .reportsPerSwipe: "reports of a fast swipe"
    case .restingJitter: "how far a resting finger moves"
    case .linearityRMS: "distance from a straight line, root of the mean square"
    case .linearityMax: "largest distance from a straight line"
    case .diagonalAngle: "angle of a line at 45°"
    case .backwardMotion: "movement against the direction of a line"
    case .tapRepeatability: "largest distance of a tap from the centre of all"
    case .accuracy: "distance from a target"
    case .edgeReach: "strip at the edge that no report reaches"
    case .deadStrip: "width of a strip that fingers crossed without a report"
    case .fingerSeparation: "smallest distance of two fingers that are two contacts"
    case .secondFingerPull: "how far a landing finger pulls a resting one"
    case .drumroll: "how far a drumming finger moves"
    case .contacts: "contacts at the same time"
    case .ghosts: "contacts without a finger"
    case .liftDelay: "time from the last movement to the lift"
    case .liftJump: "distance of the last report from where the movement led"
    case .lostLifts: "contacts whose lift was not reported"
    case .stampJitter: "how far intervals between timestamps differ from their median"
    case .scanTime: "how far the panel's clock differs from the kernel's"
    case .grid: "smallest step of a position"
    case .noise: "tremble of a resting finger beyond the grid (standard deviation)"
    case .statedSize: "the size that the panel reports"
    case .droppedEvents: "times that the kernel dropped events"
    case .latency: "time from a touch to its report"
    }
  }

  private func words(_ statistic: Statistic) -> String {
    switch statistic {
    case .value: ""
    case .minimum: "minimum "
    case .mean: "mean "
    case .median: "median "
    case .maximum: "maximum "
    case .deviation: "deviation "
    case .perTenMillimetres: "per 10 mm "
    case .total: "total "
    case .edgeToEdge: "edge to edge "
    }
  }

  private func words(_ bound: LimitBound) -> String {
    func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
    return switch bound {
    case .minimum(let bound): "≥ \(number(bound))"
    case .maximum(let bound): "≤ \(number(bound))"
    case .range(let bounds): "\(number(bounds.lowerBound))–\(number(bounds.upperBound))"
    case .exactly: "all that it claims"
    case .zero: "0"
    }
  }

  private var table: String {
    let panel = MeasuredPanel(DemoPanel.description)
    let measurements = PanelMetrics(panel).measurements
    let limits = LimitTable(slots: 10)
    let rows = MetricName.allCases.map { name in
      var units: [String] = []
      for measurement in measurements where measurement.metric == name {
        if !units.contains(measurement.unit.rawValue) { units.append(measurement.unit.rawValue) }
      }
      let cells = LimitSource.allCases.map { source in
        limits.rows(for: name).first { $0.source == source }.map { row in
          words(row.statistic) + words(row.bound) + (row.marginal.map { ", marginal \(words($0))" } ?? "")
        } ?? ""
      }
      return "| `\(name.rawValue)` | \(meaning(name)) | \(units.joined(separator: ", ")) | "
        + cells.joined(separator: " | ") + " |\n"
    }
    return "| metric | meaning | unit | Windows 8 | Windows 10 | ChromeOS |\n|---|---|---|---|---|---|\n"
      + rows.joined()
  }

  @Test func `lists every metric with its unit and limits`() throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: begin))
    let stop = try #require(text.range(of: end))
    let written = text[..<start.upperBound] + table + text[stop.lowerBound...]
    if ProcessInfo.processInfo.environment["FLICKD_WRITE_REFERENCE"] != nil {
      try written.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text == written, "run `make reference`")
    }
  }
}
