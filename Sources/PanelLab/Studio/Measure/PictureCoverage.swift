internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels

/// The map of the picture: which cells fingers have covered, and which are dead.
///
/// The engine counts cells of the glass. The cells of the picture are as many, and each shows the
/// cell of the glass at its middle, because the panel may be mounted in any orientation.
struct PictureCoverage {
  private let panel: MeasuredPanel
  private let columns: Int
  private let rows: Int
  /// By cell of the picture: the column and the row on the glass.
  private let glassCells: [(column: Int, row: Int)]
  private var glass: GlassCoverage
  /// The cells that the page has received as covered, and as dead.
  private var sent: Set<Int> = []
  private var sentDead: [Int] = []
  private var dead: [Int] = []
  private var isReset = true
  private var hasChanged = true

  /// Creates the map of an untouched panel; `geometry` maps its device units to the picture.
  init(_ panel: MeasuredPanel, geometry: PanelGeometry) {
    self.panel = panel
    glass = GlassCoverage(panel)
    let cells = glass.cells
    let axesAreSwapped = geometry.extent != geometry.size
    let (columns, rows) = axesAreSwapped ? (cells.rows, cells.columns) : (cells.columns, cells.rows)
    let inverse = GlassPosition(geometry)
    glassCells = (0..<columns * rows).map { index in
      let (x, y) = inverse.fractions(
        (Double(index % columns) + 0.5) / Double(columns), (Double(index / columns) + 0.5) / Double(rows))
      return (Self.number(x, of: cells.columns), Self.number(y, of: cells.rows))
    }
    (self.columns, self.rows) = (columns, rows)
  }

  private static func number(_ fraction: Double, of count: Int) -> Int {
    Int(min(Double(count - 1), max(0, fraction * Double(count))))
  }

  /// Adds a frame of the panel.
  mutating func add(_ frame: MeasuredFrame) {
    glass.add(frame)
    hasChanged = true
  }

  /// Forgets what fingers have covered.
  mutating func clear() {
    glass = GlassCoverage(panel)
    dead = []
    resend()
  }

  /// Sends everything again, to a page that has received nothing.
  mutating func resend() {
    (sent, sentDead, isReset, hasChanged) = ([], [], true, true)
  }

  /// Finds the dead cells; cost: O(n log n) for n reports so far.
  mutating func findDead() {
    let strips = glass.deadStrips
    let cell = glass.cells.cell
    dead = glassCells.indices.filter { index in
      strips.contains { strip in
        strip.axis == .x
          ? strip.fills(glassCells[index].column, cell.width)
          : strip.fills(glassCells[index].row, cell.height)
      }
    }
    if dead != sentDead { hasChanged = true }
  }

  /// Returns the line with what has changed since the last one; nil if nothing has.
  mutating func takeLine() -> [UInt8]? {
    guard hasChanged else { return nil }
    hasChanged = false
    let (counts, columns) = (glass.cells.counts, glass.cells.columns)
    let new = glassCells.indices.filter { index in
      counts[glassCells[index].row * columns + glassCells[index].column] > 0 && !sent.contains(index)
    }
    guard isReset || !new.isEmpty || dead != sentDead else { return nil }
    defer { isReset = false }
    sent.formUnion(new)
    sentDead = dead
    return line(new: new)
  }

  private func line(new: [Int]) -> [UInt8] {
    LineWriter.message("coverage") { line in
      line.field("columns", Int64(columns))
      line.field("rows", Int64(rows))
      line.field("reset", isReset)
      line.array("new", new) { $0.integer(Int64($1)) }
      line.array("dead", dead) { $0.integer(Int64($1)) }
    }
  }
}

extension DeadStrip {
  /// Whether a cell with this number and this side shows the strip: the strip covers half of it, or
  /// is so narrow that its middle is in the cell.
  fileprivate func fills(_ number: Int, _ side: Double) -> Bool {
    let (start, end) = (Double(number) * side, Double(number + 1) * side)
    let middle = (range.lowerBound + range.upperBound) / 2
    let overlap = min(end, range.upperBound) - max(start, range.lowerBound)
    return overlap >= side / 2 || (start..<end).contains(middle)
  }
}

/// Maps the picture to the glass.
private struct GlassPosition {
  private let origin: PanelPoint
  private let across: Translation
  private let down: Translation
  private let extent: Extent

  init(_ geometry: PanelGeometry) {
    let (x, y) = (geometry.xAxis, geometry.yAxis)
    origin = geometry.point(x: x.minimum, y: y.minimum)
    across = geometry.point(x: x.maximum, y: y.minimum) - origin
    down = geometry.point(x: x.minimum, y: y.maximum) - origin
    extent = geometry.extent
  }

  /// The fractions of the sides of the glass at these fractions of the sides of the picture.
  ///
  /// No calibration matrix maps the glass to a line, so the area is not 0.
  func fractions(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let displacement = PanelPoint(x: x * extent.width, y: y * extent.height) - origin
    let area = across.x * down.y - across.y * down.x
    return (
      (displacement.x * down.y - displacement.y * down.x) / area,
      (across.x * displacement.y - across.y * displacement.x) / area
    )
  }
}
