internal import GestureCore

/// The contacts of the station `twoFingers`, by segment.
private struct Pairs: Sendable {
  private(set) var paths: [Int: [ContactPath]] = [:]

  mutating func add(_ frame: MeasuredFrame) {
    guard frame.station == .twoFingers, !frame.ended.isEmpty else { return }
    paths[frame.segment, default: []] += frame.ended.filter { !$0.isAlone }
  }

  /// Every pair of contacts that were down together, the one that landed first first.
  var pairs: [(segment: Int, first: ContactPath, second: ContactPath)] {
    paths.sorted { $0.key < $1.key }.flatMap { segment, paths in
      let sorted = paths.sorted { ($0.landed, $0.number) < ($1.landed, $1.number) }
      return sorted.indices.flatMap { index in
        sorted[(index + 1)...].prefix { $0.landed < sorted[index].ended }
          .map { (segment, sorted[index], $0) }
      }
    }
  }
}

/// `finger_separation`: the smallest distance between the centres of two fingers that are two
/// contacts.
///
/// A sample is the smallest distance of one pair. `deviation` is the value in which a diagonal pair
/// counts 12/15, because Windows 8 allows 15 mm there. `edgeToEdge` needs the width of the fingers.
/// Least: 2 pairs with 10 reports together (station `twoFingers`).
struct FingerSeparationMetric: Metric {
  private let panel: MeasuredPanel
  private var contacts = Pairs()

  private static let minPairs = 2
  private static let minReports = 10
  private static let diagonalShare = 12.0 / 15
  /// tan 22.5°: nearer to a diagonal than to an edge.
  private static let diagonalTangent = 0.414

  init(panel: MeasuredPanel) {
    self.panel = panel
  }

  mutating func add(_ frame: MeasuredFrame) {
    contacts.add(frame)
  }

  /// The displacements between two contacts at each report while both are down.
  private static func distances(_ first: ContactPath, _ second: ContactPath) -> [Translation] {
    let end = min(first.ended, second.ended)
    let instants = (first.reports + second.reports).map(\.instant).filter { second.landed <= $0 && $0 <= end }
    guard instants.count >= minReports else { return [] }
    return instants.compactMap { instant in
      guard let one = first.location(at: instant), let other = second.location(at: instant) else {
        return nil
      }
      return other - one
    }
  }

  private static func judged(_ distance: Translation) -> Double {
    let sides = [distance.x.magnitude, distance.y.magnitude].sorted()
    return distance.length * (sides[0] > diagonalTangent * sides[1] ? diagonalShare : 1)
  }

  var measurements: [Measurement] {
    var separations = StationSamples(
      .fingerSeparation, .millimetres, on: panel, minCount: Self.minPairs,
      advice: "fewer than \(Self.minPairs) pairs of fingers moved together: do the station two-fingers")
    var judged = Double.infinity
    for (segment, first, second) in contacts.pairs {
      let distances = Self.distances(first, second)
      guard let nearest = distances.map(\.length).min() else { continue }
      separations.samples.add(
        nearest,
        Evidence(segment: segment, start: second.landed, end: min(first.ended, second.ended)))
      judged = min(judged, distances.map(Self.judged).min() ?? nearest)
    }
    var statistics: [Statistic: Double] = [.deviation: judged]
    if let width = panel.fingerWidth { statistics[.edgeToEdge] = max(0, separations.samples.minimum - width) }
    return [separations.measurement(value: \.minimum, statistics)]
  }
}

/// `second_finger_pull`: how far the position of a resting finger moves when another finger lands.
///
/// The finger must have stayed within 1 mm for 200 ms before. A sample is its longest movement in
/// the 300 ms after the landing. The value is the median, because a hand moves too. Least: 3
/// landings (station `twoFingers`).
struct SecondFingerPullMetric: Metric {
  private let panel: MeasuredPanel
  private var contacts = Pairs()

  private static let minLandings = 3
  private static let before = Interval.milliseconds(200)
  private static let after = Interval.milliseconds(300)
  private static let stillness = 1.0

  init(panel: MeasuredPanel) {
    self.panel = panel
  }

  mutating func add(_ frame: MeasuredFrame) {
    contacts.add(frame)
  }

  /// How far the landing of `second` moved `first`, in mm; nil if `first` did not rest.
  private static func pull(of first: ContactPath, by second: ContactPath) -> Double? {
    let landing = second.landed
    let start = Instant(microseconds: landing.microseconds &- before.microseconds)
    let earlier = first.reports.filter { $0.instant < landing }
    guard first.landed <= start, let rest = earlier.last?.location, let old = first.location(at: start) else {
      return nil
    }
    let resting = [old] + earlier.filter { $0.instant > start }.map(\.location)
    guard resting.diameter <= stillness else { return nil }
    let later = first.reports.filter { landing <= $0.instant && $0.instant <= landing + after }
    return later.map { ($0.location - rest).length }.max() ?? 0
  }

  var measurements: [Measurement] {
    var pulls = StationSamples(
      .secondFingerPull, .millimetres, on: panel, minCount: Self.minLandings,
      advice:
        "fewer than \(Self.minLandings) fingers landed beside a resting one: do the station two-fingers")
    for (segment, first, second) in contacts.pairs {
      guard let pull = Self.pull(of: first, by: second) else { continue }
      pulls.samples.add(
        pull, Evidence(segment: segment, start: second.landed, end: second.landed + Self.after))
    }
    return [pulls.measurement(value: \.median)]
  }
}
