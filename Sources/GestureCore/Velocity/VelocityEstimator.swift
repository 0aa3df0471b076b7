internal import CMath

/// The regression: computes the velocity at the newest movement from a ring of samples.
///
/// A weighted least-squares fit of a parabola, with priors on velocity and acceleration. The
/// variance of a sample of age s is position² + (speed · timestamp)² + q·|s|⁵/20. The last term is
/// the bending of a path within s by white jerk of density q.
///
/// The newest sample is added last, by Kalman's rule, because after a lift it may be a jump. Then
/// the estimate is the weighted mean of both hypotheses. The weight is how well a hypothesis
/// explains the position. ``VelocityModel`` documents the numbers.
///
/// Cost: O(samples of the last 100 ms), no allocation. Finite for every input. The functions with
/// `@inline(__always)` are steps of one query; as calls, they would exchange their values in
/// memory, which costs a tenth of the query.
struct VelocityEstimator {
  let model: VelocityModel

  /// The fit of the older samples, and what the newest sample needs.
  private struct Reading {
    var fit: ParabolaFit
    /// The variance of the newest sample's position, in mm².
    var noise: Double
    /// The number of samples with the newest one, and the age of the oldest.
    var samples: Int
    var oldest: Int
    /// The age of the oldest sample that the speed scale uses.
    var seen: Int
    /// Whether a sample up to that age shows more acceleration than a finger can have.
    var isSuspect: Bool
  }

  /// Estimates the velocity at the newest movement in `ring`.
  func estimate<let capacity: Int>(_ ring: inout SampleRing<capacity>, hasLifted: Bool) -> VelocityEstimate {
    guard var first = newestMovement(in: &ring), first + 1 < ring.count else { return .rest }
    var reading = read(&ring, from: first, without: nil)
    if reading.isSuspect, let wild = OutlierDetector.find(in: &ring, from: first, through: reading.seen) {
      if wild == first { first += 1 }
      reading = read(&ring, from: first, without: wild)
    }
    guard reading.samples > 1, let solution = reading.fit.solve() else { return .rest }
    let newest = ring.sample(age: first)
    let oldest = ring.sample(age: reading.oldest)
    let pause = newest.instant - ring.sample(age: first + 1).instant
    let canJump = hasLifted && reading.samples > 2 && pause <= VelocityModel.jumpPause
    var (velocity, variance) = settle(solution, noise: reading.noise, canJump: canJump)
    if (velocity * oldest.location.displacement(to: newest.location)).sum() < 0 {
      velocity = believe(velocity, in: &ring, from: first)
    }
    velocity = calm(velocity, variance: variance)
    let square = (velocity * velocity).sum()
    guard square.isFinite, variance.isFinite, square > 0 else { return .rest }
    return VelocityEstimate(
      velocity: Velocity(x: velocity.x, y: velocity.y), samples: reading.samples,
      window: newest.instant - oldest.instant, confidence: square / (square + max(variance, 0)))
  }

  /// Fits the samples of the last 100 ms before the sample of age `first`.
  private func read<let capacity: Int>(
    _ ring: inout SampleRing<capacity>, from first: Int, without wild: Int?
  ) -> Reading {
    let count = ring.count
    let skipped = wild ?? -1
    let newest = ring.sample(age: first)
    var chunks = FastestChunk(from: newest)
    var seen = first
    var span = Interval.zero
    var before = newest
    var segment = Segment.none
    var isSuspect = false
    while seen &+ 1 < count, span <= VelocityModel.chunkReach {
      seen &+= 1
      let sample = ring.sample(age: seen)
      span = newest.instant - sample.instant
      let next = Segment(from: sample, to: before)
      if next.isBent(into: segment, beyond: VelocityModel.greatestAcceleration), span <= VelocityModel.window
      {
        isSuspect = true
      }
      segment = next
      before = sample
      if seen != skipped { chunks.add(sample, isOldest: seen &+ 1 == count) }
    }
    let noise =
      model.positionNoise * model.positionNoise
      + chunks.squaredSpeed * (model.timestampNoise * model.timestampNoise)
    let rate = Double(seen &- first) / span.seconds
    // The squared bending of a path in one second, over its squared speed, in 1/s³.
    let bendScale = VelocityModel.bendPerSpeed * max(1, rate * VelocityModel.sharedBend)
    var fit = ParabolaFit(
      squaredAccelerationScale: VelocityModel.accelerationPerSpeed * VelocityModel.accelerationPerSpeed
        * chunks.squaredSpeed)
    var oldest = first
    var age = first &+ 1
    let bending = bendScale * chunks.squaredSpeed
    // Only the last of the samples seen so far can be older than the window.
    let last = span <= VelocityModel.window ? seen : seen &- 1
    while age <= last {
      if age != skipped {
        let sample = ring.sample(age: age)
        fit.add(
          age: (sample.instant - newest.instant).seconds,
          offset: newest.location.displacement(to: sample.location),
          noise: noise, bending: bending)
        oldest = age
      }
      age &+= 1
    }
    // For the samples that follow, the scale includes every chunk so far: one outlier there removes
    // the weight of itself and of all older samples.
    while age < count {
      let sample = ring.sample(age: age)
      let behind = newest.instant - sample.instant
      guard behind <= VelocityModel.window else { break }
      if age != skipped {
        chunks.add(sample, isOldest: age &+ 1 == count)
        fit.add(
          age: -behind.seconds, offset: newest.location.displacement(to: sample.location), noise: noise,
          bending: bendScale * chunks.squaredSpeed)
        oldest = age
      }
      age &+= 1
    }
    let isOneLeftOut = skipped > first && skipped < oldest
    return Reading(
      fit: fit, noise: noise, samples: oldest &- first &+ (isOneLeftOut ? 0 : 1), oldest: oldest, seen: seen,
      isSuspect: isSuspect)
  }

  /// Combines the fit of the other samples with the newest one, which has offset 0.
  ///
  /// Returns the velocity and its variance.
  @inline(__always)
  private func settle(
    _ solution: ParabolaFit.Solution, noise: Double, canJump: Bool
  ) -> (velocity: SIMD2<Double>, variance: Double) {
    let spread = solution.offsetVariance + noise
    let precision = 1 / spread
    var gain = solution.covariance * precision
    var variance = solution.velocityVariance - gain * solution.covariance
    if canJump {
      let square = (solution.offset * solution.offset).sum()
      let jumpPrecision = 1 / (spread + VelocityModel.jumpReach * VelocityModel.jumpReach)
      let jumpGain = solution.covariance * jumpPrecision
      // The odds of a jump: each hypothesis has the density of a normal distribution in two
      // dimensions.
      let odds =
        VelocityModel.jumpOdds * jumpPrecision * spread * cmath_exp(square / 2 * (precision - jumpPrecision))
      let share = 1 / (1 + odds)
      let between = gain - jumpGain
      gain = share * gain + (1 - share) * jumpGain
      variance =
        solution.velocityVariance - gain * solution.covariance
        + share * (1 - share) * between * between * square / 2
    }
    return (solution.velocity - gain * solution.offset, variance)
  }

  /// Limits a velocity against the displacement of the whole window.
  ///
  /// The limit is what the finger has gone back in the last 20 ms.
  private func believe<let capacity: Int>(
    _ velocity: SIMD2<Double>, in ring: inout SampleRing<capacity>, from first: Int
  ) -> SIMD2<Double> {
    let newest = ring.sample(age: first)
    var age = first + 1
    while age + 1 < ring.count, newest.instant - ring.sample(age: age).instant < VelocityModel.turn {
      age += 1
    }
    let start = ring.sample(age: age)
    let back = (velocity * start.location.displacement(to: newest.location)).sum()
    let limit = VelocityModel.turnFactor * back / (newest.instant - start.instant).seconds
    let square = (velocity * velocity).sum()
    return limit < square ? velocity * (max(limit, 0) / square) : velocity
  }

  /// Reduces a velocity to zero that is as slow as noise and not a certain movement.
  ///
  /// A steady slow movement is certain.
  @inline(__always)
  private func calm(_ velocity: SIMD2<Double>, variance: Double) -> SIMD2<Double> {
    let restSpeed = model.positionNoise * VelocityModel.restRate
    let restVariance = min(variance, restSpeed * restSpeed)
    let square = (velocity * velocity).sum()
    // Beyond eight deviations, the odds are 0.
    guard square < 64 * restVariance else { return velocity }
    return velocity / (1 + VelocityModel.restOdds * cmath_exp(square / (-2 * restVariance)))
  }

  /// The age of the newest sample before the repetitions of its position.
  ///
  /// Nil if these repetitions are old enough to mean rest.
  @inline(__always)
  private func newestMovement<let capacity: Int>(in ring: inout SampleRing<capacity>) -> Int? {
    guard ring.count > 1 else { return 0 }
    let newest = ring.sample(age: 0)
    var age = 0
    while age + 1 < ring.count, ring.sample(age: age + 1).location == newest.location { age += 1 }
    return newest.instant - ring.sample(age: age).instant <= VelocityModel.repetitionReach ? age : nil
  }
}

extension PanelPoint {
  /// The displacement from this point, as a vector of x and y.
  @inline(__always)
  fileprivate func displacement(to location: PanelPoint) -> SIMD2<Double> {
    SIMD2(location.x - x, location.y - y)
  }
}

/// A velocity with its evidence and its confidence.
public struct VelocityEstimate: Equatable, Sendable {
  /// The velocity of the contact at its newest movement.
  public var velocity: Velocity
  /// The number of samples in the fit.
  public var samples: Int
  /// The time that those samples span.
  public var window: Interval
  /// The confidence in the speed, 0…1: v² / (v² + σ²).
  ///
  /// σ is the standard error of the speed in the noise model. 0.5 means that the speed equals its
  /// error; 0 means no evidence of movement.
  public var confidence: Double

  /// Creates an estimate from its four values.
  public init(velocity: Velocity, samples: Int, window: Interval, confidence: Double) {
    self.velocity = velocity
    self.samples = samples
    self.window = window
    self.confidence = confidence
  }

  /// The estimate for a contact at rest, or without usable samples.
  public static var rest: VelocityEstimate {
    VelocityEstimate(velocity: .zero, samples: 0, window: .zero, confidence: 0)
  }
}

/// The samples of one contact, and its velocity by regression.
///
/// Size: 128 samples of 24 bytes, 100 ms at 1000 Hz. No allocation.
public struct VelocityTracker: ~Copyable {
  private var ring = SampleRing<128>()

  /// Creates a tracker without samples.
  public init() {}

  /// Adds the position of the contact at `instant`.
  ///
  /// If two samples have the same timestamp, the newer one counts; a timestamp that goes back
  /// restarts the tracker. O(1).
  public mutating func append(_ location: PanelPoint, at instant: Instant) {
    ring.append(Sample(instant: instant, location: location))
  }

  /// Moves every sample, so that the path continues at another position with the same velocity.
  ///
  /// O(samples).
  public mutating func move(by translation: Translation) {
    ring.move(by: translation)
  }

  /// Removes every sample.
  public mutating func removeAll() {
    ring.removeAll()
  }

  /// Returns the velocity at the newest movement by `model`; finite for every input.
  ///
  /// `hasLifted` means that the contact has left the glass, so its last position may have jumped
  /// when the finger rolled off. O(samples of the last 100 ms).
  public mutating func estimate(by model: VelocityModel, hasLifted: Bool) -> VelocityEstimate {
    VelocityEstimator(model: model).estimate(&ring, hasLifted: hasLifted)
  }
}
