internal import GestureCore

/// A damped spring that brings content to rest, like SwiftUI's `Spring`; works without the service.
///
/// For a mass of 1: ẍ = −stiffness·x − damping·ẋ, where x is the content's displacement from its
/// target. ``Flight`` computes the offset at any time exactly, in closed form, for every damping.
///
/// In each form, a spring has a duration of 0.001 to 60 s and a damping fraction of 0.01 to 100,
/// which is a bounce of 0.99 to −0.99: such a spring always comes to rest. The initialisers without
/// `throws` are for values in the source code: they stop the program for other values, and print
/// the reason. Use ``init(_:)`` for values that come from elsewhere.
public struct Spring: Equatable, Sendable {
  /// The same spring as the core's type.
  let motion: GestureCore.Spring

  /// The default: ``smooth``.
  public static let standard = smooth
  /// Half a second without bounce: SwiftUI's `smooth`.
  public static let smooth = smooth()
  /// Half a second with a little bounce: SwiftUI's `snappy`.
  public static let snappy = snappy()
  /// Half a second with more bounce: SwiftUI's `bouncy`.
  public static let bouncy = bouncy()
  /// A response of 0.15 s: SwiftUI's `interactiveSpring`, on which content follows a finger.
  public static let interactive = Spring(response: .milliseconds(150), dampingFraction: 0.86)

  /// Creates a spring from its perceptual duration and its bounce.
  ///
  /// A bounce of −0.99 creeps, 0 arrives without overshoot, 0.99 oscillates for long.
  public init(duration: Duration = .milliseconds(500), bounce: Double = 0) {
    self = Self.valid(.perceived(duration: duration, bounce: bounce))
  }

  /// Creates a spring from its undamped period and its damping fraction.
  ///
  /// A damping fraction of 1 is critical damping; the default is SwiftUI's.
  public init(response: Duration, dampingFraction: Double = 0.825) {
    self = Self.valid(.response(response, dampingFraction: dampingFraction))
  }

  /// Creates a spring from mass, stiffness and damping.
  ///
  /// Units: kg, N/m and N·s/m, or any consistent units with seconds.
  public init(mass: Double = 1, stiffness: Double, damping: Double) {
    self = Self.valid(.physical(mass: mass, stiffness: stiffness, damping: damping))
  }

  /// Creates a spring from values that may be invalid, such as those of a file.
  ///
  /// Throws ``InvalidSpring`` with the parameter that is out of its range.
  public init(_ form: Form) throws(InvalidSpring) {
    try form.validate()
    motion =
      switch form {
      case .perceived(let duration, let bounce):
        GestureCore.Spring(duration: duration.seconds, bounce: bounce)
      case .response(let response, let fraction):
        GestureCore.Spring(response: response.seconds, dampingFraction: fraction)
      case .physical(let mass, let stiffness, let damping):
        GestureCore.Spring(mass: mass, stiffness: stiffness, damping: damping)
      }
  }

  /// Returns ``smooth`` with another duration, and with a bounce of `extraBounce`.
  public static func smooth(duration: Duration = .milliseconds(500), extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: extraBounce)
  }

  /// Returns ``snappy`` with another duration, and with `extraBounce` more bounce.
  public static func snappy(duration: Duration = .milliseconds(500), extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// Returns ``bouncy`` with another duration, and with `extraBounce` more bounce.
  public static func bouncy(duration: Duration = .milliseconds(500), extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: 0.3 + extraBounce)
  }

  private static func valid(_ form: Form) -> Spring {
    do throws(InvalidSpring) {
      return try Spring(form)
    } catch {
      fatalError(error.description)
    }
  }

  /// The undamped period: the perceptual duration.
  public var duration: Duration { .seconds(motion.duration) }
  /// The undamped period, as ``duration``: SwiftUI has both names.
  public var response: Duration { duration }
  /// The bounce, −0.99 to 0.99.
  public var bounce: Double { motion.bounce }
  /// The damping as a fraction of critical damping.
  public var dampingFraction: Double { motion.dampingFraction }
  /// The stiffness, in 1/s².
  public var stiffness: Double { motion.stiffness }
  /// The damping, in 1/s.
  public var damping: Double { motion.damping }
  /// The mass, of which ``stiffness`` and ``damping`` are multiples: 1.
  public var mass: Double { 1 }
  /// How long content needs from rest until it stays within a thousandth of its way.
  public var settlingDuration: Duration { settlingDuration(target: 1) }

  /// Returns how long content needs until it stays within `epsilon` of its target.
  ///
  /// `target` is the displacement from where the content starts, `initialVelocity` its velocity in
  /// units per second, `epsilon` above 0 and in the same unit. The names are those of SwiftUI.
  public func settlingDuration(
    target: Double, initialVelocity: Double = 0, epsilon: Double = 0.001
  ) -> Duration {
    Flight(from: 0, to: target, velocity: initialVelocity, spring: self).settlingDuration(within: epsilon)
  }

  /// Returns the offset of content that started at 0 for `target`, after `time`.
  public func value(target: Double, initialVelocity: Double = 0, time: Duration) -> Double {
    Flight(from: 0, to: target, velocity: initialVelocity, spring: self).offset(after: time)
  }

  /// Returns the velocity of content that started at 0 for `target`, after `time`.
  public func velocity(target: Double, initialVelocity: Double = 0, time: Duration) -> Double {
    Flight(from: 0, to: target, velocity: initialVelocity, spring: self).velocity(after: time)
  }
}
