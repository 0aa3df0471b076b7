/// The normal equations of a weighted parabola p + v·s + a·s²/2 through both coordinates.
///
/// Both coordinates share times and weights, so one 3 × 3 matrix serves two right-hand sides. The
/// matrix is positive definite as soon as one sample is added, because the priors add to the last
/// two elements of its diagonal.
struct ParabolaFit {
  /// A solution at age 0.
  struct Solution {
    /// The position of the curve, relative to the newest sample, in mm.
    var offset: SIMD2<Double>
    /// The velocity of the curve, in mm/s.
    var velocity: SIMD2<Double>
    /// The variance of each component of the offset, in mm².
    var offsetVariance: Double
    /// The covariance of offset and velocity, in mm²/s.
    var covariance: Double
    /// The variance of each component of the velocity, in (mm/s)².
    var velocityVariance: Double
  }

  // Σ w, Σ w·s, Σ w·s²/2, and so on; each r is the same for x and y.
  // In pairs, because x86 and ARM add two numbers at a time.
  private var m00m01 = SIMD2<Double>.zero
  private var m02m12 = SIMD2<Double>.zero
  private var m22: Double
  private var r0 = SIMD2<Double>.zero
  private var r1 = SIMD2<Double>.zero
  private var r2 = SIMD2<Double>.zero

  /// The precision of the speed prior, in 1/(mm/s)²: 0 ± 100 m/s, far beyond any finger.
  ///
  /// With this prior, a fit of one sample has a solution, and no fit bends.
  private static let speedPrior = 1e-10

  /// Starts with only the priors: that of the speed, and that of an acceleration around 0.
  ///
  /// `squaredAccelerationScale` is the variance of the acceleration, in (mm/s²)².
  init(squaredAccelerationScale: Double) {
    m22 = 1 / squaredAccelerationScale
  }

  /// Adds a sample with its age (s, ≤ 0) and its offset from the newest sample (mm).
  ///
  /// The variance of the position is `noise` (mm²) plus `bending` (mm²/s⁵) times the fifth power of
  /// the age, which is the bending of the path since that sample.
  @inline(__always)
  mutating func add(age: Double, offset: SIMD2<Double>, noise: Double, bending: Double) {
    let square = age * age
    let weight = 1 / (noise - bending * square * square * age)
    let half = square / 2
    let weights = SIMD2(weight, weight * age)
    let halves = weights * half
    m00m01 += weights
    m02m12 += halves
    m22 += halves.x * half
    r0 += offset * weight
    r1 += offset * weights.y
    r2 += offset * halves.x
  }

  /// The curve of least squares, or nil if its numbers are not finite.
  ///
  /// Uses the adjugate: one division, and no step waits for another one.
  @inline(__always)
  func solve() -> Solution? {
    // The middle element of Σ w·(1, s, s²/2)ᵀ(1, s, s²/2) is Σ w·s² = 2·Σ w·s²/2.
    let (m00, m01, m02, m12) = (m00m01.x, m00m01.y, m02m12.x, m02m12.y)
    let m11 = 2 * m02 + Self.speedPrior
    let a00 = m11 * m22 - m12 * m12
    let a01 = m02 * m12 - m01 * m22
    let a02 = m01 * m12 - m02 * m11
    let a11 = m00 * m22 - m02 * m02
    let a12 = m01 * m02 - m00 * m12
    let determinant = m00 * a00 + m01 * a01 + m02 * a02
    guard determinant > 0 else { return nil }
    let scale = 1 / determinant
    let offset = (a00 * r0 + a01 * r1 + a02 * r2) * scale
    let velocity = (a01 * r0 + a11 * r1 + a12 * r2) * scale
    guard (offset * offset + velocity * velocity).sum().isFinite else { return nil }
    return Solution(
      offset: offset, velocity: velocity, offsetVariance: max(a00 * scale, 0), covariance: a01 * scale,
      velocityVariance: max(a11 * scale, 0))
  }
}
