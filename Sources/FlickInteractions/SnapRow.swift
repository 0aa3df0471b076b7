public import FlickClient

/// Equal parts along an axis, between two ends or on a ring: cards, pages, or the values of a dial.
///
/// Each part has a number. On a ring the numbers continue in each round, so the number of a target
/// also sets the direction and the number of rounds.
public struct SnapRow: Equatable, Sendable {
  /// The number of parts.
  public internal(set) var count: Int
  /// The distance from the start of a part to the start of the next one.
  public internal(set) var stride: Double
  /// The number of parts in the view.
  public internal(set) var perView: Int
  /// Whether the first part follows the last one, if there are more parts than in the view.
  public let isRing: Bool
  /// Whether the first part is at the right.
  public let isRightToLeft: Bool
  /// The axis of the row.
  public let axis: SwipeZone.Axis
  /// How many parts one swipe may pass; nil for no limit.
  public let maxSteps: Int?
  /// The number of the part at which the content rests.
  private(set) var number = 0

  /// Larger indices are clamped to this value.
  private static let maxIndex = 1_000_000_000

  init(
    count: Int, stride: Double, perView: Int = 1, isRing: Bool, isRightToLeft: Bool,
    axis: SwipeZone.Axis, maxSteps: Int?, index: Int
  ) {
    self.count = count
    self.stride = stride
    self.perView = perView
    self.isRing = isRing
    self.isRightToLeft = isRightToLeft && axis == .horizontal
    self.axis = axis
    self.maxSteps = maxSteps
    check()
    number = min(max(index, 0), last)
  }

  /// The index of the part at which the content rests, or to which it moves.
  public var index: Int { isClosed ? index(of: number) : number }

  /// Whether the row is longer than its view, and has no ends.
  var isClosed: Bool { isRing && count > perView }
  /// The index of the last snap point.
  private var last: Int { isClosed ? count - 1 : max(count - perView, 0) }
  /// 1 if the offset grows with the number.
  private var sign: Double { isRightToLeft ? 1 : -1 }

  /// The offsets of the ends; nil on a ring.
  var bounds: ClosedRange<Double>? {
    guard !isClosed else { return nil }
    let end = sign * Double(last) * stride
    return min(end, 0)...max(end, 0)
  }

  /// The offset at which the content rests.
  var target: Double { sign * Double(number) * stride }

  /// Returns content at the part in front.
  func content(band: RubberBand, keepsSlop: Bool) -> SwipeContent {
    var content = SwipeContent(at: target, bounds: bounds, band: band, keepsSlop: keepsSlop)
    content.tolerance = SwipeContent.tolerance(ofSize: stride)
    return content
  }

  /// Returns the part that a swipe selects, for content that it caught at an offset.
  ///
  /// As in flickd, the swipe begins at the nearest snap point. A dial with one part in each round
  /// has any number of parts, and its numbers grow with the offset.
  func number(meant swipe: Swipe, from offset: Double) -> Int {
    let dial = SnapPoints([0], period: stride, maxSteps: maxSteps)
    let landing = offset + swipe.decisiveEndTranslation.along(axis)
    return limited(
      dial.target(
        landing: sign * landing, velocity: sign * swipe.decisiveVelocity.along(axis),
        from: number(nearestTo: offset)))
  }

  /// Returns the number of the part that is nearest to an offset.
  func number(nearestTo offset: Double) -> Int {
    limited(SnapPoints([0], period: stride).nearest(to: sign * offset))
  }

  /// Returns the index of a numbered part.
  func index(of number: Int) -> Int { isClosed ? (number % count + count) % count : number }

  /// Selects a part by its number.
  mutating func select(_ number: Int) { self.number = limited(number) }

  /// Selects a part by its index, without a swipe.
  ///
  /// On a ring, the content takes the shorter way. An index beyond the ring continues in its own
  /// direction.
  mutating func select(index: Int) {
    let index = min(max(index, -Self.maxIndex), Self.maxIndex)
    guard isClosed else { return select(index) }
    let steps = index - self.index
    let isBeyond = index < 0 || index >= count
    let isLonger = !isBeyond && abs(steps) * 2 > count
    number += isLonger ? steps - steps.signum() * count : steps
  }

  /// Moves the selected part to the first round.
  mutating func unwind() { number = index }

  /// Sets other parts, and keeps the index as far as it exists; what is nil stays.
  mutating func resize(count: Int?, stride: Double?, perView: Int? = nil) {
    let index = self.index
    self.count = count ?? self.count
    self.stride = stride ?? self.stride
    self.perView = perView ?? self.perView
    check()
    number = min(index, last)
  }

  /// Moves the selected part to the round that is nearest to an offset.
  mutating func turn(to offset: Double) {
    guard isClosed else { return }
    let rounds = Double(number(nearestTo: offset) - index) / Double(count)
    number = index + count * Int((rounds + 0.5).rounded(.down))
  }

  /// Returns where to draw a part of a row whose content is at an offset.
  func offset(of part: Int, in offset: Double) -> Double {
    guard isClosed else { return offset }
    let period = Double(count) * stride
    let fromMiddle = offset - sign * stride * (Double(part) - Double(perView - 1) / 2)
    return offset - period * (fromMiddle / period + 0.5).rounded(.down)
  }

  /// Returns the zone of the row; without snap points if the row does not fit into one.
  func zone(_ name: String, offset: Double, spring: Spring, isInZone: Bool = true) -> SwipeZone {
    let points = count == 0 ? 0 : last + 1
    guard isInZone, (1...SnapPoints.capacity).contains(points) else {
      return SwipeZone(name, axis: axis, offset: offset, spring: spring, hasPresses: true)
    }
    return SwipeZone(
      name, axis: axis, snapPoints: (0..<points).map { sign * Double($0) * stride }, offset: offset,
      maxSteps: maxSteps, wrap: isClosed ? Double(count) * stride : nil, spring: spring,
      hasPresses: true)
  }

  private func limited(_ number: Int) -> Int { isClosed ? number : min(max(number, 0), last) }

  private func check() {
    precondition(count >= 0 && stride > 0, "a row needs a count of 0 or more, and parts of a size above 0")
    precondition(perView >= 1, "a row needs 1 part or more in its view")
    precondition(maxSteps.map { (1...1000).contains($0) } ?? true, "a swipe may pass 1 to 1000 parts")
  }
}

/// Content that rests at one of equal parts: ``CardCarousel``, ``Pager`` and ``Dial``.
public protocol RowInteraction: AxisInteraction where Position == Int {
  /// The parts, and the one at which the content rests.
  var row: SnapRow { get set }
}

extension RowInteraction {
  /// The number of parts.
  public var count: Int { row.count }
  /// The distance from the start of a part to the start of the next one.
  public var stride: Double { row.stride }
  /// How many parts one swipe may pass; nil for no limit.
  public var maxSteps: Int? { row.maxSteps }
  /// Whether the first part is at the right; indices do not change.
  public var isRightToLeft: Bool { row.isRightToLeft }
  /// The index of the part at which the content rests, or to which it moves.
  public var index: Int { row.index }
  /// The axis along which the content moves.
  public var axis: SwipeZone.Axis { row.axis }
  /// The offset at which the content rests.
  public var target: Double { row.target }

  /// Returns the index of the part that a release of this swipe now would select.
  public func meant(_ swipe: Swipe) -> Int {
    row.index(of: row.number(meant: swipe, from: content.start))
  }

  /// Sets the part without moving the content.
  ///
  /// On a ring, the content takes the shorter way without a swipe. An index beyond the ring
  /// continues in its own direction, such as `index + 1`.
  public mutating func choose(_ position: Int, after swipe: Swipe?) {
    if let swipe {
      row.select(row.number(meant: swipe, from: content.start))
    } else {
      row.select(index: position)
    }
  }

  /// Returns the zone with which flickd decides as this interaction does.
  public func zone(_ name: String) -> SwipeZone {
    row.zone(name, offset: content.start, spring: spring)
  }

  /// Returns where to draw a part: its displacement from its position in a row at rest.
  ///
  /// On a ring, each part is drawn in the round that is nearest to the view.
  public func offset(of part: Int, at time: Duration) -> Double {
    row.offset(of: part, in: content.offset(at: time))
  }

  /// Moves to a part on the spring, without a finger.
  ///
  /// On a ring, the content takes the shorter way. An index beyond the ring continues in its own
  /// direction, such as `index + 1`.
  public mutating func go(to position: Int, at time: Duration) {
    // After days, a ring that moves without a finger must not reach the limit of its content.
    let isAtRest = !content.isHeld && !content.isFlying(at: time)
    if isAtRest, row.isClosed, abs(content.start) > 1e6 { put(at: index) }
    choose(position, after: nil)
    settle(velocity: nil, at: time)
  }

  /// Moves to a part immediately, without a spring; on a ring, in the first round.
  public mutating func put(at position: Int) {
    choose(position, after: nil)
    row.unwind()
    content.put(at: target)
  }

  /// Sets other parts: the content moves to the part in front, or stays in the hand.
  mutating func rearrange(count: Int?, stride: Double?, perView: Int? = nil, at time: Duration) {
    row.resize(count: count, stride: stride, perView: perView)
    content.tolerance = SwipeContent.tolerance(ofSize: row.stride)
    content.confine(to: row.bounds, spring: spring, at: time)
    row.turn(to: content.start)
    if !content.isHeld { settle(velocity: nil, at: time) }
  }
}
