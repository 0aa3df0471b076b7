public import GestureCore
internal import Panels

/// The cells of a panel's glass, and how often fingers were reported in each.
///
/// A cell is about 5 mm wide, unless the panel is so large that there would be too many.
public struct CoveredCells: Equatable, Sendable {
  /// The number of cells from left to right.
  public let columns: Int
  /// The number of cells from top to bottom.
  public let rows: Int
  /// The reports in each cell, row after row from the top left.
  public private(set) var counts: [Int]
  private let size: Extent

  /// The side of a cell, in mm.
  public static let side = 5.0
  private static let maxCells = 4000.0
  /// The steps between two reports: a wrong position must not cost more.
  private static let maxSteps = 50

  /// Creates the untouched cells of a glass of this size, in mm.
  init(size: Extent) {
    self.size = size
    let side = max(Self.side, (size.width * size.height / Self.maxCells).squareRoot())
    columns = max(1, min(1000, Int((size.width / side).rounded(.up))))
    rows = max(1, min(1000, Int((size.height / side).rounded(.up))))
    counts = Array(repeating: 0, count: columns * rows)
  }

  /// The sides of a cell, in mm.
  public var cell: Extent {
    Extent(width: size.width / Double(columns), height: size.height / Double(rows))
  }

  /// Counts the cells between two reports of a contact, without that of the first report.
  mutating func cover(from start: PanelPoint, to end: PanelPoint) {
    let (step, side) = (end - start, cell)
    let parts = (step.length / min(side.width, side.height) * 2).rounded(.up)
    let count = parts < Double(Self.maxSteps) ? max(1, Int(parts)) : Self.maxSteps
    for part in 1...count { cover(start + step * (Double(part) / Double(count))) }
  }

  private mutating func cover(_ point: PanelPoint) {
    let side = cell
    let column = min(Double(columns - 1), max(0, point.x / side.width))
    let row = min(Double(rows - 1), max(0, point.y / side.height))
    counts[Int(row) * columns + Int(column)] += 1
  }
}

/// Which parts of the glass fingers have covered, and which are dead, while the fingers move.
///
/// ``PanelTraces`` counts the same cells, but only when a contact ends.
public struct GlassCoverage: Sendable {
  /// The cells that fingers have covered.
  public private(set) var cells: CoveredCells
  private var strips: DeadStripMetric
  /// The last positions of the contacts that are down.
  private var last: [UInt64: PanelPoint] = [:]
  private var segment: Int?

  /// Creates the coverage of an untouched panel.
  public init(_ panel: MeasuredPanel) {
    cells = CoveredCells(size: panel.geometry.size)
    strips = DeadStripMetric(panel: panel)
  }

  /// The strips that fingers crossed without a report: the widest is `dead_strip`.
  ///
  /// Cost: O(n log n) for n reports so far.
  public var deadStrips: [DeadStrip] { strips.strips }

  /// Adds the next frame; cost: the contacts of the frame, and the reports of those that end.
  public mutating func add(_ frame: MeasuredFrame) {
    // Each segment numbers its contacts from 1.
    if segment != frame.segment { last = [:] }
    segment = frame.segment
    strips.add(frame)
    for contact in frame.contacts {
      switch contact.report {
      case .landed, .moved, .still:
        cells.cover(from: last[contact.number] ?? contact.location, to: contact.location)
        last[contact.number] = contact.location
      case .lifted, .lost: last[contact.number] = nil
      }
    }
  }
}
