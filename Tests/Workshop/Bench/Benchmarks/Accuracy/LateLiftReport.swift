internal import GestureCore

/// Flicks and rests on panels that are known to report lifts late, through the service's recogniser
/// and its default rule.
public struct LateLiftReport: Encodable, Measured, Sendable {
  /// One lift delay.
  public struct Row: Encodable, Sendable {
    /// The delay between the frame in which the finger is gone and the reported lift.
    public var delayMilliseconds: Int64
    /// The flicks played.
    public var flicks: Int
    /// Flicks that were not recognised as flicks in the finger's direction.
    public var missed: Int
    /// Flicks that lsq2 with a fixed rule of 40 ms misses.
    public var missedByReference: Int
    /// The rests played.
    public var rests: Int
    /// Rests that were recognised as flicks.
    public var falseFlicks: Int
    /// Rests that the reference recognises as flicks.
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
  /// The smallest speed of a flick along its main axis, relative to the rule's threshold.
  static let clearly = 1.5
  /// The rests, in turn: from the shortest that must be recognised as a rest.
  static let rests: [Interval] = stride(from: 150, through: 500, by: 50).map { .milliseconds($0) }

  /// Plays the fast strokes among `strokesPerCell` smooth ones of each profile at 60, 120 and 250
  /// Hz.
  ///
  /// `progress` receives the completed part. About 1 s for the default.
  public init(strokesPerCell: Int = 40, seed: UInt64 = 1, progress: (Double) -> Void = { _ in }) {
    // P is never used: the default criteria are distance and velocity.
    let rule = DecisionRule(predicted: DecisionRule.Threshold(x: .infinity, y: .infinity))
    let minSpeed = Self.clearly * rule.speed.x / OurStrategy.millimetersPerPixel
    let suite = StrokeSuite(strokesPerCell: strokesPerCell, seed: seed)
    var numbers = SeededNumbers(seed: seed)
    var flicks: [LateLiftTrial] = []
    var rests: [LateLiftTrial] = []
    for profile in StrokeProfile.allCases where profile.isSmooth {
      for rate in Self.rates {
        for stated in suite.strokes(profile, rate: rate)
        where max(abs(stated.truth.x), abs(stated.truth.y)) >= minSpeed {
          flicks.append(LateLiftTrial(flick: stated))
          let index = rests.count
          rests.append(
            LateLiftTrial(
              stated, rest: Self.rests[index % Self.rests.count],
              hasJitter: index / Self.rests.count % 2 == 1, from: &numbers))
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
