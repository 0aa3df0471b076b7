import FlickInteractions
import TestKit

/// Random numbers of a seed.
struct Dice {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func roll(_ lower: Double, _ upper: Double) -> Double {
    .random(in: lower..<upper, using: &generator)
  }
  /// Returns true with a probability.
  mutating func isOne(of part: Double) -> Bool { roll(0, 1) < part }
}

/// A random stroke of a finger, with the time at which an app receives each report.
///
/// The finger accelerates to a speed, turns or rests in some strokes, and moves until its lift.
struct FrameStroke {
  /// One report of the finger. Times are in ms since it landed.
  struct Moment {
    /// The phase that the app receives; nil below the slop, where the finger moves without a swipe.
    var phase: Swipe.Phase?
    var time = 0.0
    var displacement = 0.0
    var velocity = 0.0
    /// When the app receives it.
    var due = 0.0
  }

  /// The time between two reports of the finger, in ms.
  private static let period = 8.0

  /// In the order in which the app receives them.
  private(set) var moments: [Moment] = []

  /// Nil if the finger does not move beyond the slop.
  init?(_ dice: inout Dice) {
    var reports = Self.reports(&dice)
    guard let begin = reports.firstIndex(where: { abs($0.displacement) > 10 }), var end = reports.last else {
      return nil
    }
    for index in begin..<reports.count { reports[index].phase = index == begin ? .begin : .update }
    end.phase = .end
    end.time += dice.roll(0, Self.period)
    // A press comes before, and lines come late, in order.
    var due = dice.roll(0, 4)
    moments = [Moment(phase: .press, due: due)]
    for var moment in reports + [end] {
      due = max(due, moment.time + dice.roll(1, dice.isOne(of: 0.05) ? 40 : 6))
      moment.due = due
      moments.append(moment)
    }
  }

  private static func reports(_ dice: inout Dice) -> [Moment] {
    let speed = dice.roll(60, 2400) * (dice.isOne(of: 0.5) ? -1 : 1)
    let count = Int(dice.roll(60, 420) / period)
    let lasting = Double(count) * period
    let turn = dice.isOne(of: 0.3) ? dice.roll(0.3, 0.7) : 2
    let ramp = dice.roll(20, 60)
    func velocity(at time: Double) -> Double {
      let raw = speed * min(time / ramp, 1)
      return time / lasting < turn ? raw : raw * max(1 - (time / lasting - turn) * 8, -1)
    }
    var moments = [Moment()]
    var displacement = 0.0
    for report in 1...count {
      let start = Double(report - 1) * period
      for part in 0..<Int(period) { displacement += velocity(at: start + Double(part) + 0.5) / 1000 }
      moments.append(
        Moment(time: start + period, displacement: displacement, velocity: velocity(at: start + period)))
    }
    return moments
  }
}
