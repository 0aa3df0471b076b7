import FlickProtocol
import GestureCore
import Pipeline

/// Checks the facts of one recogniser: a swipe begins once, is then updated, then ends or is
/// cancelled once; every number is finite, and every line is valid JSON.
///
/// A sink cannot throw, so a broken promise is kept until ``rule()``.
struct SwipeJudge: SwipeSink, ~Copyable {
  private let setup: PanelSetup
  private var encoder: SwipeEncoder
  private var line: [UInt8] = []
  private var swiping: Set<UInt64> = []
  private var newest: UInt64 = 0
  private var broken: BrokenPromise?

  init(_ setup: PanelSetup) {
    self.setup = setup
    encoder = SwipeEncoder(
      view: View(level: .positions, phases: [.begin, .update, .end, .cancel]),
      millimetersPerPoint: millimetersPerPoint)
  }

  /// The number of swipes that have begun and not ended.
  var open: Int { swiping.count }

  /// Throws the promise that was broken since the last call.
  func rule() throws(BrokenPromise) {
    if let broken { throw broken }
  }

  /// Checks that every swipe has ended.
  func expectNone() throws(BrokenPromise) {
    try BrokenPromise.unless(swiping.isEmpty, "swipes \(swiping.sorted()) are left without contacts")
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    do throws(BrokenPromise) {
      try judge(fact)
    } catch {
      if broken == nil { broken = error }
    }
  }

  private mutating func judge(_ fact: borrowing SwipeFact) throws(BrokenPromise) {
    let number = fact.swipe.number
    switch fact.phase {
    case .begin:
      try BrokenPromise.unless(number > newest, "swipe \(number) begins after swipe \(newest)")
      newest = number
      swiping.insert(number)
    case .update:
      try BrokenPromise.unless(swiping.contains(number), "swipe \(number) is under way when updated")
    case .end, .cancel:
      try BrokenPromise.unless(swiping.remove(number) != nil, "swipe \(number) is under way when it ends")
    }
    let (velocity, excursion, confidence) = (
      fact.estimate.velocity, fact.excursion, fact.estimate.confidence
    )
    for value in [fact.start.x, fact.start.y, fact.translation.x, fact.translation.y, velocity.x, velocity.y]
    {
      try BrokenPromise.unless(value.isFinite, "swipe \(number) has numbers, not \(value)")
    }
    try BrokenPromise.unless(excursion >= 0 && excursion.isFinite, "\(excursion) is a length")
    try BrokenPromise.unless((0...1).contains(confidence), "\(confidence) is a confidence")
    guard encoder.encode(fact, of: setup) else { return }
    line.removeAll(keepingCapacity: true)
    encoder.append(sequence: 1, to: &line)
    try BrokenPromise.unless(
      line.last == UInt8(ascii: "\n") && line.dropLast().allSatisfy { $0 >= 0x20 },
      "a line ends with its only control character")
  }
}
