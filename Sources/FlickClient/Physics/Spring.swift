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
  public static let smooth = Spring()
  /// Half a second with a little bounce: SwiftUI's `snappy`.
  public static let snappy = Spring(bounce: 0.15)
  /// Half a second with more bounce: SwiftUI's `bouncy`.
  public static let bouncy = Spring(bounce: 0.3)
  /// A response of 0.15 s: SwiftUI's `interactiveSpring`, on which content follows a finger.
  public static let interactive = Spring(response: 0.15, dampingFraction: 0.86)

  /// Creates a spring from its perceptual duration, in seconds, and its bounce.
  ///
  /// A bounce of −0.99 creeps, 0 arrives without overshoot, 0.99 oscillates for long.
  public init(duration: Double = 0.5, bounce: Double = 0) {
    self = Self.valid(.perceived(duration: duration, bounce: bounce))
  }

  /// Creates a spring from its undamped period, in seconds, and its damping fraction.
  ///
  /// A damping fraction of 1 is critical damping; the default is SwiftUI's.
  public init(response: Double, dampingFraction: Double = 0.825) {
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
    try form.check()
    motion =
      switch form {
      case .perceived(let duration, let bounce): GestureCore.Spring(duration: duration, bounce: bounce)
      case .response(let response, let fraction):
        GestureCore.Spring(response: response, dampingFraction: fraction)
      case .physical(let mass, let stiffness, let damping):
        GestureCore.Spring(mass: mass, stiffness: stiffness, damping: damping)
      }
  }

  private static func valid(_ form: Form) -> Spring {
    do throws(InvalidSpring) {
      return try Spring(form)
    } catch {
      fatalError(error.description)
    }
  }

  /// The undamped period, in seconds: the perceptual duration.
  public var duration: Double { motion.duration }
  /// The bounce, −0.99 to 0.99.
  public var bounce: Double { motion.bounce }
  /// The damping as a fraction of critical damping.
  public var dampingFraction: Double { motion.dampingFraction }
  /// The stiffness, in 1/s².
  public var stiffness: Double { motion.stiffness }
  /// The damping, in 1/s.
  public var damping: Double { motion.damping }
}
