/// The one sample that no fingertip could have made.
///
/// A place that lies `e` off the way shows in the accelerations of three samples: as e before it,
/// as −2e at it, as e after it. So where the greatest acceleration is beyond
/// ``VelocityModel/greatestAcceleration`` the way must also go out and come back; or else it stands
/// at the edge of the samples, its only neighbour knows nothing of it, and the outermost sample is
/// far from where the others went.
///
///      places        ·   ·   ·   *   ·   ·          ·   ·   ·   ·   ·   *
///      acceleration      0   1   2   1                  0   0   0   1
///
/// A fast throw whose stamps jitter has such accelerations too, but goes on in its direction.
enum OutlierDetector {
  /// Finds the wild one among the samples `first`…`last` places old, or nil; at least four are
  /// needed.
  ///
  /// Cost: a dozen multiplications a sample; the rest only where something is found.
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

/// The way from one sample to the next.
struct Segment {
  private let time: Double
  private let way: SIMD2<Double>

  /// Before the first sample: nothing bends into it.
  static var none: Segment { Segment(time: .infinity, way: .zero) }

  /// Goes `way`, in mm, in `time`, in s; it counts as at least ``VelocityModel/shortestInterval``.
  @inline(__always)
  init(time: Double, way: SIMD2<Double>) {
    self.time = time > VelocityModel.shortestInterval ? time : VelocityModel.shortestInterval
    self.way = way
  }

  @inline(__always)
  init(from start: Sample, to end: Sample) {
    let way = end.location - start.location
    self.init(time: (end.instant - start.instant).seconds, way: SIMD2(way.x, way.y))
  }

  /// Whether the acceleration into `next` is greater than `limit`, in mm/s²; without a division.
  @inline(__always)
  func isBent(into next: Segment, beyond limit: Double) -> Bool {
    let change = next.way * time - way * next.time
    let reach = limit / 2 * time * next.time * (time + next.time)
    return (change * change).sum() > reach * reach
  }

  /// The acceleration from the middle of this segment to that of `next`, in mm/s².
  func acceleration(into next: Segment) -> Double {
    let change = next.way / next.time - way / time
    return 2 * (change * change).sum().squareRoot() / (time + next.time)
  }

  /// Whether `next` leads back, within 60° of the opposite direction.
  func comesBack(by next: Segment) -> Bool {
    (way * next.way).sum() < -0.5 * length * next.length
  }

  /// Whether this segment is more than four times as fast as its neighbour.
  func isFarOff(_ neighbour: Segment) -> Bool {
    length * neighbour.time > 4 * neighbour.length * time
  }

  private var length: Double { (way * way).sum().squareRoot() }
}
