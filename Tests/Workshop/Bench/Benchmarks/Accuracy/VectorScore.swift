/// The score of a strategy on the vectors of one file.
public struct VectorScore: Encodable, Sendable {
  /// The errors against the values that the sources state under one name.
  public struct Row: Encodable, Sendable {
    /// The name: a strategy, `noncausal`, `robust` or `sign`.
    public var against: String
    /// Over the stated axes, in percent of the stated speed or of 100 px/s; empty for `sign`.
    public var error: Quantiles
    /// Answers in a different direction than the stated one, if the stated speed is above 300 px/s
    /// or only a sign is stated.
    public var wrong: Int
  }

  /// The strategy.
  public var strategy: Strategy
  /// The vectors that the strategy does not read.
  public var skipped: Int
  /// Recorded flicks within the band of lsq2 and impulse.
  public var inside: Int
  /// Recorded flicks outside the band, including those with the wrong sign.
  public var outside: Int
  /// Recorded flicks with the wrong sign.
  public var backwards: Int
  /// Answers that are NaN or infinite, for vectors and for all their prefixes.
  public var nonFinite: Int
  /// By the name of the comparison, in the order of the names.
  public var rows: [Row]

  private enum CodingKeys: String, CodingKey {
    case strategy, skipped, inside, outside, backwards, rows
    case nonFinite = "non_finite"
  }

  /// The speed above which a direction counts as stated, in px/s; below, the direction is noise.
  static let directedSpeed = 300.0

  /// Asks the strategy about every vector.
  public init(_ strategy: Strategy, on vectors: [VelocityVector]) {
    self.strategy = strategy
    (skipped, inside, outside, backwards, nonFinite) = (0, 0, 0, 0, 0)
    var errors: [String: [Double]] = [:]
    var wrong: [String: Int] = [:]
    for vector in vectors {
      guard let answer = vector.answer(of: strategy) else {
        skipped += 1
        continue
      }
      nonFinite += Self.nonFiniteAnswers(of: strategy, to: vector)
      guard answer.isFinite else { continue }
      switch FlickBand(vector)?.comparison(with: answer) {
      case .inside: inside += 1
      case .outside: outside += 1
      case .backwards:
        outside += 1
        backwards += 1
      case nil: break
      }
      for (name, stated) in vector.expected where name != "finite" {
        let given = stated.statedPart(of: answer)
        let isSign = name == "sign"
        errors[name, default: []] += isSign ? [] : [given.error(from: stated.velocity)]
        let isDirected = isSign || stated.length > Self.directedSpeed
        wrong[name, default: 0] += isDirected && given.dot(stated.velocity) <= 0 ? 1 : 0
      }
    }
    rows = errors.sorted { $0.key < $1.key }.map {
      Row(against: $0.key, error: Quantiles($0.value), wrong: wrong[$0.key] ?? 0)
    }
  }

  /// Counts over the whole vector and all its prefixes, each with the finger down and just lifted.
  private static func nonFiniteAnswers(of strategy: Strategy, to vector: VelocityVector) -> Int {
    var part = vector
    var count = vector.answer(of: strategy)?.isFinite == false ? 1 : 0
    part.stroke.samples = []
    for sample in vector.stroke.samples {
      part.stroke.samples.append(sample)
      for release in [nil, sample.time] {
        part.stroke.release = release
        count += part.answer(of: strategy)?.isFinite == false ? 1 : 0
      }
    }
    return count
  }
}
