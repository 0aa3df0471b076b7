internal import GestureCore

/// The intervals between the reports of each moving contact.
///
/// The kernel drops values that did not change, so silence at rest is not a low rate. An interval
/// counts only while the finger surely moves: its own step and both neighbours' steps must be
/// longer than the panel's grid and faster than a slow finger, and the step must not be far slower
/// than its neighbours', so the pause before a finger continues does not count, but a missing
/// report does.
struct MovingIntervals: Sendable {
  /// The intervals of one contact, in seconds.
  struct OfContact: Sendable {
    var intervals: [Double]
    var evidence: Evidence

    var median: Double { intervals.sorted()[intervals.count / 2] }
    var total: Double { intervals.reduce(0, +) }
    /// How far each interval is from the middle one, in seconds, without missing reports.
    var deviations: [Double] {
      let median = median
      return intervals.map { ($0 - median).magnitude }.filter { $0 * 2 <= median }
    }
  }

  /// One entry for each contact that moved for long enough.
  private(set) var contacts: [OfContact] = []
  private let panel: MeasuredPanel

  /// The shortest step that counts, in device units: a shorter one may be a single step of the
  /// grid.
  private static let minUnits: Int32 = 4
  /// The slowest movement that counts, in mm/s.
  ///
  /// At 240 Hz, a step is then 0.2 mm, the grid of a coarse panel.
  private static let minSpeed = 50.0
  /// A longer interval is a rest, in seconds: a panel of 30 Hz that loses two of three reports
  /// needs 100 ms.
  private static let longest = 0.1
  /// A contact with fewer intervals does not show a rate.
  private static let minIntervals = 4

  init(panel: MeasuredPanel) {
    self.panel = panel
  }

  /// Adds the contacts that a frame ends.
  mutating func add(_ frame: MeasuredFrame) {
    for path in frame.ended {
      let intervals = Self.intervals(of: path)
      guard intervals.count >= Self.minIntervals else { continue }
      contacts.append(OfContact(intervals: intervals, evidence: path.evidence(in: frame.segment)))
    }
  }

  /// The deviations of all contacts, in ms.
  var deviations: SampleSet {
    var samples = SampleSet()
    for contact in contacts { samples.add(contact.deviations.map { $0 * 1000 }, contact.evidence) }
    return samples
  }

  /// The number of intervals of all contacts.
  var count: Int { contacts.reduce(0) { $0 + $1.intervals.count } }

  private static func intervals(of path: ContactPath) -> [Double] {
    guard path.reports.count > 3 else { return [] }
    let speeds = zip(path.reports, path.reports.dropFirst()).map(speed)
    return (1..<(speeds.count - 1)).compactMap { index in
      guard let speed = speeds[index], let before = speeds[index - 1], let after = speeds[index + 1],
        speed * 2 >= min(before, after)
      else { return nil }
      let interval = (path.reports[index + 1].instant - path.reports[index].instant).seconds
      return interval <= longest ? interval : nil
    }
  }

  /// The speed from one report to the next, in mm/s; nil if the finger perhaps did not move.
  private static func speed(from: ContactPath.Report, to: ContactPath.Report) -> Double? {
    let time = (to.instant - from.instant).seconds
    let units = max((to.x &- from.x).magnitude, (to.y &- from.y).magnitude)
    guard time > 0, units >= minUnits else { return nil }
    let speed = (to.location - from.location).length / time
    return speed >= minSpeed ? speed : nil
  }
}
