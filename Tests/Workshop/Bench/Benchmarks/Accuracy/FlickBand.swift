/// The range in which the answer to a recorded flick must lie: between lsq2 and impulse along the
/// main axis, widened by a fifth.
///
/// On published recordings the two agree within a median of 9 %, so the truth is a band and not one
/// number. The bounds are [0.8 × the smaller, 1.2 × the larger]. If the source states only one of
/// the two, the other is calculated.
public struct FlickBand: Equatable, Sendable {
  /// Whether x is the main axis.
  public var isAlongX: Bool
  /// The smallest accepted answer in the flick's own direction, in px/s.
  public var lower: Double
  /// The largest accepted answer, in px/s.
  public var upper: Double
  /// The sign of the flick along the axis: 1 or −1.
  public var sign: Double

  /// How an answer compares with the band.
  public enum Comparison: Equatable, Sendable {
    /// Within the bounds.
    case inside
    /// Beyond the bounds, in the right direction or without a direction.
    case outside
    /// In the opposite direction.
    case backwards
  }

  /// The band of a recorded planar flick of at least 100 px/s; nil for every other vector.
  public init?(_ vector: VelocityVector) {
    guard vector.kind == "recorded", !vector.stroke.isDifferential, !vector.isCancelled else { return nil }
    let named = [Strategy.lsq2, .impulse].map { (strategy: $0, stated: vector.expected[$0.rawValue]) }
    func greatest(_ axis: (VelocityVector.Expectation) -> VelocityVector.Statement?) -> Double {
      named.compactMap { $0.stated.flatMap(axis).map { abs($0.value) } }.max() ?? 0
    }
    let (x, y) = (greatest(\.x), greatest(\.y))
    guard max(x, y) >= PixelVelocity.errorFloor else { return nil }
    isAlongX = x >= y
    var ends: [Double] = []
    // The stated ones first: they decide the flick's direction.
    for isStated in [true, false] {
      for (strategy, stated) in named {
        let own = isAlongX ? stated?.x : stated?.y
        guard (own != nil) == isStated else { continue }
        if let own {
          ends.append(own.value)
        } else if let answer = vector.answer(of: strategy) {
          ends.append(isAlongX ? answer.x : answer.y)
        }
      }
    }
    guard let first = ends.first else { return nil }
    let direction: Double = first < 0 ? -1 : 1
    let along = ends.map { $0 * direction }
    sign = direction
    lower = 0.8 * (along.min() ?? 0)
    upper = 1.2 * (along.max() ?? 0)
  }

  /// Compares this answer with the band.
  public func comparison(with answer: PixelVelocity) -> Comparison {
    let along = sign * (isAlongX ? answer.x : answer.y)
    if along < 0 { return .backwards }
    return along >= lower && along <= upper ? .inside : .outside
  }
}
