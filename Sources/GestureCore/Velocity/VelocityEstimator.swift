internal import CMath

/// The regression: from a ring of samples to the velocity at the newest movement.
///
/// Weighted least squares of a parabola with a prior on its acceleration (ridge regression); the variance of a sample
/// of age s is position² + (speed · stamp noise)² + (jerk · s³/6)². See ``VelocityModel`` for the numbers.
///
/// Cost: O(samples of the last 100 ms), no allocation. Finite for every input.
struct VelocityEstimator {
  var model: VelocityModel

  /// Estimates the velocity at the newest movement in `ring`.
  mutating func estimate<let capacity: Int>(_ ring: inout SampleRing<capacity>) -> VelocityEstimate {
    let first = firstMovement(in: &ring)
    guard first + 1 < ring.count else { return .rest }
    let newest = ring.sample(age: first)
    var last = first
    while last + 1 < ring.count,
      newest.instant - ring.sample(age: last + 1).instant <= VelocityModel.window
    {
      last += 1
    }
    let speed = fastestStretch(in: &ring, from: first, through: last)
    guard last > first, speed > 0 else { return .rest }

    var fit = ParabolaFit(accelerationScale: VelocityModel.accelerationPerSpeed * speed)
    for age in stride(from: last, to: first, by: -1) {
      add(ring.sample(age: age), to: &fit, newest: newest, speed: speed)
    }
    var used = first
    if last - first + 1 >= VelocityModel.jumpSamples,
      isJump(newest, in: fit, before: ring.sample(age: first + 1), speed: speed)
    {
      used += 1
    } else {
      add(newest, to: &fit, newest: newest, speed: speed)
    }
    guard let line = fit.solve() else { return .rest }
    let square = line.velocity.x * line.velocity.x + line.velocity.y * line.velocity.y
    return VelocityEstimate(
      velocity: line.velocity,
      samples: last - used + 1,
      window: ring.sample(age: used).instant - ring.sample(age: last).instant,
      confidence: square / (square + line.variance))
  }

  /// The age of the newest sample, less the repetitions of its place if they are too young to mean rest.
  private func firstMovement<let capacity: Int>(in ring: inout SampleRing<capacity>) -> Int {
    guard ring.count > 1 else { return 0 }
    let newest = ring.sample(age: 0)
    var age = 0
    while age + 1 < ring.count, ring.sample(age: age + 1).location == newest.location { age += 1 }
    let isYoung = newest.instant - ring.sample(age: age).instant <= VelocityModel.repetitionReach
    return isYoung ? age : 0
  }

  /// The greatest speed over any stretch of about 12 ms that ends in the last 50 ms, in mm/s.
  ///
  /// A stretch begins at the nearest sample that is at least 12 ms before its end, or at the oldest one; it never counts
  /// as shorter than 12 ms.
  private func fastestStretch<let capacity: Int>(
    in ring: inout SampleRing<capacity>, from first: Int, through last: Int
  ) -> Double {
    let newest = ring.sample(age: first).instant
    var fastest = 0.0
    var begin = first
    for age in first..<last {
      let end = ring.sample(age: age)
      guard newest - end.instant <= VelocityModel.stretchReach else { break }
      begin = max(begin, age + 1)
      while begin < last, end.instant - ring.sample(age: begin).instant < VelocityModel.stretch { begin += 1 }
      let start = ring.sample(age: begin)
      let time = max(end.instant - start.instant, VelocityModel.stretch).seconds
      fastest = max(fastest, (end.location - start.location).length / time)
    }
    return fastest
  }

  /// Adds a sample with the weight of its age.
  private func add(_ sample: Sample, to fit: inout ParabolaFit, newest: Sample, speed: Double) {
    let age = (sample.instant - newest.instant).seconds
    let bend = VelocityModel.jerkPerSpeed * speed * age * age * age / 6
    let stamp = speed * VelocityModel.stampNoise
    let variance = model.positionNoise * model.positionNoise + stamp * stamp + bend * bend
    fit.add(age: age, offset: sample.location - newest.location, weight: 1 / variance)
  }

  /// Whether the newest sample lies off the course of the others by more than a finger can turn in one frame.
  private func isJump(_ newest: Sample, in others: ParabolaFit, before: Sample, speed: Double) -> Bool {
    guard let course = others.solve() else { return false }
    let time = max(newest.instant - before.instant, VelocityModel.jumpShortestInterval).seconds
    let reach = VelocityModel.jumpFactor * speed * time + VelocityModel.jumpNoise * model.positionNoise
    return course.offset.length > reach
  }
}
