internal import GestureCore
internal import Panels

/// The samples of lifts after a throw, which show what the panel does when a finger leaves.
///
/// A thrown finger did not rest, so the panel caused the silence before the lift. The rules are
/// those of the recogniser (``ThrowDetector`` and its lift delay), which learns from swipes of a
/// single finger. If those are too few, the throws of several fingers count too.
struct ThrownLifts: Sendable {
  /// A longer silence comes from the finger; the same value as in the recogniser's lift delay.
  static let longestSilence = Interval.milliseconds(145)
  /// The number of lifts that the recogniser needs.
  static let minLifts = 5

  private let noise: Double
  private var ofSwipes = SampleSet()
  private var ofAll = SampleSet()

  init(_ panel: MeasuredPanel) {
    noise = panel.geometry.positionNoise
  }

  /// Adds what `measure` finds in each thrown contact that ended in a frame.
  mutating func add(_ frame: MeasuredFrame, measure: (ContactPath) -> (Double, Evidence)?) {
    for path in frame.ended where isThrown(path) {
      guard let (value, evidence) = measure(path) else { continue }
      ofAll.add(value, evidence)
      if path.isSwipe { ofSwipes.add(value, evidence) }
    }
  }

  private func isThrown(_ path: ContactPath) -> Bool {
    guard path.end == .lifted, let landing = path.reports.first else { return false }
    var detector = ThrowDetector(Sample(instant: landing.scanned, location: landing.location))
    for report in path.reports.dropFirst() {
      detector.report(Sample(instant: report.scanned, location: report.location))
    }
    let silence = path.ended - path.lastReported
    return detector.isThrow(positionNoise: noise) && silence >= .zero && silence <= Self.longestSilence
  }

  /// The samples of swipes, or of all throws if those are too few.
  var samples: SampleSet { ofSwipes.values.count < Self.minLifts ? ofAll : ofSwipes }

  /// The measurement without a value if the samples are too few.
  func tooFew(_ metric: MetricName, _ unit: MetricUnit) -> Measurement? {
    let count = samples.values.count
    guard count < Self.minLifts else { return nil }
    return .notMeasured(
      metric, unit, samples: count,
      because: "\(count) lifts of a moving finger are too few: swipe at least \(Self.minLifts) times and "
        + "lift while the finger moves")
  }
}

/// `lift_delay`: the silence between the last report of a thrown finger and its lift.
///
/// The value is the sample at the lower quartile, as in the recogniser: a late panel is always
/// late, but a finger that stops dead can lengthen any silence. The recogniser uses the newest nine
/// lifts, the metric uses all. The evidence starts at the last report and ends at the lift. Least:
/// 5 lifts.
struct LiftDelayMetric: Metric {
  private var lifts: ThrownLifts

  init(panel: MeasuredPanel) {
    lifts = ThrownLifts(panel)
  }

  mutating func add(_ frame: MeasuredFrame) {
    lifts.add(frame) { path in
      let silence = path.ended - path.lastReported
      let evidence = Evidence(segment: frame.segment, start: path.lastReported, end: path.ended)
      return (silence.seconds * 1000, evidence)
    }
  }

  var measurements: [Measurement] {
    if let tooFew = lifts.tooFew(.liftDelay, .milliseconds) { return [tooFew] }
    let samples = lifts.samples
    let quartile = samples.values.sorted()[(samples.values.count - 1) / 4]
    return [Measurement(.liftDelay, .milliseconds, value: quartile, of: samples)]
  }
}

/// `lift_jump`: how far the last report of a thrown finger is from the position that the two
/// reports before it predict.
///
/// The contact area shrinks when a finger rolls off, so some panels report a last position that
/// jumps. The value is the median, in mm. A position in the frame of the lift counts as the last
/// report. Least: 5 lifts.
struct LiftJumpMetric: Metric {
  private let panel: MeasuredPanel
  private var lifts: ThrownLifts

  init(panel: MeasuredPanel) {
    self.panel = panel
    lifts = ThrownLifts(panel)
  }

  mutating func add(_ frame: MeasuredFrame) {
    lifts.add(frame) { path in Self.jump(of: path).map { ($0, path.evidence(in: frame.segment)) } }
  }

  private static func jump(of path: ContactPath) -> Double? {
    let newest = (path.reports + (path.liftReport.map { [$0] } ?? [])).suffix(3)
    guard newest.count == 3, let first = newest.first, let last = newest.last else { return nil }
    let middle = newest[newest.startIndex + 1]
    let time = (middle.scanned - first.scanned).seconds
    let ahead = (last.scanned - middle.scanned).seconds
    guard time > 0, ahead > 0 else { return nil }
    let predicted = middle.location + (middle.location - first.location) * (ahead / time)
    return (last.location - predicted).length
  }

  var measurements: [Measurement] {
    if let why = panel.missingSize { return [.notMeasured(.liftJump, .millimetres, because: why)] }
    if let tooFew = lifts.tooFew(.liftJump, .millimetres) { return [tooFew] }
    let samples = lifts.samples
    return [Measurement(.liftJump, .millimetres, value: samples.median, of: samples)]
  }
}

/// `lost_lifts`: the number of contacts whose slot received another contact without a lift.
///
/// A contact that is down when the recording ends is not a lost lift. The samples are the contacts.
/// Least: one contact.
struct LostLiftsMetric: Metric {
  private var contacts = SampleSet()

  mutating func add(_ frame: MeasuredFrame) {
    for path in frame.ended {
      let isLost = path.end == .lost(.stale)
      contacts.add(isLost ? 1 : 0, isLost ? path.evidence(in: frame.segment) : nil)
    }
  }

  var measurements: [Measurement] {
    guard !contacts.values.isEmpty else {
      return [.notMeasured(.lostLifts, .count, because: "no contact ended: touch the panel")]
    }
    return [
      Measurement(.lostLifts, .count, value: contacts.values.reduce(0, +), of: contacts)
    ]
  }
}
