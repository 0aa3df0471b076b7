/// The noise of one stroke's positions, from the samples of the stroke itself.
///
/// A sample deviates from the straight line between its two neighbours: by its own noise, and by
/// half of the bend of the path. The next deviation has the same bend. But its noise has the
/// opposite sign, because the middle sample of each is a neighbour in the other:
///
///      a sample with noise 1   ·   ·   1   ·   ·
///      deviations                 −½   1  −½
///
/// So the mean of the negative product of neighbouring deviations is the variance of the noise
/// minus the square of the bend, on each axis: where the path bends, the noise looks smaller, and
/// the window is shorter. Few samples measure badly. Therefore the expected noise counts as
/// ``VelocityModel/noiseEvidence`` measurements more.
struct StrokeNoise {
  /// The sum of the negative products, on each axis, in mm².
  private var products = SIMD2<Double>.zero
  private var segments = 0
  /// The newer segment, in µs and mm; 0 before there is one, so that its deviation is 0.
  private var time = 0.0
  private var way = SIMD2<Double>.zero
  private var deviation = SIMD2<Double>.zero

  private var oldest: Sample

  /// Starts at the newest sample.
  init(from newest: Sample) {
    oldest = newest
  }

  /// Adds the next older sample; one division.
  @inline(__always)
  mutating func add(_ sample: Sample) {
    let older = Double((oldest.instant - sample.instant).microseconds)
    let olderWay = SIMD2(oldest.location.x - sample.location.x, oldest.location.y - sample.location.y)
    let next = olderWay - (olderWay + way) * (older / (older + time))
    products -= deviation * next
    (oldest, time, way, deviation) = (sample, older, olderWay, next)
    segments &+= 1
  }

  /// The variance of a position, in mm², where `expected` is expected.
  @inline(__always)
  func variance(expected: Double) -> Double {
    let evidence = VelocityModel.noiseEvidence
    // Three segments have two deviations, and these one product on each axis.
    let measured = Double(max(segments &- 2, 0) &* 2)
    let found = (evidence * expected + products.sum()) / (evidence + measured)
    return min(max(found, VelocityModel.leastNoise * expected), VelocityModel.greatestNoise * expected)
  }
}
