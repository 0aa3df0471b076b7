internal import GestureCore
internal import Panels

/// `contacts`: the most contacts at the same time.
///
/// The panel may distinguish more without the station `manyFingers`, and with ten fingers: then the
/// value is a lower bound. Least: one contact.
struct ContactsMetric: Metric {
  private var maxDown = 0
  private var landed = 0
  private var isAsked = false
  private var evidence = SampleSet()

  private static let fingersOfPerson = 10

  mutating func add(_ frame: MeasuredFrame) {
    if frame.station == .manyFingers { isAsked = true }
    landed += frame.contacts.count { $0.report == .landed }
    guard frame.contactsDown > maxDown else { return }
    maxDown = frame.contactsDown
    evidence = SampleSet()
    evidence.add(Evidence(segment: frame.segment, start: frame.instant, end: frame.instant))
  }

  var measurements: [Measurement] {
    guard landed > 0 else {
      return [.notMeasured(.contacts, .count, because: "no finger touched the panel: touch the panel")]
    }
    // A contact that lifts in the frame of its landing is never down after a frame.
    var measurement = Measurement(
      .contacts, .count, value: Double(max(1, maxDown)), of: evidence,
      isLowerBound: !isAsked || maxDown >= Self.fingersOfPerson)
    measurement.samples = landed
    return [measurement]
  }
}

/// `stated_size`: the width and the height that the panel reports, in mm.
///
/// `deviation` is the difference from the visible area of the display, if that is known. EDIDs and
/// rulers count whole millimetres, so a difference of 1 mm is not distinguishable from 0.
struct StatedSizeMetric: Metric {
  private let panel: MeasuredPanel

  private static let minDifference = 1.0

  init(panel: MeasuredPanel) {
    self.panel = panel
  }

  mutating func add(_ frame: MeasuredFrame) {}

  var measurements: [Measurement] {
    let stated = PanelSize(description: panel.description)
    let sides = [
      (Measurement.Axis.x, stated.extent.width, panel.visibleArea?.width),
      (Measurement.Axis.y, stated.extent.height, panel.visibleArea?.height),
    ]
    return sides.map { axis, length, visible in
      guard stated.scale == .kernel, panel.hasAxisRanges else {
        return .notMeasured(
          .statedSize, .millimetres, axis: axis,
          because: "the panel does not report its size: measure the glass and set size in [[panel]]")
      }
      let difference = visible.map { [Statistic.deviation: (length - $0).magnitude] } ?? [:]
      return Measurement(
        .statedSize, .millimetres, axis: axis, value: length, of: SampleSet(), difference,
        resolution: Self.minDifference)
    }
  }
}

/// A metric that flickd cannot measure: it needs other equipment.
struct UnmeasuredMetric: Metric {
  private let name: MetricName
  private let unit: MetricUnit
  private let why: String

  /// `accuracy`: it needs targets on the display, see ``TargetAccuracy``.
  static let accuracy = UnmeasuredMetric(
    name: .accuracy, unit: .millimetres,
    why: "accuracy needs targets at known positions on the display")

  /// `latency`: it needs hardware that sees the finger and the display.
  static let latency = UnmeasuredMetric(
    name: .latency, unit: .milliseconds,
    why: "latency needs hardware that senses the touch itself, for example WALT")

  mutating func add(_ frame: MeasuredFrame) {}

  var measurements: [Measurement] { [.notMeasured(name, unit, because: why)] }
}
