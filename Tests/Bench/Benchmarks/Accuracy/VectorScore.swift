/// How a strategy did on the vectors of one file.
public struct VectorScore: Encodable, Sendable {
  /// Its distance from what the sources state under one name.
  public struct Row: Encodable, Sendable {
    /// The name: a strategy, `noncausal`, `robust` or `sign`.
    public var against: String
    /// Over the stated axes, in percent of the stated speed or of 100 px/s; of `sign` there are
    /// none.
    public var error: Quantiles
    /// Answers that do not point the stated way, where that is faster than 300 px/s or only a sign
    /// is stated.
    public var wrong: Int
  }

  /// The strategy.
  public var strategy: Strategy
  /// The vectors that it does not read.
  public var skipped: Int
  /// Recorded flicks within the band of lsq2 and impulse.
  public var inside: Int
  /// Recorded flicks outside it, those of the wrong sign too.
  public var outside: Int
  /// Recorded flicks of the wrong sign.
  public var backwards: Int
  /// Answers that are NaN or infinite, to vectors and to all their beginnings.
  public var nonFinite: Int
  /// By what it is held against, in the order of the names.
  public var rows: [Row]

  private enum CodingKeys: String, CodingKey {
    case strategy, skipped, inside, outside, backwards, rows
    case nonFinite = "non_finite"
  }

  /// The speed above which a direction counts as stated, in px/s; below, noise decides it.
  static let directedSpeed = 300.0

  /// Has the strategy answer every vector.
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
      switch FlickBand(vector)?.verdict(on: answer) {
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

  /// Counts over the vector as it is and over all its beginnings, each with the finger down and
  /// just lifted.
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
