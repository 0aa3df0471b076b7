internal import GestureCore

/// Where content comes to rest by the service's numbers, compared with where the finger truly threw
/// it.
///
/// The true throw is T + τV of the finger itself: its displacement from the first frame that
/// reported it to the last, and its velocity in the last frame. The service's throw uses the end
/// fact of its recogniser. A stroke that does not pass the slop leaves the content in place.
public struct LandingReport: Encodable, Measured, Sendable {
  /// Strokes under one projection time.
  public struct Row: Encodable, Sendable {
    /// τ, in s.
    public var projection: Double
    /// The error of the landing, in percent of the true throw.
    public var throwError: Quantiles
    /// The same error in percent of τV, the rest of the throw after the lift: a flick's landing
    /// without the drag before it.
    public var glideError: Quantiles
    /// Cards and pages: how often content rests at a different one than the finger threw it to.
    public var snaps: [SnapTally.Summary]

    /// The row of one content.
    func snap(_ content: SnapTally.Content) -> SnapTally.Summary? {
      snaps.first { $0.content == content }
    }

    private enum CodingKeys: String, CodingKey {
      case projection = "projection_s"
      case throwError = "throw_error"
      case glideError = "glide_error"
      case snaps
    }
  }

  /// The strokes of one profile, with the default projection time.
  public struct ProfileRow: Encodable, Sendable {
    /// The profile.
    public var profile: StrokeProfile
    /// The landings of these strokes.
    public var landing: Row
  }

  /// The strokes of one rate, with the default projection time.
  public struct RateRow: Encodable, Sendable {
    /// Frames per second.
    public var rate: Double
    /// The landings of these strokes.
    public var landing: Row
  }

  /// The number of strokes.
  public var strokes: Int
  /// The seed of the strokes.
  public var seed: UInt64
  /// By projection time: SwiftUI's, which is the default, then UIScrollView's.
  public var rows: [Row]
  /// The same rows without jump, stop and reversal.
  public var smooth: [Row]
  /// By profile.
  public var profiles: [ProfileRow]
  /// By rate.
  public var rates: [RateRow]

  /// τ of `predictedEndTranslation`, and τ of a deceleration rate of 0.998.
  static let projections = [0.25, DecisionRule.projection(decelerationRate: 0.998)]

  private struct Cell: Hashable {
    var projection: Double
    var profile: StrokeProfile
    var rate: Double
  }

  /// Plays every stroke of the suite, with one recogniser per rate.
  ///
  /// `progress` receives the completed part. About 1 s for 21,000 strokes.
  public init(_ suite: StrokeSuite, progress: (Double) -> Void = { _ in }) {
    var cells: [Cell: LandingTally] = [:]
    var done = 0
    for rate in StrokeSuite.rates {
      var player = StrokePlayer(
        settings: RecognitionSettings(positionNoise: OurStrategy.model.positionNoise),
        millimetersPerPixel: OurStrategy.millimetersPerPixel)
      for profile in StrokeProfile.allCases {
        for stated in suite.strokes(profile, rate: rate) {
          let landing = Landing(stated, end: player.play(stated.stroke))
          for projection in Self.projections {
            cells[
              Cell(projection: projection, profile: profile, rate: rate),
              default: LandingTally(projection: projection)
            ].add(landing)
          }
        }
        done += 1
        progress(Double(done) / Double(StrokeProfile.allCases.count * StrokeSuite.rates.count))
      }
    }
    func row(_ projection: Double, where isWanted: (Cell) -> Bool = { _ in true }) -> Row {
      var sum = LandingTally(projection: projection)
      for (cell, tally) in cells where cell.projection == projection && isWanted(cell) { sum.add(tally) }
      return sum.row
    }
    strokes = suite.count
    seed = suite.seed
    rows = Self.projections.map { row($0) }
    smooth = Self.projections.map { row($0) { $0.profile.isSmooth } }
    profiles = StrokeProfile.allCases.map { profile in
      ProfileRow(profile: profile, landing: row(Self.projections[0]) { $0.profile == profile })
    }
    rates = StrokeSuite.rates.map { rate in
      RateRow(rate: rate, landing: row(Self.projections[0]) { $0.rate == rate })
    }
  }

  /// The worse value of both projections; for cards, the value of the default projection.
  public var figures: Figures {
    var figures: Figures = ["landing.strokes": Double(strokes)]
    func worst(_ value: (Row) -> Double?) -> Double? { rows.compactMap(value).max() }
    figures["landing.throw_p50"] = worst(\.throwError.p50)
    figures["landing.glide_p50"] = worst(\.glideError.p50)
    figures["landing.other_page"] = worst { $0.snap(.pages)?.other.percent }
    figures["landing.other_card"] = rows.first?.snap(.cards)?.other.percent
    figures["landing.other_card_smooth"] = smooth.first?.snap(.cards)?.other.percent
    return figures
  }
}
