internal import GestureCore

/// The straight line with the least squared distances from some positions.
///
/// The distances are perpendicular to the line, so its direction does not matter.
struct LineFit {
  /// The centre of the positions.
  let centre: PanelPoint
  /// The direction of the line, of length 1.
  let direction: Translation

  /// Fits a line to positions; nil if they are all equal.
  init?(_ positions: some Collection<PanelPoint>) {
    guard !positions.isEmpty else { return nil }
    let count = Double(positions.count)
    let x = positions.reduce(0) { $0 + $1.x } / count
    let y = positions.reduce(0) { $0 + $1.y } / count
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for position in positions {
      xx += (position.x - x) * (position.x - x)
      xy += (position.x - x) * (position.y - y)
      yy += (position.y - y) * (position.y - y)
    }
    guard xx + yy > 0 else { return nil }
    // The larger eigenvalue of the covariance, and its eigenvector from the row that does not
    // vanish.
    let half = (xx - yy) / 2
    let largest = (xx + yy) / 2 + (half * half + xy * xy).squareRoot()
    let vector =
      xx >= yy ? Translation(x: largest - yy, y: xy) : Translation(x: xy, y: largest - xx)
    centre = PanelPoint(x: x, y: y)
    // Positions that prefer no direction, such as the corners of a square, have no eigenvector.
    direction = vector.length > 0 ? vector * (1 / vector.length) : Translation(x: 1, y: 0)
  }

  /// The distance of a position from the line, in mm.
  func distance(of position: PanelPoint) -> Double {
    let displacement = position - centre
    return (displacement.x * direction.y - displacement.y * direction.x).magnitude
  }

  /// Where a position is along the line, in mm from the centre.
  func progress(of position: PanelPoint) -> Double {
    let displacement = position - centre
    return displacement.x * direction.x + displacement.y * direction.y
  }

  /// The angle between the line and the horizontal edge, from 0 to 90 degrees.
  var angle: Double { Self.angle(across: direction.x.magnitude, down: direction.y.magnitude) }

  /// The angle of a direction from the horizontal edge, from 0 to 90 degrees; no side is negative.
  static func angle(across: Double, down: Double) -> Double {
    guard across > 0 else { return 90 }
    return arcTangent(down / across) * 180 / .pi
  }

  /// The arc tangent, without the mathematical library: three halvings of the angle, then the
  /// series.
  private static func arcTangent(_ tangent: Double) -> Double {
    var small = tangent
    for _ in 0..<3 { small = small / (1 + (1 + small * small).squareRoot()) }
    // Below tan(90°/8) = 0.2, the first omitted term is less than 1e-12.
    let square = small * small
    var sum = 0.0
    for order in stride(from: 15, through: 1, by: -2) { sum = 1 / Double(order) - square * sum }
    return 8 * small * sum
  }
}

extension Collection where Element == PanelPoint {
  /// The longest distance between two positions, in mm, to within 2 %.
  ///
  /// It is the longest extent in eight directions, each 22.5° from the next.
  var diameter: Double {
    let directions = [
      (1.0, 0.0), (0.923_879_532_5, 0.382_683_432_4), (0.707_106_781_2, 0.707_106_781_2),
      (0.382_683_432_4, 0.923_879_532_5), (0.0, 1.0), (-0.382_683_432_4, 0.923_879_532_5),
      (-0.707_106_781_2, 0.707_106_781_2), (-0.923_879_532_5, 0.382_683_432_4),
    ]
    return directions.map { x, y in
      let along = map { $0.x * x + $0.y * y }
      return (along.max() ?? 0) - (along.min() ?? 0)
    }.max() ?? 0
  }

  /// The mean position; nil for an empty collection.
  var centre: PanelPoint? {
    guard !isEmpty else { return nil }
    return PanelPoint(x: reduce(0) { $0 + $1.x } / Double(count), y: reduce(0) { $0 + $1.y } / Double(count))
  }
}
