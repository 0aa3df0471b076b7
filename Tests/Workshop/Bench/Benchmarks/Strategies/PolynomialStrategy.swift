/// Android's lsq1, lsq2 and lsq3: the slope of an unweighted least-squares polynomial at the newest
/// sample.
///
/// Source: `VelocityTracker.cpp` of the Android Open Source Project; written from the definition,
/// without its code.
struct PolynomialStrategy {
  /// The degree; at most one less than the number of samples.
  var degree: Int

  func velocity(of stroke: Stroke) -> PixelVelocity {
    let window = stroke.fittedSamples()
    guard window.count > 1, let newest = window.last else { return .zero }
    // In units of 0.1 s the window has length 1, so the normal equations are well conditioned.
    let times = window.map { ($0.time - newest.time) * 1e-5 }
    return PixelVelocity(
      x: slope(times, window.map { $0.x - newest.x }) * 10,
      y: slope(times, window.map { $0.y - newest.y }) * 10)
  }

  /// The first coefficient of the polynomial, by Gauss–Jordan elimination of its normal equations.
  private func slope(_ times: [Double], _ values: [Double]) -> Double {
    let size = min(degree, times.count - 1) + 1
    guard size > 1 else { return 0 }
    // One row after the other, with the right-hand side as the last column.
    let width = size + 1
    var rows = [Double](repeating: 0, count: size * width)
    for (time, value) in zip(times, values) {
      var power = 1.0
      for row in 0..<size {
        var product = power
        for column in 0..<size {
          rows[row * width + column] += product
          product *= time
        }
        rows[row * width + size] += power * value
        power *= time
      }
    }
    for column in 0..<size {
      var pivot = column
      for row in column..<size where abs(rows[row * width + column]) > abs(rows[pivot * width + column]) {
        pivot = row
      }
      guard abs(rows[pivot * width + column]) >= 1e-18 else { return 0 }
      for index in 0..<width { rows.swapAt(column * width + index, pivot * width + index) }
      for row in 0..<size where row != column {
        let factor = rows[row * width + column] / rows[column * width + column]
        for index in 0..<width { rows[row * width + index] -= factor * rows[column * width + index] }
      }
    }
    return rows[width + size] / rows[width + 1]
  }
}
