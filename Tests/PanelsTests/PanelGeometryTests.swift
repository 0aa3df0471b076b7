import GestureCore
import Panels
import TestKit
import Testing

/// A kind of axes, and the size of the panel.
private struct Glass: Sendable, CustomTestStringConvertible {
  var name: String
  var x: AxisRange
  var y: AxisRange
  var size = Extent(width: 217, height: 136)

  var testDescription: String { name }

  static let all =
    OddPanel.allCases.map { odd in
      let panel = odd.description
      return Glass(name: odd.rawValue, x: panel.horizontalAxis ?? none, y: panel.verticalAxis ?? none)
    } + [
      Glass(name: "counts backwards on x", x: range(4095, 0), y: range(0, 2730)),
      Glass(name: "counts backwards on both", x: range(100, -9600), y: range(5400, 7)),
      Glass(
        name: "portrait", x: range(0, 1199), y: range(0, 1919), size: Extent(width: 135.4, height: 216.6)),
      Glass(
        name: "square grid", x: range(0, 32767), y: range(0, 32767),
        size: Extent(width: 1209.6, height: 680.4)),
      Glass(name: "three units", x: range(1, 4), y: range(-2, 1)),
    ]

  private static let none = AxisRange(minimum: 0, maximum: 0)

  private static func range(_ minimum: Int32, _ maximum: Int32) -> AxisRange {
    AxisRange(minimum: minimum, maximum: maximum)
  }

  func geometry(
    matrix: CalibrationMatrix = .identity, mirrored: Bool = false, rotation: Orientation.Rotation = .none
  ) -> PanelGeometry {
    PanelGeometry(
      xAxis: x, yAxis: y, size: size, scale: .assumed, matrix: matrix, isMirrored: mirrored,
      rotation: rotation)
  }

  func geometry(_ laid: LaidGlass) -> PanelGeometry {
    geometry(mirrored: laid.isMirrored, rotation: Orientation.Rotation(rawValue: laid.degrees) ?? .none)
  }

  /// The device units at fractions of the sides.
  func units(_ position: (x: Double, y: Double)) -> (x: Int32, y: Int32) {
    func unit(_ axis: AxisRange, _ share: Double) -> Int32 {
      let (minimum, maximum) = (Double(axis.minimum), Double(axis.maximum))
      return Int32(clamping: Int64((minimum + share * (maximum - minimum)).rounded()))
    }
    return (unit(x, position.x), unit(y, position.y))
  }

  /// The length of one device unit, the longer of both axes, in mm.
  var unit: Double {
    func length(_ axis: AxisRange, _ side: Double) -> Double {
      side / abs(Double(axis.maximum) - Double(axis.minimum))
    }
    return max(length(x, size.width), length(y, size.height))
  }
}

@Suite struct `A panel's geometry` {
  @Test(arguments: Glass.all)
  private func `maps corners to what the user sees, in all eight orientations`(glass: Glass) {
    for laid in LaidGlass.all {
      let geometry = glass.geometry(laid)
      let axesAreSwapped = laid.degrees % 180 == 90
      let extent = axesAreSwapped ? Extent(width: glass.size.height, height: glass.size.width) : glass.size
      #expect(geometry.extent == extent)
      for (s, t) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
        let units = glass.units(laid.position(s, t))
        let point = geometry.point(x: units.x, y: units.y)
        // The bar is one device unit, although no rounding needs that much.
        let bound = min(glass.unit, 1e-9)
        #expect(abs(point.x - s * extent.width) <= bound, "\(laid) \(s),\(t)")
        #expect(abs(point.y - t * extent.height) <= bound, "\(laid) \(s),\(t)")
      }
    }
  }

  @Test(arguments: Glass.all)
  private func `keeps a movement to the right, in all eight orientations`(glass: Glass) {
    for laid in LaidGlass.all {
      let geometry = glass.geometry(laid)
      let (from, to) = (glass.units(laid.position(0.25, 0.5)), glass.units(laid.position(0.75, 0.5)))
      let displacement = geometry.point(x: to.x, y: to.y) - geometry.point(x: from.x, y: from.y)
      #expect(abs(displacement.x - geometry.extent.width / 2) <= glass.unit + 1e-9, "\(laid)")
      #expect(abs(displacement.y) <= glass.unit + 1e-9, "\(laid)")
    }
  }

  @Test(arguments: Glass.all)
  private func `is equal for libinput's matrices and for rotations`(glass: Glass) throws {
    for (text, rotation) in [
      ("1 0 0 0 1 0", .none), ("0 -1 1 1 0 0", .quarter), ("-1 0 1 0 -1 1", .half),
      ("0 1 0 -1 0 1", .threeQuarters),
    ] as [(String, Orientation.Rotation)] {
      let byMatrix = glass.geometry(matrix: try CalibrationMatrix(text: text))
      let byRotation = glass.geometry(rotation: rotation)
      #expect(byMatrix.extent == byRotation.extent)
      #expect(byMatrix.step == byRotation.step)
      for (s, t) in [(0.0, 0.0), (1, 0), (0.5, 0.3), (1, 1)] {
        let units = glass.units((s, t))
        #expect(byMatrix.point(x: units.x, y: units.y) == byRotation.point(x: units.x, y: units.y), "\(text)")
      }
    }
  }

  @Test func `applies matrix, then mirror, then rotation, like a product of 3 × 3 matrices`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    func share() -> Double { Double(random.next() >> 11) / 9_007_199_254_740_992 }
    for round in 0..<2000 {
      let (x0, y0) = (Int32(share() * 2000) - 1000, Int32(share() * 2000) - 1000)
      let (xSpan, ySpan) = (Int32(share() * 60_000) + 1, Int32(share() * 60_000) + 1)
      let glass = Glass(
        name: "random", x: AxisRange(minimum: x0, maximum: x0 + xSpan),
        y: AxisRange(minimum: y0, maximum: y0 + ySpan),
        size: Extent(width: 20 + share() * 1000, height: 20 + share() * 1000))
      // Every fourth matrix is a quarter turn or contains exact zeros.
      var numbers = (0..<6).map { _ in share() * 4 - 2 }
      if round % 4 == 0 { (numbers[0], numbers[4]) = (0, 0) }
      if round % 4 == 1 { (numbers[1], numbers[3]) = (0, 0) }
      guard let matrix = try? CalibrationMatrix(numbers) else { continue }
      let laid = LaidGlass.all[Int(random.next() % 8)]
      let rotation = try #require(Orientation.Rotation(rawValue: laid.degrees))
      let geometry = glass.geometry(matrix: matrix, mirrored: laid.isMirrored, rotation: rotation)
      let (x, y) = (x0 + Int32(share() * Double(xSpan)), y0 + Int32(share() * Double(ySpan)))
      let expected = Self.reference(
        glass, numbers, laid, u: Double(x - x0) / Double(xSpan), v: Double(y - y0) / Double(ySpan))
      let point = geometry.point(x: x, y: y)
      // A sum of terms of a few metres, in numbers with 53 bits.
      try #require(abs(point.x - expected.x) < 1e-7, "seed \(seed), round \(round)")
      try #require(abs(point.y - expected.y) < 1e-7, "seed \(seed), round \(round)")
    }
  }

  /// Normalise, calibrate, mirror, rotate and scale, each by a matrix of three rows.
  private static func reference(
    _ glass: Glass, _ numbers: [Double], _ laid: LaidGlass, u: Double, v: Double
  ) -> (x: Double, y: Double) {
    typealias Matrix = [[Double]]
    func times(_ left: Matrix, _ right: Matrix) -> Matrix {
      (0..<3).map { row in
        (0..<3).map { column in (0..<3).reduce(0) { $0 + left[row][$1] * right[$1][column] } }
      }
    }
    let calibration: Matrix = [Array(numbers[0..<3]), Array(numbers[3..<6]), [0, 0, 1]]
    let mirror: Matrix =
      laid.isMirrored ? [[-1, 0, 1], [0, 1, 0], [0, 0, 1]] : [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    let quarter: Matrix = [[0, -1, 1], [1, 0, 0], [0, 0, 1]]
    var whole = times(mirror, calibration)
    for _ in 0..<laid.degrees / 90 { whole = times(quarter, whole) }
    let crosses = abs(numbers[1] * numbers[3]) > abs(numbers[0] * numbers[4])
    let axesAreSwapped = crosses != (laid.degrees % 180 == 90)
    let (width, height) =
      axesAreSwapped ? (glass.size.height, glass.size.width) : (glass.size.width, glass.size.height)
    whole = times([[width, 0, 0], [0, height, 0], [0, 0, 1]], whole)
    return (
      whole[0][0] * u + whole[0][1] * v + whole[0][2], whole[1][0] * u + whole[1][1] * v + whole[1][2]
    )
  }

  @Test func `returns whole millimetres exactly, for all units`() {
    // 0.1 mm has no finite binary form, but a threshold of 31 mm must be exactly 31 mm.
    let glass = Glass(
      name: "", x: AxisRange(minimum: -7, maximum: 5093), y: AxisRange(minimum: 3, maximum: 2873),
      size: Extent(width: 510, height: 287))
    for laid in LaidGlass.all {
      let geometry = glass.geometry(laid)
      for millimetre in 0...287 {
        let point = geometry.point(x: Int32(millimetre * 10 - 7), y: Int32(millimetre * 10 + 3))
        #expect(point.x == point.x.rounded())
        #expect(point.y == point.y.rounded())
      }
    }
  }

  @Test func `maps positions beyond the ranges to positions beyond the panel`() {
    let glass = Glass(
      name: "", x: AxisRange(minimum: 0, maximum: 217), y: AxisRange(minimum: 0, maximum: 136))
    #expect(glass.geometry().point(x: -3, y: 140) == PanelPoint(x: -3, y: 140))
    #expect(glass.geometry(rotation: .half).point(x: -3, y: 140) == PanelPoint(x: 220, y: -4))
  }

  @Test func `accepts an empty range`() {
    let empty = AxisRange(minimum: 5, maximum: 5)
    let geometry = PanelGeometry(
      xAxis: empty, yAxis: empty, size: Extent(width: 10, height: 20), scale: .assumed)
    #expect(geometry.point(x: 5, y: 5) == PanelPoint(x: 0, y: 0))
  }

  @Test func `computes the length of one unit`() throws {
    let glass = Glass(
      name: "", x: AxisRange(minimum: 9, maximum: 2179), y: AxisRange(minimum: 0, maximum: 680))
    #expect(glass.geometry().step == Extent(width: 0.1, height: 0.2))
    #expect(glass.geometry(mirrored: true, rotation: .quarter).step == Extent(width: 0.2, height: 0.1))
    let half = glass.geometry(matrix: try CalibrationMatrix([0.5, 0, 0, 0, 1, 0]))
    #expect(half.step == Extent(width: 0.05, height: 0.2))
  }
}

@Suite struct `An orientation` {
  @Test func `is one of eight, and each maps two axes differently`() {
    #expect(Orientation.all.count == 8)
    let displacements = Orientation.all.map { orientation in
      let (right, down) = (
        orientation.turned(Translation(x: 1, y: 0)), orientation.turned(Translation(x: 0, y: 1))
      )
      return "\(right.x + 0) \(right.y + 0) \(down.x + 0) \(down.y + 0)"
    }
    #expect(Set(displacements).count == 8)
  }
}
