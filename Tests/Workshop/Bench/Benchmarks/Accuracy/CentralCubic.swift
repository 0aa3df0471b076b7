/// The velocity in the middle of a stroke, by a cubic through the positions on both sides.
struct CentralCubic {
  /// The velocity, in the stroke's unit per second.
  let velocity: PixelVelocity
  /// The standard error of the velocity by the residuals, both axes together.
  let standardError: Double

  var speed: Double { velocity.length }

  /// The reach to both sides, in µs.
  static let reach = 45_000.0
  /// The least reach to each side, in µs: otherwise the fit is not central.
  static let minReach = 20_000.0

  /// Fits the positions around the one at `index`; nil if there are too few on a side.
  init?(through samples: [Stroke.Sample], at index: Int) {
    let centre = samples[index].time
    var first = index
    while first > 0, centre - samples[first - 1].time <= Self.reach { first -= 1 }
    var last = index
    while last + 1 < samples.count, samples[last + 1].time - centre <= Self.reach { last += 1 }
    guard index - first >= 2, last - index >= 2, last - first >= 5,
      centre - samples[first].time >= Self.minReach, samples[last].time - centre >= Self.minReach
    else { return nil }
    // Rows of the normal equations in units of 10 ms: four columns of the matrix, and both axes.
    var rows = [[Double]](repeating: [Double](repeating: 0, count: 7), count: 4)
    for sample in samples[first...last] {
      let powers = Self.powers(of: (sample.time - centre) * 1e-4)
      for row in 0..<4 {
        for column in 0..<4 { rows[row][column] += powers[row] * powers[column] }
        rows[row][4] += powers[row] * (sample.x - samples[index].x)
        rows[row][5] += powers[row] * (sample.y - samples[index].y)
      }
    }
    // The third right-hand side gives the variance of the velocity for positions with variance 1.
    rows[1][6] = 1
    guard let found = Self.solved(rows) else { return nil }
    var square = 0.0
    for sample in samples[first...last] {
      let powers = Self.powers(of: (sample.time - centre) * 1e-4)
      let x = zip(powers, found).reduce(samples[index].x - sample.x) { $0 + $1.0 * $1.1[0] }
      let y = zip(powers, found).reduce(samples[index].y - sample.y) { $0 + $1.0 * $1.1[1] }
      square += x * x + y * y
    }
    velocity = PixelVelocity(x: found[1][0] * 100, y: found[1][1] * 100)
    // Four coefficients of each axis are spent; `square` has both axes.
    standardError = 100 * (square / Double(last - first + 1 - 4) * found[1][2]).squareRoot()
  }

  private static func powers(of time: Double) -> [Double] { [1, time, time * time, time * time * time] }

  /// The three solutions of four rows, by Gauss–Jordan elimination.
  private static func solved(_ rows: [[Double]]) -> [[Double]]? {
    var rows = rows
    for column in 0..<4 {
      guard rows[column][column] > 1e-12 else { return nil }
      rows[column] = rows[column].map { $0 / rows[column][column] }
      for row in 0..<4 where row != column {
        let factor = rows[row][column]
        rows[row] = zip(rows[row], rows[column]).map { $0 - factor * $1 }
      }
    }
    return rows.map { Array($0[4...]) }
  }
}
