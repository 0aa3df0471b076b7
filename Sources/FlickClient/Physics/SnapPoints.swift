internal import GestureCore

/// The offsets at which content can rest (iOS: detents), and which one a swipe selects.
///
/// Works without the service. Offsets are in any unit.
///
/// Snap points are numbered in the order of the list, without repetitions: `[0, -296, -592]` are 0,
/// 1, 2. On a dial the numbers continue with every round, so a step across the seam is one step.
public struct SnapPoints: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// The largest number of snap points.
  public static let capacity = GestureCore.SnapPoints.capacity

  /// The offsets in the order of the list.
  public let offsets: [Double]
  /// The period of a dial; nil for content with two ends.
  public let period: Double?
  /// How many snap points one swipe may pass; nil for no limit.
  public let maxSteps: Int?
  /// The same snap points as the core's type, whose questions are mutating: each one asks a copy.
  private let points: GestureCore.SnapPoints

  /// Creates at most ``capacity`` snap points.
  ///
  /// In an empty list, every question has one answer: the current snap point, at offset 0.
  public init(_ offsets: [Double], period: Double? = nil, maxSteps: Int? = nil) {
    precondition(
      offsets.count <= Self.capacity,
      "there are \(offsets.count) snap points: use at most \(Self.capacity)")
    precondition(offsets.allSatisfy(\.isFinite), "a snap point must be a finite number")
    self.offsets = offsets
    self.period = period
    self.maxSteps = maxSteps
    var points = GestureCore.SnapPoints(period: period, maxSteps: maxSteps)
    for offset in offsets { _ = points.insert(offset) }
    self.points = points
  }

  /// Returns the number of the snap point nearest to an offset.
  ///
  /// If two snap points are equally near, the one in the direction of `velocity` wins. At rest, the
  /// one nearer to `current` wins, or the first if `current` is nil. Beyond the ends, the result is
  /// the last snap point on that side.
  public func nearest(to offset: Double, velocity: Double = 0, current: Int? = nil) -> Int {
    guard !offsets.isEmpty else { return current ?? 0 }
    var points = points
    return points.nearest(to: offset, velocity: velocity, current: current)
  }

  /// Returns the number of the snap point that a swipe selects: the nearest to the landing.
  ///
  /// The result is at most ``maxSteps`` away from `begin`, the number of the snap point where the
  /// content began. A landing is the offset at begin plus the swipe's `predictedEndTranslation`
  /// along the axis, or plus the displacement that ``Projection`` computes from another velocity.
  public func target(landing offset: Double, velocity: Double = 0, from begin: Int) -> Int {
    guard !offsets.isEmpty else { return begin }
    var points = points
    return points.target(near: offset, velocity: velocity, from: begin)
  }

  /// Returns the offset of a numbered snap point.
  public func offset(of number: Int) -> Double {
    guard !offsets.isEmpty else { return 0 }
    var points = points
    return points.offset(of: number)
  }

  /// Returns the index of a numbered snap point in the list, from 0.
  ///
  /// The index is the number without the rounds of a dial.
  public func index(of number: Int) -> Int {
    guard !offsets.isEmpty else { return number }
    var points = points
    return points.index(of: number)
  }

  /// Returns the progress at an offset, from snap point `begin` to its neighbour on that side.
  ///
  /// The value is above 1 beyond the neighbour, and 0 without a neighbour.
  public func progress(at offset: Double, from begin: Int) -> Double {
    guard !offsets.isEmpty else { return 0 }
    var points = points
    return points.progress(at: offset, from: begin)
  }

  /// Creates the snap points of a literal: `let cards: SnapPoints = [0, -296, -592]`.
  public init(arrayLiteral offsets: Double...) { self.init(offsets) }

  /// Returns whether two lists have the same offsets, period and limit of steps.
  public static func == (left: SnapPoints, right: SnapPoints) -> Bool {
    left.offsets == right.offsets && left.period == right.period && left.maxSteps == right.maxSteps
  }
}
