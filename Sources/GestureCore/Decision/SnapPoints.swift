/// The places at which a zone's content can rest: the iOS detents.
///
/// Lengths in mm along the zone's axis, towards right and down as translations are. Places are
/// numbered in the direction in which they were stated, from the first to the last, and without
/// repetitions; on a dial the numbers go on round after round, so that a step across the seam is
/// one step.
///
/// At most ``capacity``, in place; reading is `mutating` only so that they are not copied.
public struct SnapPoints: Sendable {
  /// How many there can be.
  public static let capacity = 64

  /// Two ways that differ by less are equally long, in mm: no panel tells a picometre, and the
  /// rounding of units must not decide a tie.
  private static let sameness = 1e-9

  /// Offsets that can be numbered on a dial end here, in rounds.
  private static let mostRounds = 1e9
  /// More steps are any number of them.
  private static let mostSteps = 1_000_000_000

  /// How many there are.
  public private(set) var count = 0
  /// The period of a dial in mm, nil of content that has two ends.
  public let period: Double?
  /// How many a swipe may pass, nil for any.
  public let maxSteps: Int?

  /// In rising order.
  private var offsets = InlineArray<64, Double>(repeating: 0)
  /// Whether they are numbered from the greatest to the least.
  private var isFalling = false
  private var first: Double?
  private var last = 0.0

  /// Creates an empty list; a `period` that is not above 0 is none.
  public init(period: Double? = nil, maxSteps: Int? = nil) {
    self.period = period.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.maxSteps = maxSteps.map { min(max($0, 0), Self.mostSteps) }
  }

  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }

  /// Adds a place; false if there is no room, or the offset is no number.
  ///
  /// One that is there already is not added again; on a dial it is brought into the round that
  /// begins with the first.
  public mutating func insert(_ offset: Double) -> Bool {
    guard offset.isFinite, count < Self.capacity else { return false }
    if first == nil { first = offset }
    last = offset
    place(offset)
    let falls = last < first ?? last
    if falls != isFalling {
      isFalling = falls
      if period != nil { turn() }
    }
    return true
  }

  /// Brings every place of a dial into the round that its direction asks.
  private mutating func turn() {
    let old = offsets
    let length = count
    count = 0
    for position in 0..<length { place(old[position]) }
  }

  private mutating func place(_ offset: Double) {
    let offset = inFirstRound(offset)
    var position = count
    while position > 0, offsets[position - 1] >= offset - Self.sameness { position -= 1 }
    if position < count, abs(offsets[position] - offset) <= Self.sameness { return }
    for later in stride(from: count, to: position, by: -1) { offsets[later] = offsets[later - 1] }
    offsets[position] = offset
    count += 1
  }

  /// From the first place up to a period further, or down where they fall.
  private func inFirstRound(_ offset: Double) -> Double {
    guard let period, let first else { return offset }
    let way = isFalling ? first - offset : offset - first
    var part = way - (way / period).rounded(.down) * period
    if part > period - Self.sameness { part = 0 }
    return isFalling ? first - part : first + part
  }

  // MARK: Numbers

  /// The offset of a numbered place, in mm.
  public mutating func offset(of number: Int) -> Double {
    let rising = isFalling ? count - 1 - number : number
    guard let period else { return offsets[min(max(rising, 0), count - 1)] }
    return offsets[index(of: rising)] + Double(round(of: rising)) * period
  }

  /// The place's position in the list, 0 for the first: its number without the rounds.
  public mutating func index(of number: Int) -> Int {
    guard period != nil else { return min(max(number, 0), count - 1) }
    return number - round(of: number) * count
  }

  private func round(of number: Int) -> Int {
    number >= 0 ? number / count : -((count - 1 - number) / count)
  }

  /// The place nearest to an offset; of two that are equally near that in the direction of
  /// `velocity`, and at rest the one nearer to `current`, or without that the first.
  ///
  /// Beyond the ends it is the last. Cost: linear in the count.
  public mutating func nearest(to offset: Double, velocity: Double = 0, current: Int? = nil) -> Int {
    precondition(count > 0, "there is no place to snap to")
    let lower = lastNotAbove(offset)
    let below = number(ofRising: lower)
    guard period != nil || (lower >= 0 && lower + 1 < count) else { return max(min(below, count - 1), 0) }
    let above = number(ofRising: lower + 1)
    let difference = (offset - self.offset(of: below)) - (self.offset(of: above) - offset)
    if difference < -Self.sameness { return below }
    if difference > Self.sameness { return above }
    if velocity != 0 { return velocity > 0 ? above : below }
    guard let current else { return min(below, above) }
    return abs(below - current) <= abs(above - current) ? below : above
  }

  /// The place that was meant from the one at `begin`: the nearest to `offset`, at most
  /// ``maxSteps`` away.
  public mutating func target(near offset: Double, velocity: Double, from begin: Int) -> Int {
    let wanted = nearest(to: offset, velocity: velocity, current: begin)
    guard let maxSteps else { return wanted }
    return min(max(wanted, begin - maxSteps), begin + maxSteps)
  }

  /// How much of the way from the place at `begin` to its neighbour on that side is done at
  /// `offset`; 0 where there is no neighbour.
  public mutating func progress(at offset: Double, from begin: Int) -> Double {
    let origin = self.offset(of: begin)
    let way = offset - origin
    let isForward = (way > 0) != isFalling
    let neighbour = isForward ? begin + 1 : begin - 1
    guard way != 0, period != nil || (0..<count).contains(neighbour) else { return 0 }
    return way / (self.offset(of: neighbour) - origin)
  }

  private func number(ofRising rising: Int) -> Int { isFalling ? count - 1 - rising : rising }

  /// The highest place at or below an offset, counted upwards; −1 below the lowest where there are
  /// no rounds.
  private mutating func lastNotAbove(_ offset: Double) -> Int {
    var rounds = 0.0
    var offset = offset.isNaN ? 0 : offset
    if let period {
      rounds = min(max(((offset - offsets[0]) / period).rounded(.down), -Self.mostRounds), Self.mostRounds)
      offset -= rounds * period
    }
    var position = -1
    while position + 1 < count, offsets[position + 1] <= offset { position += 1 }
    return position + Int(rounds) * count
  }
}
