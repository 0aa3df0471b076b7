internal import GestureCore
internal import PanelTuning
internal import Terminal

extension StrokeReport {
  /// The names of the files of ``pictures``.
  static let pictureNames = ["plane.svg", "criteria.svg"]

  /// The pictures, by the names of their files.
  var pictures: [(name: String, text: String)] {
    Array(zip(Self.pictureNames, [planePicture, criteriaPicture]).map { (name: $0, text: $1) })
  }

  // MARK: The plane

  /// One map of the plane.
  private struct PlaneMap {
    var title: String
    var color: (Double, Double, Double)
    /// The share with the full colour.
    var maximum: Double
    var share: (CriterionRates) -> Double?
  }

  private static let cell = (width: 46.0, height: 28.0)
  private static let top = 92.0

  private var planePicture: String {
    let maps = [
      PlaneMap(title: "flicks and drags missed, %", color: (30, 90, 170), maximum: 0.5) { rates in
        rates.caught.share.map { 1 - $0 }
      },
      PlaneMap(title: "taps taken for swipes, %", color: (190, 70, 20), maximum: 0.05) { $0.mistaken.share },
    ]
    let side = 86 + Double(plane.distances.count) * Self.cell.width
    let height = Self.top + Double(plane.speeds.count) * Self.cell.height + 80
    var drawing = Drawing(
      width: 20 + side * Double(maps.count) + 10, height: height,
      title: "Error rates of the rule for each D and S (\(strokes.count) strokes, people: \(people.count))")
    for (number, map) in maps.enumerated() { draw(map, left: 20 + side * Double(number) + 60, on: &drawing) }
    drawLegend(y: height - 16, on: &drawing)
    return drawing.file
  }

  private func draw(_ map: PlaneMap, left: Double, on drawing: inout Drawing) {
    let (cell, rows) = (Self.cell, plane.speeds.count)
    let bottom = Self.top + Double(rows) * cell.height
    drawing.text(map.title, x: left, y: Self.top - 16, size: 13, weight: "bold")
    for (row, rates) in plane.rates.enumerated() {
      let y = bottom - Double(row + 1) * cell.height
      drawing.text(
        ShownNumber.fixed(plane.speeds[row], decimals: 0), x: left - 8, y: y + 18, anchor: .end)
      for (column, point) in rates.enumerated() {
        let x = left + Double(column) * cell.width
        let share = map.share(point)
        let strength = ((share ?? 0) / map.maximum).squareRoot()
        drawing.rectangle(
          x: x, y: y, width: cell.width - 1, height: cell.height - 1,
          fill: share == nil ? "#eeeeee" : Drawing.shade(map.color, strength))
        drawing.text(
          share.map {
            ShownNumber.fixed(100 * $0, decimals: $0 > 0 && $0 < 0.0995 ? ($0 < 0.00995 ? 2 : 1) : 0)
          } ?? "–",
          x: x + cell.width / 2, y: y + 18, size: 11, anchor: .middle,
          color: strength > 0.6 ? "#ffffff" : "#222222")
      }
    }
    for (column, distance) in plane.distances.enumerated() {
      drawing.text(
        ShownNumber.fixed(distance, decimals: 0), x: left + (Double(column) + 0.5) * cell.width,
        y: bottom + 18,
        anchor: .middle)
    }
    let middle = left + Double(plane.distances.count) * cell.width / 2
    drawing.text("D, distance threshold, mm", x: middle, y: bottom + 38, anchor: .middle)
    drawing.text(
      "S, speed threshold, mm/s", x: left - 44, y: (Self.top + bottom) / 2, anchor: .middle, isTurned: true)
    for point in points {
      drawing.frame(
        x: left + Double(Self.nearest(to: point.distance, in: plane.distances)) * cell.width + point.inset,
        y: bottom - Double(Self.nearest(to: point.speed, in: plane.speeds) + 1) * cell.height + point.inset,
        width: cell.width - 1 - 2 * point.inset, height: cell.height - 1 - 2 * point.inset, color: point.color
      )
    }
  }

  /// Thresholds that a frame around the nearest cell marks.
  private struct MarkedPoint {
    var name: String
    var distance: Double
    var speed: Double
    var color: String
    /// The distance of the frame from the edge of the cell: both frames may be in one cell.
    var inset: Double
  }

  /// The present point, and the proposed one if it differs.
  private var points: [MarkedPoint] {
    guard let distance = present.distance, let speed = present.speed else { return [] }
    let now = MarkedPoint(name: "present", distance: distance, speed: speed, color: "#000000", inset: 0)
    let next = MarkedPoint(
      name: "proposed", distance: proposal.thresholds.distance ?? distance,
      speed: proposal.thresholds.speed ?? speed, color: "#0a7a2f", inset: 4)
    return (next.distance, next.speed) == (distance, speed) ? [now] : [now, next]
  }

  private func drawLegend(y: Double, on drawing: inout Drawing) {
    for (number, point) in points.enumerated() {
      let x = 80 + 400 * Double(number)
      drawing.frame(x: x, y: y - 11, width: 22, height: 14, color: point.color)
      let (distance, speed) = (
        ProposedKey.distance.number(point.distance), ProposedKey.velocity.number(point.speed)
      )
      drawing.text("nearest to the \(point.name) D \(distance) mm, S \(speed) mm/s", x: x + 30, y: y)
    }
  }

  /// The position of the value on an axis that differs by the smallest factor.
  private static func nearest(to value: Double, in values: [Double]) -> Int {
    let factors = values.map { max($0, value) / max(1e-9, min($0, value)) }
    return factors.indices.min { factors[$0] < factors[$1] } ?? 0
  }

  // MARK: The criteria

  private var criteriaPicture: String {
    let rowHeight = 62.0
    let (left, length, top) = (110.0, 420.0, 70.0)
    let bottom = top + rowHeight * Double(criteria.count)
    var drawing = Drawing(
      width: left + length + 180, height: bottom + 56, title: "What each criterion and the rule commit")
    drawing.text("with the present thresholds; bars: share, lines: 95 % interval", x: 20, y: 48)
    for tick in stride(from: 0.0, through: 100, by: 20) {
      let x = left + length * tick / 100
      drawing.line(from: (x, top), to: (x, bottom), color: "#dddddd")
      drawing.text(ShownNumber.fixed(tick, decimals: 0), x: x, y: bottom + 18, anchor: .middle)
    }
    drawing.text("share of strokes, %", x: left + length / 2, y: bottom + 40, anchor: .middle)
    for (number, rates) in criteria.enumerated() {
      let y = top + rowHeight * Double(number) + 8
      drawing.text(rates.criterion.rawValue, x: left - 10, y: y + 26, size: 13, anchor: .end)
      let bars = [("caught", rates.caught, "#1e5aaa"), ("false", rates.mistaken, "#be4614")]
      for (index, bar) in bars.enumerated() {
        Self.draw(
          bar.0, bar.1, color: bar.2, x: left, y: y + 23 * Double(index), length: length, on: &drawing)
      }
    }
    return drawing.file
  }

  private static func draw(
    _ name: String, _ share: ObservedShare, color: String, x: Double, y: Double, length: Double,
    on drawing: inout Drawing
  ) {
    let part = share.share ?? 0
    drawing.rectangle(x: x, y: y, width: max(1, length * part), height: 18, fill: color)
    if share.trials > 0 {
      drawing.line(from: (x + length * share.low, y + 9), to: (x + length * share.high, y + 9))
    }
    let label = share.trials == 0 ? "\(name): no strokes" : "\(name): \(percent(part)) % of \(share.trials)"
    drawing.text(label, x: x + length + 12, y: y + 14, color: color)
  }
}
