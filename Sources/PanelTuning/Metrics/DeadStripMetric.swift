internal import GestureCore
internal import Panels

/// A strip of the glass, across the whole panel, that fingers crossed without a report.
public struct DeadStrip: Equatable, Sendable {
  /// The axis across the strip.
  public var axis: Measurement.Axis
  /// The two sides of the strip, in mm from the left or from the top.
  public var range: ClosedRange<Double>
  /// The number of times that a finger crossed the strip and reports were missing.
  public var crossings: Int

  /// The width of the strip, in mm.
  public var width: Double { range.upperBound - range.lowerBound }
}

/// `dead_strip`: the widest strip that moving fingers crossed without a report, on each axis.
///
/// A strip counts if no contact reported a position in it, and at least three crossings took so
/// long that eight reports or more are missing in all: a fast finger can jump over a strip between
/// two reports. A crossing is a step of one contact, or a lift before the strip and a landing
/// behind it, with the same direction on both sides. The value is 0 without a strip. Least: 20
/// intervals.
struct DeadStripMetric: Metric {
  /// A step that could be a crossing.
  private struct Jump {
    var range: ClosedRange<Double>
    var seconds: Double
  }

  /// One axis: the reported positions in narrow cells, and the jumps.
  private struct Side {
    let cell: Double
    /// The smallest and the largest position in each cell; nil if no position is in it.
    var cells: [ClosedRange<Double>?]
    var jumps: [Jump] = []

    init(length: Double) {
      let count = max(1, min(4000, Int(length * 2)))
      cell = max(length, 1) / Double(count)
      cells = Array(repeating: nil, count: count)
    }

    mutating func note(_ position: Double) {
      let index = min(cells.count - 1, max(0, Int(position / cell)))
      let known = cells[index] ?? position...position
      cells[index] = min(known.lowerBound, position)...max(known.upperBound, position)
    }

    mutating func jump(from: Double, to: Double, in seconds: Double) {
      guard (to - from).magnitude >= DeadStripMetric.minWidth, jumps.count < DeadStripMetric.maxJumps
      else {
        return
      }
      jumps.append(Jump(range: min(from, to)...max(from, to), seconds: seconds))
    }
  }

  private let panel: MeasuredPanel
  private var moving: MovingIntervals
  private var across: Side
  private var down: Side
  private var last: (segment: Int, path: ContactPath)?

  fileprivate static let minWidth = 3.0
  fileprivate static let maxJumps = 20_000
  private static let minCrossings = 3
  private static let minMissing = 8.0
  /// A step of one crossing lacks a report if it is longer by this part of an interval.
  private static let minCrossing = 0.8
  private static let longestPause = 0.5
  private static let minMovement = 5.0

  init(panel: MeasuredPanel) {
    self.panel = panel
    moving = MovingIntervals(panel: panel)
    across = Side(length: panel.geometry.size.width)
    down = Side(length: panel.geometry.size.height)
  }

  mutating func add(_ frame: MeasuredFrame) {
    moving.add(frame)
    for path in frame.ended {
      let reports = path.reports + (path.liftReport.map { [$0] } ?? [])
      for report in reports { note(report) }
      guard path.isAlone, frame.station.map(Self.isMoving) ?? true else { continue }
      for (from, to) in zip(reports, reports.dropFirst()) { jump(from: from, to: to) }
      if let last, last.segment == frame.segment { link(last.path, path) }
      last = (frame.segment, path)
    }
  }

  private mutating func note(_ report: ContactPath.Report) {
    across.note(report.location.x)
    down.note(report.location.y)
  }

  private mutating func jump(from: ContactPath.Report, to: ContactPath.Report) {
    let seconds = (to.instant - from.instant).seconds
    across.jump(from: from.location.x, to: to.location.x, in: seconds)
    down.jump(from: from.location.y, to: to.location.y, in: seconds)
  }

  /// A contact that ends before a strip and another that begins behind it are one finger.
  private mutating func link(_ before: ContactPath, _ after: ContactPath) {
    guard let from = before.reports.last, let to = after.reports.first else { return }
    let seconds = (to.instant - from.instant).seconds
    guard seconds > 0, seconds <= Self.longestPause else { return }
    let step = to.location - from.location
    func continues(_ axis: KeyPath<Translation, Double>) -> Bool {
      let parts = [before.displacement[keyPath: axis], after.displacement[keyPath: axis]]
      return parts.allSatisfy { $0.magnitude >= Self.minMovement && ($0 > 0) == (step[keyPath: axis] > 0) }
    }
    if continues(\.x) { across.jump(from: from.location.x, to: to.location.x, in: seconds) }
    if continues(\.y) { down.jump(from: from.location.y, to: to.location.y, in: seconds) }
  }

  private static func isMoving(_ station: Station) -> Bool {
    switch station {
    case .line, .swipes, .edges: true
    case .handsOff, .resting, .taps, .targets, .twoFingers, .drumming, .manyFingers: false
    }
  }

  /// The strips of both axes.
  var strips: [DeadStrip] {
    let intervals = moving.contacts.flatMap(\.intervals).sorted()
    guard intervals.count >= ReportRateMetric.minIntervals else { return [] }
    let period = intervals[intervals.count / 2]
    return strips(across, .x, period) + strips(down, .y, period)
  }

  private func strips(_ side: Side, _ axis: Measurement.Axis, _ period: Double) -> [DeadStrip] {
    let touched = side.cells.compactMap(\.self)
    return zip(touched, touched.dropFirst()).compactMap { before, after in
      guard after.lowerBound - before.upperBound >= Self.minWidth else { return nil }
      let strip = before.upperBound...after.lowerBound
      let missing = side.jumps
        .filter { $0.range.lowerBound <= strip.lowerBound && $0.range.upperBound >= strip.upperBound }
        .map { $0.seconds / period - 1 }.filter { $0 >= Self.minCrossing }
      guard missing.count >= Self.minCrossings, missing.reduce(0, +) >= Self.minMissing else {
        return nil
      }
      return DeadStrip(axis: axis, range: strip, crossings: missing.count)
    }
  }

  var measurements: [Measurement] {
    let axes = [Measurement.Axis.x, .y]
    if let why = panel.missingSize {
      return axes.map { .notMeasured(.deadStrip, .millimetres, axis: $0, because: why) }
    }
    guard moving.count >= ReportRateMetric.minIntervals else {
      return axes.map {
        var missing = Measurement.tooLittleMovement(.deadStrip, .millimetres, intervals: moving.count)
        missing.axis = $0
        return missing
      }
    }
    let strips = strips
    return axes.map { axis in
      let widest = strips.filter { $0.axis == axis }.max { $0.width < $1.width }
      var measurement = Measurement(
        .deadStrip, .millimetres, axis: axis, value: widest?.width ?? 0, of: SampleSet(),
        resolution: panel.geometry.longestStep)
      measurement.samples = widest?.crossings ?? moving.contacts.count
      return measurement
    }
  }
}
