/// The score of a strategy on strokes whose true velocity is known.
public struct SyntheticScore: Sendable {
  private var errors: [Double] = []
  private var wrong = 0
  private var missed = 0
  private var flips = 0
  private var stops = 0
  private var phantoms = 0
  private var nonFinite = 0
  private var count = 0

  /// The limits of a flick and of a rest in the bench, in px/s; these belong to the suite, not to
  /// the product.
  private enum Bound {
    static let fast = 600.0
    static let threshold = 500.0
    static let phantom = 300.0
  }

  /// Starts with no answers.
  public init() {}

  /// Adds an answer to a stroke.
  public mutating func add(_ answer: PixelVelocity, to stated: StatedStroke) {
    count += 1
    if stated.profile == .stop { stops += 1 }
    guard answer.isFinite else {
      nonFinite += 1
      return
    }
    let truth = stated.truth
    errors.append(answer.error(from: truth))
    if answer.dot(truth) < 0 { wrong += 1 }
    if truth.length > Bound.fast, answer.length < truth.length / 2 { missed += 1 }
    if (answer.length > Bound.threshold) != (truth.length > Bound.threshold) { flips += 1 }
    if stated.profile == .stop, answer.length > Bound.phantom { phantoms += 1 }
  }

  /// Adds everything that another score counted.
  public mutating func add(_ other: SyntheticScore) {
    errors += other.errors
    wrong += other.wrong
    missed += other.missed
    flips += other.flips
    stops += other.stops
    phantoms += other.phantoms
    nonFinite += other.nonFinite
    count += other.count
  }

  /// The result.
  public struct Summary: Codable, Equatable, Sendable {
    /// |v − truth| / max(|truth|, 100 px/s), in percent, without answers that are not finite.
    public var error: Quantiles
    /// Answers in the opposite direction, in percent of all strokes.
    public var wrong: Double
    /// Strokes above 600 px/s with an answer below half the speed, in percent of all.
    public var missed: Double
    /// Answers on the other side of 500 px/s than the truth, in percent of all.
    public var flip: Double
    /// Stopped fingers with an answer above 300 px/s, in percent of stopped fingers; nil if none
    /// stopped.
    public var phantom: Double?
    /// Answers that are NaN or infinite.
    public var nonFinite: Int

    private enum CodingKeys: String, CodingKey {
      case error, wrong, missed, flip, phantom
      case nonFinite = "non_finite"
    }
  }

  /// The result; sorts the errors.
  public var summary: Summary {
    let all = Double(max(count, 1))
    return Summary(
      error: Quantiles(errors), wrong: 100 * Double(wrong) / all, missed: 100 * Double(missed) / all,
      flip: 100 * Double(flips) / all, phantom: stops == 0 ? nil : 100 * Double(phantoms) / Double(stops),
      nonFinite: nonFinite)
  }
}
