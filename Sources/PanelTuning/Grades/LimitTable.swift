/// The published limits of touchscreens, one row for each metric and source.
///
/// Windows 8: "Device.Digitizer Requirements", with the component guidelines of the Hardware Lab
/// Kit (HLK). Windows 10: "Device.Input.Digitizer.Touch.*". ChromeOS: the validators of the touch
/// firmware suite; it accepts values up to a second limit with fewer marks, which is `marginal`
/// here. Sources are never blended. The statistics are our reading where a source says only "never
/// more than".
public struct LimitTable: Equatable, Sendable {
  /// The rows, by metric and then by source.
  public let rows: [LimitRow]

  /// Creates the table.
  ///
  /// - Parameters:
  ///   - refreshRate: The display's refresh rate in Hz, which Windows 10 demands of the panel; a
  ///     finite number above 0.
  ///   - slots: The number of contacts that the panel claims to distinguish, which ChromeOS judges;
  ///     nil if the panel claims none.
  public init(refreshRate: Double = 60, slots: Int? = nil) {
    rows =
      Self.timing(refreshRate: refreshRate) + Self.rest + Self.movement + Self.position + Self.fingers
      + Self.count(slots: slots) + Self.unmeasured
  }

  /// The rows of a metric, at most one for each source.
  public func rows(for metric: MetricName) -> [LimitRow] { rows.filter { $0.metric == metric } }

  private static func timing(refreshRate: Double) -> [LimitRow] {
    let refresh = refreshRate.rounded() == refreshRate ? "\(Int(refreshRate))" : "\(refreshRate)"
    return [
      LimitRow(
        .reportRate, .windows8, .minimum, .minimum(100), "at least 100 Hz for each contact, not as a mean"),
      LimitRow(
        .reportRate, .windows10, .mean, .range(min(refreshRate, 250)...250),
        "Touch.ReportRate: at least the display's refresh rate (\(refresh) Hz), at most 250 Hz"),
      LimitRow(
        .reportRate, .chromeOS, .mean, .minimum(60), "report rate: mean of moving parts at least 60 Hz"),
      LimitRow(
        .reportGap, .chromeOS, .maximum, .maximum(1.8), marginal: .maximum(2.8),
        "gap between reports: at most 1.8 × the usual interval, marginal to 2.8 ×"),
      LimitRow(.reportsPerSwipe, .chromeOS, .minimum, .minimum(3), "fast swipe: at least 3 reports"),
      LimitRow(
        .firstMoveJump, .chromeOS, .median, .maximum(2), "first movement: at most 2 × the next movement"),
      LimitRow(.scanTime, .windows8, .deviation, .maximum(5), "scan time: in units of 100 µs, within 5 %"),
    ]
  }

  private static let rest = [
    LimitRow(.restingJitter, .windows8, .value, .zero, "jitter: a resting finger does not move, 0 mm"),
    LimitRow(
      .restingJitter, .windows10, .deviation, .maximum(0.5),
      "Touch.Jitter: within ±0.5 mm at rest, ±1 mm within 3.5 mm of the edge"),
    LimitRow(.restingJitter, .chromeOS, .value, .maximum(1), "stationary finger: spread of at most 1 mm"),
    LimitRow(
      .tapRepeatability, .chromeOS, .maximum, .maximum(0.5), marginal: .maximum(1),
      "repeated taps: within a radius of 0.5 mm (a robot's), marginal to 1 mm"),
    LimitRow(.ghosts, .windows8, .value, .zero, "no contact without a finger"),
    LimitRow(
      .ghosts, .windows10, .value, .zero, "no contact without a finger, on mains (AC) and on battery (DC)"),
  ]

  private static let movement = [
    LimitRow(
      .linearityRMS, .chromeOS, .maximum, .maximum(0.5), marginal: .maximum(1),
      "linearity: rms of at most 0.5 mm, marginal to 1 mm"),
    LimitRow(
      .linearityMax, .windows8, .perTenMillimetres, .maximum(1),
      "jitter: at most 1 mm from the line through 10 mm of the path"),
    LimitRow(
      .linearityMax, .windows10, .deviation, .maximum(1),
      "Touch.Jitter: within ±1 mm of the line, ±2 mm within 3.5 mm of the edge"),
    LimitRow(
      .linearityMax, .chromeOS, .maximum, .maximum(2), marginal: .maximum(3),
      "linearity: at most 2 mm from the line, marginal to 3 mm"),
    LimitRow(.backwardMotion, .windows8, .deviation, .zero, "no movement against the finger's direction"),
    LimitRow(
      .backwardMotion, .windows10, .deviation, .zero, "Touch.Jitter: no movement against the direction"),
    LimitRow(
      .backwardMotion, .chromeOS, .value, .maximum(1), marginal: .maximum(1.5),
      "no reversed motion: at most 1 mm in all, marginal to 1.5 mm"),
    LimitRow(.diagonalAngle, .chromeOS, .value, .range(41...49), "line at 45°: 45° ± 4°"),
  ]

  private static let position = [
    LimitRow(.edgeReach, .windows8, .value, .zero, "a finger reaches every pixel"),
    LimitRow(.edgeReach, .windows10, .value, .zero, "a finger reaches every pixel"),
    LimitRow(
      .edgeReach, .chromeOS, .value, .maximum(0.5), marginal: .maximum(1.5),
      "range: at most 0.5 mm from the edge, marginal to 1.5 mm"),
    LimitRow(
      .statedSize, .windows8, .deviation, .zero, "the stated physical size is that of the visible area"),
  ]

  private static let fingers = [
    LimitRow(
      .fingerSeparation, .windows8, .deviation, .maximum(12),
      "two fingers: at most 12 mm between their centres, 15 mm on a diagonal"),
    LimitRow(
      .fingerSeparation, .windows10, .edgeToEdge, .maximum(8),
      "Touch.FingerSeparation: at most 8 mm from edge to edge"),
    LimitRow(
      .secondFingerPull, .chromeOS, .value, .maximum(1), "a second finger pulls the first by at most 1 mm"),
    LimitRow(.drumroll, .chromeOS, .value, .maximum(2), "drumroll: within a radius of 2 mm"),
  ]

  private static func count(slots: Int?) -> [LimitRow] {
    let published = [
      LimitRow(.contacts, .windows8, .value, .minimum(5), "at least 5 contacts"),
      LimitRow(.contacts, .windows10, .value, .minimum(5), "Touch.MinContactCount: at least 5 contacts"),
    ]
    guard let slots else { return published }
    let claimed = "exactly the number of contacts that the panel claims: \(slots)"
    return published + [LimitRow(.contacts, .chromeOS, .value, .exactly(Double(slots)), claimed)]
  }

  private static let unmeasured = [
    LimitRow(
      .accuracy, .windows8, .value, .maximum(1), "accuracy (HLK): within 1 mm for 95 % of the touches"),
    LimitRow(
      .accuracy, .windows10, .deviation, .maximum(1), "Touch.Accuracy: within 1 mm, 2 mm near the edge"),
    LimitRow(
      .latency, .windows8, .value, .maximum(25), "latency of a touch down: at most 25 ms, 50 ms if idle"),
    LimitRow(
      .latency, .windows10, .value, .maximum(35),
      "Touch.ResponseLatency: at most 35 ms for a touch down, 150 ms if idle"),
  ]
}
