internal import GestureCore

/// The places at which content can rest, the iOS detents, and which of them is meant: usable with
/// no service at all.
///
/// Offsets in any unit. Places are numbered in the direction in which they are stated, from the
/// first to the last, and without repetitions: `[0, -296, -592]` are 0, 1, 2. On a dial the numbers
/// go on round after round, so that a step across the seam is one step.
public struct SnapPoints: Equatable, Sendable {
  /// How many there can be.
  public static let capacity = GestureCore.SnapPoints.capacity

  /// The places as they were stated.
  public let offsets: [Double]
  /// The period of a dial; nil of content that has two ends.
  public let period: Double?
  /// How many a swipe may pass; nil for any.
  public let maxSteps: Int?

  /// Creates places, 1 to ``capacity``.
  public init(_ offsets: [Double], period: Double? = nil, maxSteps: Int? = nil) {
    precondition((1...Self.capacity).contains(offsets.count), "snap points are 1 to \(Self.capacity)")
    precondition(offsets.allSatisfy(\.isFinite), "a snap point is a finite number")
    self.offsets = offsets
    self.period = period
    self.maxSteps = maxSteps
  }

  /// The number of the place nearest to an offset; of two that are equally near that in the
  /// direction of `velocity`, and at rest the one nearer to `current`, or without that the first.
  ///
  /// Beyond the ends it is the last.
  public func nearest(to offset: Double, velocity: Double = 0, current: Int? = nil) -> Int {
    var places = places
    return places.nearest(to: offset, velocity: velocity, current: current)
  }

  /// The number of the place that was meant by content which began at the place `begin` and would
  /// land at an offset: the nearest, at most ``maxSteps`` away.
  ///
  /// A landing is the offset at begin + the swipe's `predictedEndTranslation` along the axis, or
  /// what ``Projection`` makes of any other velocity.
  public func target(landing offset: Double, velocity: Double = 0, from begin: Int) -> Int {
    var places = places
    return places.target(near: offset, velocity: velocity, from: begin)
  }

  /// The offset of a numbered place.
  public func offset(of number: Int) -> Double {
    var places = places
    return places.offset(of: number)
  }

  /// The position of a numbered place in the list, 0 for the first: its number without the rounds
  /// of a dial.
  public func index(of number: Int) -> Int {
    var places = places
    return places.index(of: number)
  }

  /// How much of the way from the place `begin` to its neighbour on that side is done at an offset:
  /// above 1 beyond it, 0 where there is no neighbour.
  public func progress(at offset: Double, from begin: Int) -> Double {
    var places = places
    return places.progress(at: offset, from: begin)
  }

  /// The same places where the calculation is at home.
  private var places: GestureCore.SnapPoints {
    var places = GestureCore.SnapPoints(period: period, maxSteps: maxSteps)
    for offset in offsets { _ = places.insert(offset) }
    return places
  }
}
