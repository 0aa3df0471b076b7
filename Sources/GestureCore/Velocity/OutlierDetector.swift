/// Finds the one sample that contradicts its neighbours.
///
/// A position with an error `e` changes the accelerations of three samples: e before the sample,
/// −2e at it, e after it. So where the greatest acceleration exceeds
/// ``VelocityModel/greatestAcceleration``, the path must also go out and come back. An outlier at
/// the edge of the samples has only one neighbour. There, the outermost step must be far faster
/// than the step beside it.
///
///      positions     ·   ·   ·   *   ·   ·          ·   ·   ·   ·   ·   *
///      acceleration      0   1   2   1                  0   0   0   1
///
/// A fast throw with timestamp jitter has such accelerations too, but continues in its direction.
enum OutlierDetector {
  /// Returns the age of the outlier among the samples of the ages `first`…`last`, or nil.
  ///
  /// At least four samples are needed. Cost: a dozen multiplications per sample; the rest only if a
  /// sample exceeds the limit.
  static func find<let capacity: Int>(
    in ring: inout SampleRing<capacity>, from first: Int, through last: Int
  ) -> Int? {
    guard last - first >= 3 else { return nil }
    var found: Int?
    var greatest = VelocityModel.greatestAcceleration
    var after = Segment(from: ring.sample(age: first + 1), to: ring.sample(age: first))
    for age in (first + 1)..<last {
      let before = Segment(from: ring.sample(age: age + 1), to: ring.sample(age: age))
      if before.isBent(into: after, beyond: greatest) {
        greatest = before.acceleration(into: after)
        found = age
      }
      after = before
    }
    guard let found else { return nil }
    let before = Segment(from: ring.sample(age: found + 1), to: ring.sample(age: found))
    let next = Segment(from: ring.sample(age: found), to: ring.sample(age: found - 1))
    if found == first + 1 {
      let earlier = Segment(from: ring.sample(age: found + 2), to: ring.sample(age: found + 1))
      if earlier.acceleration(into: before) < greatest / 4 { return next.isFarOff(before) ? first : nil }
    }
    if found == last - 1 {
      let later = Segment(from: ring.sample(age: found - 1), to: ring.sample(age: found - 2))
      if next.acceleration(into: later) < greatest / 4 { return before.isFarOff(next) ? last : nil }
    }
    return before.comesBack(by: next) ? found : nil
  }
}

/// The displacement from one sample to the next.
struct Segment {
  private let time: Double
  private let displacement: SIMD2<Double>

  /// The segment before the first sample, which makes no acceleration.
  static var none: Segment { Segment(time: .infinity, displacement: .zero) }

  /// Creates a displacement of `displacement` mm in `time` s; the time counts as at least
  /// ``VelocityModel/shortestInterval``.
  @inline(__always)
  init(time: Double, displacement: SIMD2<Double>) {
    self.time = time > VelocityModel.shortestInterval ? time : VelocityModel.shortestInterval
    self.displacement = displacement
  }

  @inline(__always)
  init(from start: Sample, to end: Sample) {
    let displacement = end.location - start.location
    self.init(
      time: (end.instant - start.instant).seconds, displacement: SIMD2(displacement.x, displacement.y))
  }

  /// Whether the acceleration into `next` is greater than `limit`, in mm/s²; avoids a division.
  @inline(__always)
  func isBent(into next: Segment, beyond limit: Double) -> Bool {
    let change = next.displacement * time - displacement * next.time
    let reach = limit / 2 * time * next.time * (time + next.time)
    return (change * change).sum() > reach * reach
  }

  /// The acceleration from the middle of this segment to the middle of `next`, in mm/s².
  func acceleration(into next: Segment) -> Double {
    let change = next.displacement / next.time - displacement / time
    return 2 * (change * change).sum().squareRoot() / (time + next.time)
  }

  /// Whether `next` goes back, within 60° of the opposite direction.
  func comesBack(by next: Segment) -> Bool {
    (displacement * next.displacement).sum() < -0.5 * length * next.length
  }

  /// Whether this segment is more than four times as fast as its neighbour.
  func isFarOff(_ neighbour: Segment) -> Bool { length * neighbour.time > 4 * neighbour.length * time }

  private var length: Double { (displacement * displacement).sum().squareRoot() }
}
