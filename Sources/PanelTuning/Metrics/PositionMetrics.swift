internal import GestureCore
internal import Panels

/// `grid`: the smallest step of a position that the panel really uses, on each axis.
///
/// A controller often scales its own grid to a larger range. The value is the smallest difference
/// between two positions that were reported at any time. Least: 100 different positions on the
/// axis.
struct GridMetric: Metric {
  private let panel: MeasuredPanel
  private var xs: Set<Int32> = []
  private var ys: Set<Int32> = []
  private var evidence = SampleSet()

  /// With n positions over a side, accident alone brings two within 1/n² of the side.
  private static let minPositions = 100
  /// The coarsest grid that counts, in mm: a touchscreen of 10 inch with 800 × 480 units has 0.28.
  ///
  /// Movements in equal steps look like a coarser grid.
  static let coarsest = 0.3

  init(panel: MeasuredPanel) {
    self.panel = panel
  }

  mutating func add(_ frame: MeasuredFrame) {
    for path in frame.ended {
      evidence.add(path.evidence(in: frame.segment))
      for report in path.reports {
        xs.insert(report.x)
        ys.insert(report.y)
      }
    }
  }

  /// The steps of the grid, in mm; a device unit on an axis with too few positions, or with steps
  /// that are longer than any grid on record.
  var step: Extent {
    func length(_ positions: Set<Int32>, _ unit: Double) -> Double {
      guard let step = Self.step(of: positions), step * unit <= Self.coarsest else { return unit }
      return step * unit
    }
    return Extent(width: length(xs, panel.unit.width), height: length(ys, panel.unit.height))
  }

  /// The smallest step in device units; nil with too few positions.
  private static func step(of positions: Set<Int32>) -> Double? {
    guard positions.count >= minPositions else { return nil }
    let sorted = positions.sorted()
    return zip(sorted.dropFirst(), sorted).map { Double($0) - Double($1) }.min()
  }

  var measurements: [Measurement] {
    let axes = [
      (Measurement.Axis.x, xs, panel.unit.width), (Measurement.Axis.y, ys, panel.unit.height),
    ]
    return axes.flatMap { axis, positions, unit in
      guard let step = Self.step(of: positions) else {
        let why =
          "\(positions.count) different positions on the \(axis.rawValue) axis are too few: move a finger over "
          + "the whole panel"
        return [MetricUnit.units, .millimetres].map {
          Measurement.notMeasured(.grid, $0, axis: axis, samples: positions.count, because: why)
        }
      }
      var inUnits = Measurement(.grid, .units, axis: axis, value: step, of: evidence)
      inUnits.samples = positions.count
      if let why = panel.missingSize {
        return [
          inUnits,
          .notMeasured(.grid, .millimetres, axis: axis, samples: positions.count, because: why),
        ]
      }
      var inMillimetres = inUnits
      inMillimetres.unit = .millimetres
      inMillimetres.value = step * unit
      return [inUnits, inMillimetres]
    }
  }
}

/// `noise`: the standard deviation of a resting finger's position, beyond that of the grid.
///
/// A finger rests in a second of a contact in which it stays within 2 mm, or in any second of the
/// station `resting`. The first and the last 100 ms of a contact do not count. Each position counts
/// for as long as it was the newest one, because the kernel drops values that did not change. A
/// straight drift is removed. A hand also wanders smoothly, which is not the panel's noise: if the
/// second differences of the positions show less noise, they count instead. The grid's own share
/// is 1/√12 of a step of the measured grid, or of a device unit if the grid was not measured. The
/// value is the rms of all seconds. Least: 3 seconds of rest; at most an hour of one contact.
struct NoiseMetric: Metric {
  private let panel: MeasuredPanel
  private var grid: GridMetric
  /// The deviations from a straight drift, one sample a second.
  private(set) var deviations = SampleSet()
  /// The noise by second differences, for the same seconds.
  private var tremors = SampleSet()

  private static let minSeconds = 3
  /// A limit, because a wrong timestamp of a file can make a contact endless.
  private static let maxSeconds = 3600
  private static let second = Interval.seconds(1)
  private static let margin = Interval.milliseconds(100)
  private static let largestBox = 2.0

  init(panel: MeasuredPanel) {
    self.panel = panel
    grid = GridMetric(panel: panel)
  }

  mutating func add(_ frame: MeasuredFrame) {
    grid.add(frame)
    for path in frame.ended {
      let inner = path.reports(without: Self.margin)
      let stop = Instant(microseconds: path.ended.microseconds &- Self.margin.microseconds)
      guard var start = inner.first?.instant else { continue }
      for _ in 0..<Self.maxSeconds where start + Self.second <= stop {
        let end = start + Self.second
        if let noise = noise(of: inner, from: start, to: end, isAsked: frame.station == .resting) {
          let evidence = Evidence(segment: frame.segment, start: start, end: end)
          deviations.add(noise.deviation, evidence)
          tremors.add(noise.tremor, evidence)
        }
        start = end
      }
    }
  }

  /// Two estimates of the standard deviation of one axis in mm, each the mean of both axes; nil if
  /// the finger moved.
  private func noise(
    of reports: [ContactPath.Report], from start: Instant, to end: Instant, isAsked: Bool
  ) -> (deviation: Double, tremor: Double)? {
    // The report that is the newest one at the start, and those until the end.
    let first = reports.count(until: start)
    guard first > 0 else { return nil }
    let held = reports[(first - 1)..<max(first, reports.count(until: end))].filter { $0.instant < end }
    let times = [start] + held.dropFirst().map(\.instant) + [end]
    let xs = held.map(\.location.x)
    let ys = held.map(\.location.y)
    guard isAsked || (Self.length(of: xs) <= Self.largestBox && Self.length(of: ys) <= Self.largestBox) else {
      return nil
    }
    let weights = zip(times.dropFirst(), times).map { ($0 - $1).seconds }
    let moments = times.map { ($0 - start).seconds }
    let across = Self.variance(of: xs, at: moments, weights)
    let down = Self.variance(of: ys, at: moments, weights)
    let tremor = (Self.tremor(of: xs) + Self.tremor(of: ys)) / 2
    return (((across + down) / 2).squareRoot(), tremor.squareRoot())
  }

  /// The variance by second differences, which a smooth movement does not change.
  private static func tremor(of values: [Double]) -> Double {
    guard values.count > 2 else { return 0 }
    let differences = zip(zip(values, values.dropFirst()), values.dropFirst(2)).map { $0.0 - 2 * $0.1 + $1 }
    // The weights 1, −2 and 1 multiply the variance of independent values by 1 + 4 + 1.
    return differences.reduce(0) { $0 + $1 * $1 } / (6 * Double(differences.count))
  }

  private static func length(of values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }

  /// The weighted variance about the weighted regression line.
  private static func variance(of values: [Double], at times: [Double], _ weights: [Double]) -> Double {
    let whole = weights.reduce(0, +)
    guard values.count > 2, whole > 0 else { return 0 }
    let all = zip(zip(times, values), weights).map { (time: $0.0.0, value: $0.0.1, weight: $0.1) }
    let meanTime = all.reduce(0) { $0 + $1.time * $1.weight } / whole
    let mean = all.reduce(0) { $0 + $1.value * $1.weight } / whole
    let square = all.reduce(0) { $0 + ($1.time - meanTime) * ($1.time - meanTime) * $1.weight }
    let product = all.reduce(0) { $0 + ($1.time - meanTime) * ($1.value - mean) * $1.weight }
    let slope = square > 0 ? product / square : 0
    let residue = all.reduce(0) { sum, sample in
      let rest = sample.value - mean - slope * (sample.time - meanTime)
      return sum + rest * rest * sample.weight
    }
    // The line takes two degrees of freedom.
    return residue / whole * Double(values.count) / Double(values.count - 2)
  }

  var measurements: [Measurement] {
    if let why = panel.missingSize { return [.notMeasured(.noise, .millimetres, because: why)] }
    let samples = tremors.rms < deviations.rms ? tremors : deviations
    guard samples.values.count >= Self.minSeconds else {
      return [
        .notMeasured(
          .noise, .millimetres, samples: samples.values.count,
          because:
            "\(samples.values.count) s of a resting finger are too short: rest one finger for at least "
            + "\(Self.minSeconds + 1) s")
      ]
    }
    let step = grid.step
    let share = (step.width * step.width + step.height * step.height) / 24
    let excess = max(0, samples.rms * samples.rms - share).squareRoot()
    return [
      Measurement(
        .noise, .millimetres, value: excess, of: samples, resolution: panel.geometry.longestStep)
    ]
  }
}
