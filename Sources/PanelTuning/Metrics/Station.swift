/// What the finger was asked to do while a segment was recorded.
///
/// A guided measurement has one segment for each station. A recording without a label has no
/// station: it yields only the metrics that do not need one.
public enum Station: Hashable, Sendable {
  /// The direction of a line along a ruler.
  public enum LineDirection: String, Hashable, Sendable, CaseIterable {
    /// Left to right, or back.
    case horizontal
    /// Top to bottom, or back.
    case vertical
    /// At 45° to the edges.
    case diagonal
  }

  /// No finger touches the panel.
  case handsOff
  /// One finger rests without moving.
  case resting
  /// One finger taps the same spot several times.
  case taps
  /// One finger taps targets that a page draws on the display; only `flickctl studio` has it.
  case targets
  /// One finger follows a ruler slowly.
  case line(LineDirection)
  /// One finger swipes fast and lifts while it moves.
  case swipes
  /// One finger slides beyond all four edges.
  case edges
  /// A second finger lands beside a resting one, moves together with it and apart.
  case twoFingers
  /// Two fingers drum in turn.
  case drumming
  /// As many fingers as fit rest together.
  case manyFingers

  /// Every station in the order of a guided measurement.
  public static let all: [Station] =
    [.handsOff, .resting, .taps] + LineDirection.allCases.map(Station.line)
    + [.swipes, .edges, .twoFingers, .drumming, .manyFingers]

  /// Every station of `flickctl studio`: those of a guided measurement, and ``targets``.
  public static let onDisplay: [Station] = all.flatMap { $0 == .taps ? [.taps, .targets] : [$0] }

  /// The station with which `flickctl measure` measures a recording of this one; nil if the
  /// recording has no station, because nothing records the positions of targets.
  public var recorded: Station? { self == .targets ? nil : self }

  /// Whether the finger follows a line, whatever its direction.
  var isLine: Bool {
    if case .line = self { true } else { false }
  }
}

extension Station {
  /// The word of the station on a command line and in reports.
  public var word: String {
    switch self {
    case .handsOff: "hands-off"
    case .resting: "resting"
    case .taps: "taps"
    case .targets: "targets"
    case .line(let direction): direction.rawValue
    case .swipes: "swipes"
    case .edges: "edges"
    case .twoFingers: "two-fingers"
    case .drumming: "drumming"
    case .manyFingers: "many-fingers"
    }
  }

  /// Creates the station of a guided measurement with this word; nil if there is none.
  public init?(word: String) {
    guard let station = Self.all.first(where: { $0.word == word }) else { return nil }
    self = station
  }

  /// The words of the stations of a guided measurement, separated by commas.
  public static var wordList: String { all.map(\.word).joined(separator: ", ") }
}

extension Station {
  /// How many repetitions of the exercise were counted, and how many answer the station.
  public struct Count: Equatable, Sendable {
    /// The counted repetitions, at most ``needed``.
    public var counted: Int
    /// The repetitions that the station needs.
    public var needed: Int
  }

  /// The metrics whose samples are repetitions of the exercise, with the least number of each.
  private var repeated: [(metric: MetricName, minCount: Int)] {
    switch self {
    case .taps: [(.tapRepeatability, TapRepeatabilityMetric.minTaps)]
    case .swipes:
      [
        (.firstMoveJump, FirstMoveMetric.minSwipes), (.reportsPerSwipe, SwipeReportsMetric.minSwipes),
        (.liftDelay, ThrownLifts.minLifts),
      ]
    case .drumming: [(.drumroll, DrumrollMetric.minContacts)]
    case .handsOff, .resting, .targets, .line, .edges, .twoFingers, .manyFingers: []
    }
  }

  /// Returns how many repetitions these measurements of the station count; nil if the station
  /// counts none.
  ///
  /// The count is complete only if every metric has its least number of samples.
  func count(in measurements: [Measurement]) -> Count? {
    guard let needed = repeated.map(\.minCount).max() else { return nil }
    let counts = repeated.map { metric, minCount in
      let samples = measurements.first { $0.metric == metric }?.samples ?? 0
      return samples >= minCount ? needed : min(samples, needed - 1)
    }
    return Count(counted: counts.min() ?? 0, needed: needed)
  }
}

extension Station {
  /// The metrics that only this station answers, or that it answers best.
  public var metrics: [MetricName] {
    switch self {
    case .handsOff: [.ghosts]
    case .resting: [.restingJitter, .noise]
    case .taps: [.tapRepeatability]
    case .targets: [.accuracy]
    case .line(.diagonal): [.linearityRMS, .linearityMax, .backwardMotion, .diagonalAngle]
    case .line: [.linearityRMS, .linearityMax, .backwardMotion]
    case .swipes: [.reportRate, .firstMoveJump, .reportsPerSwipe, .liftDelay, .liftJump]
    case .edges: [.edgeReach]
    case .twoFingers: [.fingerSeparation, .secondFingerPull]
    case .drumming: [.drumroll]
    case .manyFingers: [.contacts]
    }
  }

  /// Whether these measurements of `panel` answer every metric that the station can answer.
  ///
  /// Without a size, the panel never answers lengths.
  public func isAnswered(by measurements: [Measurement], of panel: MeasuredPanel) -> Bool {
    metrics.allSatisfy { name in
      measurements.contains { $0.metric == name && ($0.value != nil || $0.why == panel.missingSize) }
    }
  }
}
