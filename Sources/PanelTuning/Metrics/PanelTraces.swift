public import GestureCore
public import Panels

/// What pictures of a panel need in addition to the measurements: the samples, and where contacts
/// were.
///
/// The samples are those of the metrics themselves. Memory is bounded: positions are counted in
/// cells, and lists of contacts have at most ``maxPoints`` entries.
public struct PanelTraces: Sendable {
  /// One interval between two reports of a moving contact.
  public struct ReportInterval: Sendable {
    /// The interval, in ms: a sample of `report_rate`.
    public var milliseconds: Double
    /// The interval by the median interval of the same contact: a sample of `report_gap`.
    public var ratio: Double
  }

  private let panel: MeasuredPanel
  private var moving: MovingIntervals
  private var noise: NoiseMetric
  private var lifts: ThrownLifts
  private var edges: EdgeReachMetric
  private var strips: DeadStripMetric
  private var covered: CoveredCells
  /// Where contacts landed while no finger touched the panel (station `hands-off`).
  public private(set) var ghosts: [PanelPoint] = []
  /// Positions of resting fingers (station `resting`), relative to the mean of each contact.
  public private(set) var resting: [Translation] = []
  /// The lengths of the first movements of each swipe, in mm: `first_move_jump` is the first by the
  /// second.
  public private(set) var firstMovements: [[Double]] = []

  /// The most entries of a list.
  public static let maxPoints = 1500
  /// The most movements of one swipe.
  public static let maxMovements = 6
  private static let margin = Interval.milliseconds(200)

  /// Creates the traces of a panel without any frames.
  public init(_ panel: MeasuredPanel) {
    self.panel = panel
    moving = MovingIntervals(panel: panel)
    noise = NoiseMetric(panel: panel)
    lifts = ThrownLifts(panel)
    edges = EdgeReachMetric(panel: panel)
    strips = DeadStripMetric(panel: panel)
    covered = CoveredCells(size: panel.geometry.size)
  }

  /// The size of the glass, in mm.
  public var size: Extent { panel.geometry.size }
  /// The reports in each cell, row after row from the top left.
  public var cells: [Int] { covered.counts }
  /// The number of cells from left to right.
  public var columns: Int { covered.columns }
  /// The number of cells from top to bottom.
  public var rows: Int { covered.rows }
  /// The intervals between reports of moving contacts.
  public var intervals: [ReportInterval] {
    moving.contacts.flatMap { contact in
      let median = contact.median
      return contact.intervals.map { ReportInterval(milliseconds: $0 * 1000, ratio: $0 / median) }
    }
  }
  /// How far the position varies in each second of rest, in mm: samples of `noise` with the grid.
  public var restingSeconds: [Double] { noise.deviations.values }
  /// The silences before lifts of moving fingers, in ms: the samples of `lift_delay`.
  public var silences: [Double] { lifts.samples.values }
  /// The strips that fingers crossed without a report: the widest is `dead_strip`.
  public var deadStrips: [DeadStrip] { strips.strips }
  /// The strips along the left, top, right and bottom edge without a report, in mm: the widest is
  /// `edge_reach`.
  public var edgeStrips: [Double] { edges.strips }

  /// Adds every frame of a segment.
  public mutating func add(_ events: [InputEvent], segment: Int = 0, station: Station? = nil) {
    var reader = FrameReader(panel, segment: segment, station: station)
    for event in events {
      for frame in reader.consume(event) { add(frame) }
    }
    guard let end = events.last?.instant else { return }
    for frame in reader.finish(at: end) { add(frame) }
  }

  private mutating func add(_ frame: MeasuredFrame) {
    moving.add(frame)
    noise.add(frame)
    edges.add(frame)
    strips.add(frame)
    lifts.add(frame) { path in
      (
        (path.ended - path.lastReported).seconds * 1000,
        Evidence(segment: frame.segment, start: path.lastReported, end: path.ended)
      )
    }
    for path in frame.ended {
      cover(path)
      if frame.station == .handsOff, ghosts.count < Self.maxPoints, let first = path.reports.first {
        ghosts.append(first.location)
      }
      if frame.station == .resting { rest(path) }
      if path.isSwipe, firstMovements.count < Self.maxPoints,
        let movements = FirstMoveMetric.movements(of: path, upTo: Self.maxMovements)
      {
        firstMovements.append(movements)
      }
    }
  }

  /// Counts the cells along the path, also those that the finger crossed between two reports.
  private mutating func cover(_ path: ContactPath) {
    var last = path.reports.first?.location
    for report in path.reports {
      covered.cover(from: last ?? report.location, to: report.location)
      last = report.location
    }
  }

  private mutating func rest(_ path: ContactPath) {
    let points = path.reports(without: Self.margin).map(\.location)
    guard path.isAlone, let centre = points.centre else { return }
    resting += points.prefix(max(0, Self.maxPoints - resting.count)).map { $0 - centre }
  }
}
