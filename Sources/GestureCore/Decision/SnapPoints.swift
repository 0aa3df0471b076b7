/// The snap points of a zone: the offsets at which its content can rest.
///
/// Lengths are in mm along the zone's axis, positive towards right and down as in translations.
/// Snap points are numbered in the direction from the first inserted to the last inserted, without
/// repetitions. On a dial, the numbers continue in the next round, so a step across the seam is one
/// step.
///
/// At most ``capacity``, stored inline; reading is `mutating` only to avoid a copy.
public struct SnapPoints: Sendable {
  /// The maximum number of snap points.
  public static let capacity = 64

  /// Two lengths count as equal if they differ by less than this, in mm: no panel can report a
  /// picometre, and unit rounding must not decide a tie.
  private static let sameness = 1e-9

  /// Offsets on a dial are clamped to this number of rounds.
  private static let maxRounds = 1e9
  /// A larger `maxSteps` is clamped to this value.
  private static let maxStepLimit = 1_000_000_000

  /// The number of snap points.
  public private(set) var count = 0
  /// The period of a dial, in mm; nil for content with two ends.
  public let period: Double?
  /// The maximum number of steps in one swipe; nil for any number.
  public let maxSteps: Int?

  /// Rising.
  private var offsets = InlineArray<64, Double>(repeating: 0)
  /// Whether the numbers start at the greatest offset.
  private var isFalling = false
  private var first: Double?
  private var last = 0.0

  /// Creates an empty list; a `period` that is not above 0 counts as nil.
  public init(period: Double? = nil, maxSteps: Int? = nil) {
    self.period = period.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.maxSteps = maxSteps.map { min(max($0, 0), Self.maxStepLimit) }
  }

  /// Whether there are no snap points.
  public var isEmpty: Bool { count == 0 }

  /// Inserts a snap point; returns false if the list is full or the offset is not finite.
  ///
  /// A repeated offset is ignored. On a dial, the offset is moved into the round that begins with
  /// the first snap point.
  public mutating func insert(_ offset: Double) -> Bool {
    guard offset.isFinite, count < Self.capacity else { return false }
    if first == nil { first = offset }
    last = offset
    insertSorted(offset)
    let falls = last < first ?? last
    if falls != isFalling {
      isFalling = falls
      if period != nil { turn() }
    }
    return true
  }

  /// Moves every snap point of a dial into the round that fits the direction of the numbers.
  private mutating func turn() {
    let old = offsets
    let length = count
    count = 0
    for index in 0..<length { insertSorted(old[index]) }
  }

  private mutating func insertSorted(_ offset: Double) {
    let offset = inFirstRound(offset)
    var position = count
    while position > 0, offsets[position - 1] >= offset - Self.sameness { position -= 1 }
    if position < count, abs(offsets[position] - offset) <= Self.sameness { return }
    for later in stride(from: count, to: position, by: -1) { offsets[later] = offsets[later - 1] }
    offsets[position] = offset
    count += 1
  }

  /// The equivalent offset within one period above the first snap point, or below it if the numbers
  /// fall.
  private func inFirstRound(_ offset: Double) -> Double {
    guard let period, let first else { return offset }
    let displacement = isFalling ? first - offset : offset - first
    var part = displacement - (displacement / period).rounded(.down) * period
    if part > period - Self.sameness { part = 0 }
    return isFalling ? first - part : first + part
  }

  // MARK: Numbers

  /// The offset of a snap point by its number, in mm.
  public mutating func offset(of number: Int) -> Double {
    let rising = isFalling ? count - 1 - number : number
    guard let period else { return offsets[min(max(rising, 0), count - 1)] }
    return offsets[index(of: rising)] + Double(round(of: rising)) * period
  }

  /// The index of a snap point in the list, from 0: its number without the rounds.
  public mutating func index(of number: Int) -> Int {
    guard period != nil else { return min(max(number, 0), count - 1) }
    return number - round(of: number) * count
  }

  private func round(of number: Int) -> Int { number >= 0 ? number / count : -((count - 1 - number) / count) }

  /// The number of the snap point nearest to an offset.
  ///
  /// Of two equally near snap points: the one in the direction of `velocity`; without a velocity,
  /// the one nearer to `current`; without `current`, the first. Beyond the ends, the end. Cost:
  /// linear in the count.
  public mutating func nearest(to offset: Double, velocity: Double = 0, current: Int? = nil) -> Int {
    precondition(count > 0, "there is no snap point")
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

  /// The number of the target for a swipe that began at `begin`: the snap point nearest to
  /// `offset`, at most ``maxSteps`` away.
  public mutating func target(near offset: Double, velocity: Double, from begin: Int) -> Int {
    let wanted = nearest(to: offset, velocity: velocity, current: begin)
    guard let maxSteps else { return wanted }
    return min(max(wanted, begin - maxSteps), begin + maxSteps)
  }

  /// The progress from the snap point `begin` to its neighbour on the side of `offset`, as a
  /// fraction; 0 if there is no neighbour.
  public mutating func progress(at offset: Double, from begin: Int) -> Double {
    let origin = self.offset(of: begin)
    let displacement = offset - origin
    let isForward = (displacement > 0) != isFalling
    let neighbour = isForward ? begin + 1 : begin - 1
    guard displacement != 0, period != nil || (0..<count).contains(neighbour) else { return 0 }
    return displacement / (self.offset(of: neighbour) - origin)
  }

  /// Whether no further snap point has a greater offset, or a smaller one if not `isPositive`.
  func isLast(_ number: Int, isPositive: Bool) -> Bool {
    guard period == nil else { return false }
    let rising = self.number(ofRising: number)
    return isPositive ? rising >= count - 1 : rising <= 0
  }

  private func number(ofRising rising: Int) -> Int { isFalling ? count - 1 - rising : rising }

  /// The highest snap point at or below an offset, counted upwards; −1 below the lowest if there is
  /// no period.
  private mutating func lastNotAbove(_ offset: Double) -> Int {
    var rounds = 0.0
    var offset = offset.isNaN ? 0 : offset
    if let period {
      rounds = min(max(((offset - offsets[0]) / period).rounded(.down), -Self.maxRounds), Self.maxRounds)
      offset -= rounds * period
    }
    var position = -1
    while position + 1 < count, offsets[position + 1] <= offset { position += 1 }
    return position + Int(rounds) * count
  }
}
