internal import GestureCore

/// `ghosts`: the number of contacts while no finger touches the panel (station `handsOff`).
///
/// The samples are the seconds. Least: 10 s.
struct GhostsMetric: Metric {
  private var ghosts = SampleSet()
  private var count = 0
  private var segment: Evidence?
  private var earlier = Interval.zero

  private static let minDuration = Interval.seconds(10)

  mutating func add(_ frame: MeasuredFrame) {
    guard frame.station == .handsOff else { return }
    if segment?.segment != frame.segment {
      if let segment { earlier = earlier + (segment.end - segment.start) }
      segment = Evidence(segment: frame.segment, start: frame.instant, end: frame.instant)
    }
    segment?.end = frame.instant
    count += frame.contacts.count { $0.report == .landed }
    for path in frame.ended { ghosts.add(path.evidence(in: frame.segment)) }
  }

  private var duration: Interval { earlier + (segment.map { $0.end - $0.start } ?? .zero) }

  var measurements: [Measurement] {
    guard duration >= Self.minDuration else {
      return [
        .notMeasured(
          .ghosts, .count, samples: Int(duration.seconds),
          because: "the panel was not watched for 10 s without fingers: do the station hands-off")
      ]
    }
    var measurement = Measurement(.ghosts, .count, value: Double(count), of: ghosts)
    measurement.samples = Int(duration.seconds)
    return [measurement]
  }
}

/// `resting_jitter`: the longest distance between two reported positions of a resting finger.
///
/// `deviation` is the largest distance from the mean position. The first and the last 200 ms of a
/// contact do not count, because a fingertip rolls. A perfectly still finger gives no reports, so
/// the time counts. Least: one contact of 1.4 s (station `resting`).
struct RestingJitterMetric: Metric {
  private var contacts: StationSamples
  private var deviation = 0.0

  private static let margin = Interval.milliseconds(200)
  private static let minDuration = Interval.milliseconds(1400)

  init(panel: MeasuredPanel) {
    contacts = StationSamples(
      .restingJitter, .millimetres, on: panel, minCount: 1,
      advice: "no single finger rested for a second: do the station resting")
  }

  mutating func add(_ frame: MeasuredFrame) {
    guard frame.station == .resting else { return }
    for path in frame.ended where path.isAlone && path.ended - path.landed >= Self.minDuration {
      let positions = path.reports(without: Self.margin).map(\.location)
      guard let centre = positions.centre else { continue }
      contacts.samples.add(positions.diameter, path.evidence(in: frame.segment))
      for position in positions {
        deviation = max(deviation, contacts.panel.judged((position - centre).length, at: position))
      }
    }
  }

  var measurements: [Measurement] { [contacts.measurement(value: \.maximum, [.deviation: deviation])] }
}

/// `tap_repeatability`: the largest distance of a tap from the centre of all taps.
///
/// The position of a tap is the mean of its reports. Taps of each segment have a centre of their
/// own. Contacts that moved by more than 5 mm are not taps. Least: 5 taps in a segment (station
/// `taps`).
struct TapRepeatabilityMetric: Metric {
  private let panel: MeasuredPanel
  private var taps: [Int: [(position: PanelPoint, evidence: Evidence)]] = [:]

  /// The number of taps on one spot below which the metric is not measured.
  static let minTaps = 5

  init(panel: MeasuredPanel) {
    self.panel = panel
  }

  mutating func add(_ frame: MeasuredFrame) {
    guard frame.station == .taps else { return }
    for path in frame.ended where path.isTap {
      guard let centre = path.reports.map(\.location).centre else { continue }
      taps[frame.segment, default: []].append((centre, path.evidence(in: frame.segment)))
    }
  }

  var measurements: [Measurement] {
    var distances = StationSamples(
      .tapRepeatability, .millimetres, on: panel, minCount: Self.minTaps,
      advice: "fewer than \(Self.minTaps) taps on one spot: do the station taps")
    for (_, spot) in taps.sorted(by: { $0.key < $1.key }) where spot.count >= Self.minTaps {
      guard let centre = spot.map(\.position).centre else { continue }
      for tap in spot { distances.samples.add((tap.position - centre).length, tap.evidence) }
    }
    var measurement = distances.measurement(value: \.maximum)
    if measurement.value == nil { measurement.samples = taps.values.map(\.count).max() ?? 0 }
    return [measurement]
  }
}

extension ContactPath {
  /// The longest movement of a tap, in mm: a fingertip rolls.
  static let longestTap = 5.0

  /// Whether a single finger touched one spot.
  var isTap: Bool { isAlone && reports.map(\.location).diameter <= Self.longestTap }
}

/// `drumroll`: half the longest distance between two reported positions of one drumming finger.
///
/// A panel that merges a finger with the one before moves the contact between both. The value is
/// the largest one. Least: 10 contacts (station `drumming`).
struct DrumrollMetric: Metric {
  private var contacts: StationSamples

  /// The number of contacts below which the metric is not measured.
  static let minContacts = 10

  init(panel: MeasuredPanel) {
    contacts = StationSamples(
      .drumroll, .millimetres, on: panel, minCount: Self.minContacts,
      advice: "fewer than \(Self.minContacts) contacts of drumming fingers: do the station drumming")
  }

  mutating func add(_ frame: MeasuredFrame) {
    guard frame.station == .drumming else { return }
    for path in frame.ended {
      contacts.samples.add(path.reports.map(\.location).diameter / 2, path.evidence(in: frame.segment))
    }
  }

  var measurements: [Measurement] { [contacts.measurement(value: \.maximum)] }
}
