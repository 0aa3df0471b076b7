/// The synthetic suite: strokes of every profile at every rate, from one seed.
///
/// 500 strokes of each are 21,000. The thresholds are for these.
public struct StrokeSuite: Sendable {
  /// The frames per second of its panels.
  public static let rates: [Double] = [60, 90, 120, 250, 500, 1000]

  /// The number of strokes of each profile at each rate.
  public let strokesPerCell: Int
  /// The seed of the strokes.
  public let seed: UInt64

  /// Creates the suite without drawing strokes.
  public init(strokesPerCell: Int = 500, seed: UInt64 = 1) {
    self.strokesPerCell = strokesPerCell
    self.seed = seed
  }

  /// The number of strokes in all.
  public var count: Int { StrokeProfile.allCases.count * Self.rates.count * strokesPerCell }

  /// The strokes of one profile at one of ``rates``; always the same, whatever else is drawn.
  public func strokes(_ profile: StrokeProfile, rate: Double) -> [StatedStroke] {
    let row = StrokeProfile.allCases.firstIndex(of: profile) ?? 0
    let column = Self.rates.firstIndex(of: rate) ?? 0
    var numbers = SeededNumbers(seed: seed &+ UInt64(1000 * row + column))
    return (0..<strokesPerCell).map { _ in StatedStroke(profile, rate: rate, from: &numbers) }
  }
}
