import GestureCore
import PanelTuning
import Recordings
import TestKit

/// Simulated people whose flicks and drags a known speed separates.
///
/// The speeds of a person's flicks vary around a speed of the person, which is as far above the
/// stated threshold as the speeds of drags are below. So the stated threshold is the best one.
struct MadePeople {
  /// The speed that separates flicks from drags best, in mm/s.
  var threshold = 140.0
  /// The logarithm of the median speed of a flick divided by the threshold; the negative for drags.
  var logarithm = 0.955
  /// Whether speeds begin 5 % beside the threshold, and reach 5 times and 1/12 of the threshold.
  var isUneven = false
  var people = 24
  /// Flicks, drags and taps of each person.
  var each = 12
  /// The displacement of the shortest drags, in mm.
  var shortestDrag = 35.0
  /// How many of the first people have a finger that slides in a tap.
  var sliding = 0
  var seed: UInt64

  static let rule = DecisionRule(predicted: .init(x: 100, y: 60))

  var strokes: [LabelledStroke] {
    var random = SplitMix64(seed: seed)
    var strokes: [LabelledStroke] = []
    for number in 0..<people {
      let (flick, drag) = (bell(0.15, &random), bell(0.15, &random))
      func add(_ label: RecordingLabel, _ length: Double, _ speed: Double?) {
        let lift = speed.map {
          LabelledStroke.Lift(
            translation: Translation(x: -length, y: 0.1 * length), velocity: Velocity(x: -$0, y: 0),
            travel: length, duration: .milliseconds(200))
        }
        strokes.append(
          LabelledStroke(
            label: label, person: "p\(number)", lift: lift, rule: Self.rule))
      }
      for index in 0..<each {
        let speeds =
          isUneven
          ? (.random(in: 0.05...1.6, using: &random), -.random(in: 0.05...2.5, using: &random))
          : (logarithm + flick + bell(0.3, &random), -logarithm + drag + bell(0.3, &random))
        add(.flick, 22 * power(bell(0.2, &random)), threshold * power(speeds.0))
        add(.drag, shortestDrag * power(abs(bell(0.4, &random))), threshold * power(speeds.1))
        let slides = number < sliding && index % 4 == 0
        add(.tap, slides ? 4.5 * power(bell(0.1, &random)) : 0, slides ? 300 : nil)
      }
    }
    return strokes
  }

  /// A normally distributed number.
  private func bell(_ deviation: Double, _ random: inout SplitMix64) -> Double {
    deviation * (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
  }

  /// eˣ by its series, which is exact enough within ±3.
  private func power(_ exponent: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for number in 1..<40 {
      term *= exponent / Double(number)
      sum += term
    }
    return sum
  }
}
