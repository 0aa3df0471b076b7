internal import GestureCore

/// A damped spring that brings content to rest, like SwiftUI's `Spring`; works without the service.
///
/// For a mass of 1: ẍ = −stiffness·x − damping·ẋ, where x is the content's displacement from its
/// target. ``Flight`` computes the offset at any time exactly, in closed form, for every damping.
public struct Spring: Equatable, Sendable {
  /// The same spring as the core's type.
  let motion: GestureCore.Spring

  /// Half a second without bounce: SwiftUI's `smooth`.
  public static let standard = Spring()
  /// Half a second with a little bounce: SwiftUI's `snappy`.
  public static let snappy = Spring(bounce: 0.15)
  /// Half a second with more bounce: SwiftUI's `bouncy`.
  public static let bouncy = Spring(bounce: 0.3)

  /// Creates a spring from its perceptual duration, in seconds above 0, and its bounce.
  ///
  /// A bounce of −1 creeps, 0 arrives without overshoot, 1 never rests.
  public init(duration: Double = 0.5, bounce: Double = 0) {
    motion = GestureCore.Spring(duration: duration, bounce: bounce)
  }

  /// Creates a spring from its undamped period, in seconds above 0, and its damping fraction.
  ///
  /// A damping fraction of 1 is critical damping.
  public init(response: Double, dampingFraction: Double) {
    motion = GestureCore.Spring(response: response, dampingFraction: dampingFraction)
  }

  /// Creates a spring from mass, stiffness and damping.
  ///
  /// Units: kg, N/m and N·s/m, or any consistent units with seconds. Mass and stiffness are above
  /// 0.
  public init(mass: Double = 1, stiffness: Double, damping: Double) {
    motion = GestureCore.Spring(mass: mass, stiffness: stiffness, damping: damping)
  }

  /// The undamped period, in seconds: the perceptual duration.
  public var duration: Double { motion.duration }
  /// The bounce, −1 to 1.
  public var bounce: Double { motion.bounce }
  /// The damping as a fraction of critical damping.
  public var dampingFraction: Double { motion.dampingFraction }
  /// The stiffness, in 1/s².
  public var stiffness: Double { motion.stiffness }
  /// The damping, in 1/s.
  public var damping: Double { motion.damping }
}
