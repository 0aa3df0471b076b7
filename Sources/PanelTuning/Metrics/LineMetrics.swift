internal import GestureCore

/// A line along a ruler, as a single finger drew it.
private struct DrawnLine {
  let positions: [PanelPoint]
  let fit: LineFit
  let evidence: Evidence

  /// A shorter line shows mostly the landing and the lift.
  static let minLength = 30.0
  static let minReports = 20
  static let advice =
    "no line of at least \(Int(minLength)) mm and \(minReports) reports: do a station of lines: horizontal, vertical or diagonal"

  /// The lines that a frame ends.
  static func lines(in frame: MeasuredFrame) -> [DrawnLine] {
    guard let station = frame.station, station.isLine else { return [] }
    return frame.ended.compactMap { path in
      let positions = path.reports.map(\.location)
      guard path.isAlone, positions.count >= minReports, path.displacement.length >= minLength,
        let fit = LineFit(positions)
      else { return nil }
      return DrawnLine(positions: positions, fit: fit, evidence: path.evidence(in: frame.segment))
    }
  }
}

/// `linearity_rms` and `linearity_max`: the distance of the reports from the straight line that
/// fits them best.
///
/// Both values are those of the worst line. `deviation` counts half near an edge;
/// `perTenMillimetres` is the largest distance from the line through any 10 mm of the path. Least:
/// one line of 30 mm and 20 reports (stations `line`).
struct LinearityMetric: Metric {
  private var roots: StationSamples
  private var largest: StationSamples
  private var deviation = 0.0
  private var perTen = 0.0

  private static let window = 10.0

  init(panel: MeasuredPanel) {
    roots = StationSamples(.linearityRMS, .millimetres, on: panel, minCount: 1, advice: DrawnLine.advice)
    largest = StationSamples(.linearityMax, .millimetres, on: panel, minCount: 1, advice: DrawnLine.advice)
  }

  mutating func add(_ frame: MeasuredFrame) {
    for line in DrawnLine.lines(in: frame) {
      var distances = SampleSet()
      for position in line.positions {
        let distance = line.fit.distance(of: position)
        distances.add(distance, nil)
        deviation = max(deviation, largest.panel.judged(distance, at: position))
      }
      roots.samples.add(distances.rms, line.evidence)
      largest.samples.add(distances.maximum, line.evidence)
      perTen = max(perTen, Self.perTen(line.positions))
    }
  }

  /// The largest distance from the line through any 10 mm of the path.
  private static func perTen(_ positions: [PanelPoint]) -> Double {
    var worst = 0.0
    var stop = 0
    for start in positions.indices {
      while stop < positions.count, (positions[stop] - positions[start]).length <= window { stop += 1 }
      if stop == positions.count, start > 0 { break }
      let part = positions[start..<stop]
      guard part.count > 2, let fit = LineFit(part) else { continue }
      for position in part { worst = max(worst, fit.distance(of: position)) }
    }
    return worst
  }

  var measurements: [Measurement] {
    [
      roots.measurement(value: \.maximum),
      largest.measurement(value: \.maximum, [.deviation: deviation, .perTenMillimetres: perTen]),
    ]
  }
}

/// `diagonal_angle`: the angle of a line along a ruler at 45°.
///
/// The value is the angle that is farthest from 45°. Least: one line (station `line`, diagonal).
struct DiagonalAngleMetric: Metric {
  private var lines: StationSamples

  init(panel: MeasuredPanel) {
    lines = StationSamples(.diagonalAngle, .degrees, on: panel, minCount: 1, advice: DrawnLine.advice)
  }

  mutating func add(_ frame: MeasuredFrame) {
    guard frame.station == .line(.diagonal) else { return }
    for line in DrawnLine.lines(in: frame) { lines.samples.add(line.fit.angle, line.evidence) }
  }

  var measurements: [Measurement] {
    [
      lines.measurement { samples in
        samples.values.max { ($0 - 45).magnitude < ($1 - 45).magnitude } ?? 45
      }
    ]
  }
}

/// `backward_motion`: the movement against the direction of a line.
///
/// The value is the sum over one line, of the worst line; `deviation` is the largest single step
/// back. Least: one line (stations `line`).
struct BackwardMotionMetric: Metric {
  private var lines: StationSamples
  private var step = 0.0

  init(panel: MeasuredPanel) {
    lines = StationSamples(.backwardMotion, .millimetres, on: panel, minCount: 1, advice: DrawnLine.advice)
  }

  mutating func add(_ frame: MeasuredFrame) {
    for line in DrawnLine.lines(in: frame) {
      let progress = line.positions.map(line.fit.progress)
      let isReversed = (progress.last ?? 0) < (progress.first ?? 0)
      let back = zip(progress, progress.dropFirst()).map { from, to in
        max(0, isReversed ? to - from : from - to)
      }
      lines.samples.add(back.reduce(0, +), line.evidence)
      step = max(step, back.max() ?? 0)
    }
  }

  var measurements: [Measurement] { [lines.measurement(value: \.maximum, [.deviation: step])] }
}
