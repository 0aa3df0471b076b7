/// The results of ours and of the references on the synthetic suite.
public struct SyntheticReport: Encodable, Measured, Sendable {
  /// The results of a strategy on the whole suite.
  public struct StrategyRow: Encodable, Sendable {
    /// The strategy.
    public var strategy: Strategy
    /// The strategy's score.
    public var score: SyntheticScore.Summary
  }

  /// Our results on one profile.
  public struct ProfileRow: Encodable, Sendable {
    /// The profile.
    public var profile: StrokeProfile
    /// Our score.
    public var score: SyntheticScore.Summary
  }

  /// The results of a strategy on the strokes of one rate.
  public struct RateRow: Encodable, Sendable {
    /// The strategy.
    public var strategy: Strategy
    /// Frames per second.
    public var rate: Double
    /// The score on every profile.
    public var all: SyntheticScore.Summary
    /// The score on strokes without jump, stop and reversal.
    public var smooth: SyntheticScore.Summary
  }

  /// The number of strokes.
  public var strokes: Int
  /// The seed of the strokes.
  public var seed: UInt64
  /// Ours, then the references.
  public var strategies: [StrategyRow]
  /// Ours by profile.
  public var profiles: [ProfileRow]
  /// Every strategy by rate.
  public var rates: [RateRow]

  /// Draws the suite and asks each strategy about every stroke.
  ///
  /// `progress` receives the completed part. About 2 s for 21,000 strokes.
  public init(_ suite: StrokeSuite, progress: (Double) -> Void = { _ in }) {
    var cells: [Cell: SyntheticScore] = [:]
    var done = 0
    for profile in StrokeProfile.allCases {
      for rate in StrokeSuite.rates {
        for stated in suite.strokes(profile, rate: rate) {
          for strategy in Strategy.compared {
            guard let answer = strategy.velocity(of: stated.stroke) else { continue }
            let cell = Cell(strategy: strategy, profile: profile, rate: rate)
            cells[cell, default: SyntheticScore()].add(answer, to: stated)
          }
        }
        done += 1
        progress(Double(done) / Double(StrokeProfile.allCases.count * StrokeSuite.rates.count))
      }
    }
    func summary(_ isWanted: (Cell) -> Bool) -> SyntheticScore.Summary {
      var sum = SyntheticScore()
      for (cell, score) in cells where isWanted(cell) { sum.add(score) }
      return sum.summary
    }
    strokes = suite.count
    seed = suite.seed
    strategies = Strategy.compared.map { strategy in
      StrategyRow(strategy: strategy, score: summary { $0.strategy == strategy })
    }
    profiles = StrokeProfile.allCases.map { profile in
      ProfileRow(profile: profile, score: summary { $0.strategy == .ours && $0.profile == profile })
    }
    rates = Strategy.compared.flatMap { strategy in
      StrokeSuite.rates.map { rate in
        RateRow(
          strategy: strategy, rate: rate, all: summary { $0.strategy == strategy && $0.rate == rate },
          smooth: summary { $0.strategy == strategy && $0.rate == rate && $0.profile.isSmooth })
      }
    }
  }

  private struct Cell: Hashable {
    var strategy: Strategy
    var profile: StrokeProfile
    var rate: Double
  }

  /// Our figures by name, the number of references that are as good or better, and our p90 at 1000
  /// Hz divided by that at 120 Hz.
  public var figures: Figures {
    guard let ours = strategies.first(where: { $0.strategy == .ours })?.score else { return [:] }
    var figures: Figures = [
      "synthetic.strokes": Double(strokes), "synthetic.wrong": ours.wrong, "synthetic.missed": ours.missed,
      "synthetic.flip": ours.flip, "synthetic.non_finite": Double(ours.nonFinite),
    ]
    figures["synthetic.p50"] = ours.error.p50
    figures["synthetic.p90"] = ours.error.p90
    figures["synthetic.p99"] = ours.error.p99
    figures["synthetic.phantom"] = ours.phantom
    figures["synthetic.references_ahead_p50"] = referencesAhead(
      of: strategies, by: \.score.error.p50, strategy: \.strategy)
    figures["synthetic.references_ahead_p90"] = referencesAhead(
      of: strategies, by: \.score.error.p90, strategy: \.strategy)
    func smooth(_ rate: Double) -> Double? {
      rates.first { $0.strategy == .ours && $0.rate == rate }?.smooth.error.p90
    }
    if let fast = smooth(1000), let usual = smooth(120) {
      figures["synthetic.p90_1000_over_120"] = fast / usual
    }
    return figures
  }
}
