internal import Foundation

/// The seven kinds of movement in the synthetic suite.
public enum StrokeProfile: String, CaseIterable, Codable, Sendable {
  /// One speed throughout.
  case constant
  /// From rest, accelerating up to the lift, as flicks do.
  case accelerating
  /// A minimum-jerk reach that lifts at 45–75 % of its time.
  case minimumJerk = "minimum-jerk"
  /// Slows down to 20–60 % of its speed.
  case decelerating
  /// Turns back 30–80 ms before the lift.
  case reversal
  /// A minimum-jerk reach whose last sample jumps by 4 px, as when a fingertip rolls off the glass.
  case jump
  /// A whole minimum-jerk reach, then a rest of 40–140 ms.
  case stop

  /// Neither jump, stop nor reversal: every estimator should follow these.
  public var isSmooth: Bool {
    switch self {
    case .constant, .accelerating, .minimumJerk, .decelerating: true
    case .reversal, .jump, .stop: false
    }
  }
}

/// The true position and speed of a finger on its line.
public struct StrokeMotion: Sendable {
  /// From landing to the moment after which no frame comes, in s.
  public var duration: Double
  /// Pixels along the line, by seconds since the landing.
  public var position: @Sendable (Double) -> Double
  /// Pixels per second along the line, by seconds since the landing.
  public var speed: @Sendable (Double) -> Double

  /// Draws a motion of this profile: top speed 200–6000 px/s, uniform in its logarithm; 0.12–0.35 s
  /// long.
  static func draw(_ profile: StrokeProfile, top speed: Double, from numbers: inout SeededNumbers)
    -> StrokeMotion
  {
    let length = numbers.uniform(0.12...0.35)
    switch profile {
    case .constant:
      return StrokeMotion(duration: length, position: { speed * $0 }, speed: { _ in speed })
    case .accelerating:
      return StrokeMotion(
        duration: length, position: { speed * $0 * $0 / (2 * length) }, speed: { speed * $0 / length })
    case .minimumJerk, .jump:
      return minimumJerk(speed, reach: length, until: length * numbers.uniform(0.45...0.75))
    case .decelerating:
      let loss = 1 - numbers.uniform(0.2...0.6)
      return StrokeMotion(
        duration: length, position: { speed * ($0 - loss * $0 * $0 / (2 * length)) },
        speed: { speed * (1 - loss * $0 / length) })
    case .reversal:
      let turn = length - numbers.uniform(0.03...0.08)
      return StrokeMotion(
        duration: length, position: { $0 < turn ? speed * $0 : speed * (2 * turn - $0) },
        speed: { $0 < turn ? speed : -speed })
    case .stop:
      return minimumJerk(speed, reach: length, until: length + numbers.uniform(0.04...0.14))
    }
  }

  /// The smoothest reach of a hand in `reach` seconds, then at rest; the top speed is 1.875 times
  /// the mean.
  ///
  /// Source: Flash, Hogan, "The coordination of arm movements", Journal of Neuroscience 5, 1985.
  private static func minimumJerk(_ top: Double, reach: Double, until end: Double) -> StrokeMotion {
    let displacement = top * reach / 1.875
    return StrokeMotion(
      duration: end,
      position: {
        let s = min(max($0 / reach, 0), 1)
        return displacement * (s * s * s * (10 - 15 * s + 6 * s * s))
      },
      speed: {
        let s = min(max($0 / reach, 0), 1)
        return displacement / reach * (30 * s * s * (1 - s) * (1 - s))
      })
  }
}
