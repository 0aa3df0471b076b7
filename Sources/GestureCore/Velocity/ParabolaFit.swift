/// The normal equations of a weighted parabola p + v·s + a·s²/2 through both coordinates at once.
///
/// Both coordinates share times and weights, so one 3 × 3 matrix serves two right-hand sides. Solved by Cholesky
/// (L·D·Lᵀ) without square roots; the matrix is positive definite as soon as two samples differ in age, because the
/// prior adds 1/A² to the last diagonal element.
struct ParabolaFit {
  /// A solution at age 0.
  struct Solution {
    /// Where the curve passes, relative to the newest sample, in mm.
    var offset: Translation
    /// Its velocity there, in mm/s.
    var velocity: Velocity
    /// The variance of each component of the velocity, in (mm/s)².
    var variance: Double
  }

  private var m00 = 0.0
  private var m01 = 0.0
  private var m02 = 0.0
  private var m12 = 0.0
  private var m22: Double
  private var x0 = 0.0
  private var x1 = 0.0
  private var x2 = 0.0
  private var y0 = 0.0
  private var y1 = 0.0
  private var y2 = 0.0

  /// Starts with the prior alone: acceleration 0 ± `accelerationScale`, in mm/s².
  init(accelerationScale: Double) {
    m22 = 1 / (accelerationScale * accelerationScale)
  }

  /// Adds a sample of this age (s, ≤ 0), offset from the newest sample (mm) and weight (1/mm²).
  mutating func add(age: Double, offset: Translation, weight: Double) {
    let w1 = weight * age
    let half = age * age / 2
    let w2 = weight * half
    m00 += weight
    m01 += w1
    m02 += w2
    m12 += w1 * half
    m22 += w2 * half
    x0 += weight * offset.x
    x1 += w1 * offset.x
    x2 += w2 * offset.x
    y0 += weight * offset.y
    y1 += w1 * offset.y
    y2 += w2 * offset.y
  }

  /// The curve of least squares, or nil while the samples do not determine one.
  func solve() -> Solution? {
    // The middle element of Σ w·(1, s, s²/2)ᵀ(1, s, s²/2) is Σ w·s² = 2·Σ w·s²/2.
    let m11 = 2 * m02
    guard m00 > 0 else { return nil }
    let l10 = m01 / m00
    let l20 = m02 / m00
    let d1 = m11 - l10 * m01
    guard d1 > 0 else { return nil }
    let c12 = m12 - l10 * m02
    let l21 = c12 / d1
    let d2 = m22 - l20 * m02 - l21 * c12
    guard d2 > 0 else { return nil }

    func curve(_ r0: Double, _ r1: Double, _ r2: Double) -> (offset: Double, slope: Double) {
      let z1 = r1 - l10 * r0
      let z2 = r2 - l20 * r0 - l21 * z1
      let acceleration = z2 / d2
      let slope = z1 / d1 - l21 * acceleration
      return (r0 / m00 - l10 * slope - l20 * acceleration, slope)
    }
    let x = curve(x0, x1, x2)
    let y = curve(y0, y1, y2)
    // The velocity's variance is the middle diagonal element of the inverse: the slope for the unit vector (0, 1, 0).
    let variance = curve(0, 1, 0).slope
    guard x.slope.isFinite, y.slope.isFinite, x.offset.isFinite, y.offset.isFinite else { return nil }
    return Solution(
      offset: Translation(x: x.offset, y: y.offset), velocity: Velocity(x: x.slope, y: y.slope),
      variance: max(variance, 0))
  }
}
