import FlickInteractions
import TestKit
import Testing

/// By how many points the drawn frames of a stroke exceed each bar.
///
/// Tests/Web/frames.test.mjs tests flick.js with the same bars.
private struct Excess {
  /// A step of held content beyond the largest step of the finger in the same frames, by more than
  /// 20 % and 1 point.
  var held = 0.0
  /// The first free step beyond what the velocity of the content or its spring adds, by more than
  /// 20 %.
  var free = 0.0
  /// The distance to the flight from the last drawn frame.
  var model = 0.0
  /// A step after a press.
  var press = 0.0
  /// The distance from the target at rest.
  var rest = 0.0

  var isWithinBars: Bool { held <= 0 && free <= 0 && model <= 0.5 && press <= 1 && rest < 1e-9 }
}

/// A screen that shows frames of an interaction at 60 or 120 Hz, and drops some.
private struct FrameScreen {
  private struct Frame {
    var drawn: Double
    var offset: Double
    var isHeld: Bool
    var time: Double
    var displacement: Double
  }
  private struct Release {
    /// The velocity of the content before and after the release, at the last drawn frame.
    var before: Double
    var after: Double
    var spring: Spring
  }

  private(set) var excess = Excess()
  private let start: Double
  private let card: Int
  private var content: SwipeContent
  private var displacements: [Double] = []
  private var isPressed = false
  private var last: Frame?
  private var release: Release?

  /// `start` is when the finger lands, in ms.
  init(of thing: any FrameSubject, start: Double) {
    self.start = start
    card = thing.card
    content = thing.held
  }

  private func instant(_ time: Double) -> Duration { .nanoseconds(Int64((start + time) * 1e6)) }

  mutating func pass(_ moment: FrameStroke.Moment, id: Int64, to thing: inout any FrameSubject) {
    displacements.append(moment.displacement)
    guard let phase = moment.phase else { return }
    let lastTime = instant(last?.time ?? 0)
    let (before, wasHeld) = (content.velocity(at: lastTime), content.isHeld)
    func along(_ length: Double) -> SwipeVector {
      thing.axis == .horizontal ? SwipeVector(x: length) : SwipeVector(y: length)
    }
    var swipe = Swipe(
      id: phase == .press ? 0 : id, phase: phase, time: instant(moment.time),
      translation: along(moment.displacement),
      velocity: along(moment.velocity),
      predictedEndTranslation: along(moment.displacement + 0.25 * moment.velocity))
    if phase == .begin { swipe.slop = 10 }
    let moved = thing.pass(swipe)
    content = moved.content
    if phase == .press { isPressed = content.isHeld }
    if phase == .begin { isPressed = false }
    guard phase == .end, wasHeld else { return }
    release = Release(before: before, after: content.velocity(at: lastTime), spring: moved.spring)
    let end = content.offset(at: instant(moment.time) + .seconds(60))
    excess.rest = max(excess.rest, abs(end - moved.target), abs(content.start - moved.target))
  }

  mutating func draw(_ thing: inout any FrameSubject, at time: Double) {
    let drawn = thing.frame(of: card, at: instant(time))
    let now = Frame(
      drawn: drawn, offset: content.offset(at: instant(time)), isHeld: content.isHeld, time: time,
      displacement: displacements.last ?? last?.displacement ?? 0)
    if let last { compare(now, with: last, of: thing) }
    last = now
    displacements = []
    release = nil
  }

  private mutating func compare(_ now: Frame, with last: Frame, of thing: any FrameSubject) {
    let step = now.drawn - last.drawn
    if isPressed {
      excess.press = max(excess.press, abs(step))
    } else if now.isHeld {
      let span = displacements + [last.displacement]
      let moved = (span.max() ?? 0) - (span.min() ?? 0)
      excess.held = max(excess.held, abs(step) - (moved * 1.2 + 1))
    }
    guard let release, last.isHeld else { return }
    let seconds = (now.time - last.time) / 1000
    let flight = Flight(
      from: last.offset, to: content.start, velocity: release.after, spring: release.spring)
    let end = flight.offset(after: .seconds(seconds))
    func shown(_ offset: Double) -> Double { thing.shown(content.clamped(offset, from: last.offset)) }
    excess.model = max(excess.model, abs(now.drawn - shown(end)))
    // A spring to a far target adds its acceleration, and its damping takes some speed.
    let steps = [release.before * seconds, release.after * seconds, end - last.offset]
      .map { shown(last.offset + $0) - last.drawn }
    let (minStep, maxStep) = (steps.min() ?? 0, steps.max() ?? 0)
    let slack = 0.2 * max(abs(minStep), abs(maxStep))
    excess.free = max(excess.free, step - maxStep - slack, minStep - slack - step)
  }
}

extension SwipeContent {
  /// Content without a band is not drawn beyond its bounds, or beyond where it was.
  fileprivate func clamped(_ offset: Double, from start: Double) -> Double {
    guard band == nil else { return offset }
    return min(max(offset, min(bounds.lowerBound, start)), max(bounds.upperBound, start))
  }
}

@Suite struct `Drawn frames` {
  @Test(arguments: FrameSubjects.allCases)
  func `have no jump at a begin, a release and a press, and rest at the target`(_ kind: FrameSubjects) {
    let seed = UInt64.random(in: 0..<1_000_000_000)
    var dice = Dice(seed: seed)
    var thing = kind.subject
    // In ms.
    var start = 1000.0
    var count = 0
    let strokes = 200
    for number in 0..<strokes {
      if number % 20 == 0 { thing = kind.subject }
      guard let stroke = FrameStroke(&dice) else { continue }
      count += 1
      let excess = play(stroke, id: Int64(number + 1), on: &thing, from: &start, &dice)
      guard excess.isWithinBars else {
        Issue.record("seed \(seed), stroke \(number): \(excess)")
        return
      }
    }
    #expect(count > strokes / 2, "seed \(seed)")
  }

  /// Plays a stroke that lands at `start` in ms, and moves `start` to the next one.
  private func play(
    _ stroke: FrameStroke, id: Int64, on thing: inout any FrameSubject, from start: inout Double,
    _ dice: inout Dice
  ) -> Excess {
    var screen = FrameScreen(of: thing, start: start)
    var moments = stroke.moments[...]
    let end = stroke.moments.last?.due ?? 0
    let period = dice.isOne(of: 0.5) ? 1000.0 / 60 : 1000.0 / 120
    var time = -period * dice.roll(0.2, 1)
    screen.draw(&thing, at: time)
    while time < end + 70 {
      time += period
      while let moment = moments.first, moment.due <= time {
        screen.pass(moment, id: id, to: &thing)
        moments.removeFirst()
      }
      if !dice.isOne(of: 0.1) { screen.draw(&thing, at: time) }
    }
    start += end + (dice.isOne(of: 0.4) ? 80 : 3000)
    if dice.isOne(of: 0.5) { thing.bringBack(at: .nanoseconds(Int64(start * 1e6))) }
    return screen.excess
  }
}
