internal import GestureCore

/// Flicks and rests on panels known to tell of lifts late, through the service's recogniser and its
/// default rule.
public struct LateLiftReport: Encodable, Measured, Sendable {
  /// One lift delay.
  public struct Row: Encodable, Sendable {
    /// The lift comes so much later than the frame in which the finger is gone.
    public var delayMilliseconds: Int64
    /// The flicks played.
    public var flicks: Int
    /// Those that were not seen as flicks of the finger's direction.
    public var missed: Int
    /// Those that lsq2 with a fixed 40 ms rule does not see.
    public var missedByReference: Int
    /// The rests played.
    public var rests: Int
    /// Those that were seen as flicks.
    public var falseFlicks: Int
    /// Those that the reference sees as flicks.
    public var falseFlicksByReference: Int

    private enum CodingKeys: String, CodingKey {
      case delayMilliseconds = "delay_ms"
      case flicks, missed
      case missedByReference = "missed_by_reference"
      case rests
      case falseFlicks = "false_flicks"
      case falseFlicksByReference = "false_flicks_by_reference"
    }
  }

  /// By delay, from 0 to 125 ms: Atmel's panels are 123.5 ms late.
  public var rows: [Row]

  /// The frames per second of the panels.
  static let rates: [Double] = [60, 120, 250]
  /// The least speed of a flick along its main axis: half as much again as the rule's threshold.
  static let clearly = 1.5
  /// The rests, in turn: from the shortest that must be seen as one.
  static let rests: [Interval] = stride(from: 150, through: 500, by: 50).map { .milliseconds($0) }

  /// Plays the fast ones of `strokesPerCell` smooth strokes of each profile at 60, 120 and 250 Hz.
  ///
  /// `progress` is told the part that is done. About 1 s for the default.
  public init(strokesPerCell: Int = 40, seed: UInt64 = 1, progress: (Double) -> Void = { _ in }) {
    // P is never asked: the default rule is distance or velocity.
    let rule = DecisionRule(predicted: DecisionRule.Threshold(x: .infinity, y: .infinity))
    let least = Self.clearly * rule.speed.x / OurStrategy.millimetersPerPixel
    let suite = StrokeSuite(strokesPerCell: strokesPerCell, seed: seed)
    var numbers = SeededNumbers(seed: seed)
    var flicks: [LateLiftTrial] = []
    var rests: [LateLiftTrial] = []
    for profile in StrokeProfile.allCases where profile.isSmooth {
      for rate in Self.rates {
        for stated in suite.strokes(profile, rate: rate)
        where max(abs(stated.truth.x), abs(stated.truth.y)) >= least {
          flicks.append(LateLiftTrial(flick: stated))
          let place = rests.count
          rests.append(
            LateLiftTrial(
              stated, rest: Self.rests[place % Self.rests.count],
              isTrembling: place / Self.rests.count % 2 == 1, from: &numbers))
        }
      }
    }
    let delays = Array(stride(from: Int64(0), through: 125, by: 5))
    rows = []
    for (step, milliseconds) in delays.enumerated() {
      let delay = Interval.milliseconds(milliseconds)
      rows.append(
        Row(
          delayMilliseconds: milliseconds, flicks: flicks.count,
          missed: flicks.count { $0.kind(delay: delay, rule: rule) != .flick },
          missedByReference: flicks.count { $0.referenceKind(delay: delay, rule: rule) != .flick },
          rests: rests.count,
          falseFlicks: rests.count { $0.kind(delay: delay, rule: rule) == .flick },
          falseFlicksByReference: rests.count { $0.referenceKind(delay: delay, rule: rule) == .flick }))
      progress(Double(step + 1) / Double(delays.count))
    }
  }

  /// Over all delays.
  public var figures: Figures {
    [
      "late_lift.flicks": Double(rows.reduce(0) { $0 + $1.flicks }),
      "late_lift.missed": Double(rows.reduce(0) { $0 + $1.missed }),
      "late_lift.rests": Double(rows.reduce(0) { $0 + $1.rests }),
      "late_lift.false_flicks": Double(rows.reduce(0) { $0 + $1.falseFlicks }),
    ]
  }
}
