internal import GestureCore

/// A damped spring that brings content to rest, as SwiftUI's `Spring`: usable with no service at
/// all.
///
/// Stated for a mass of 1: ẍ = −stiffness·x − damping·ẋ, where x is the way that the content still
/// lies off its target. Where the content is at any time is exact, in closed form, whatever the
/// damping: see ``Flight``.
public struct Spring: Equatable, Sendable {
  /// The same spring where the calculation is at home.
  let motion: GestureCore.Spring

  /// Half a second without bounce: SwiftUI's `smooth`.
  public static let standard = Spring()
  /// Half a second with a little bounce: SwiftUI's `snappy`.
  public static let snappy = Spring(bounce: 0.15)
  /// Half a second with more bounce: SwiftUI's `bouncy`.
  public static let bouncy = Spring(bounce: 0.3)

  /// Creates a spring by how long it feels, in seconds above 0, and how much it bounces: −1 creeps,
  /// 0 arrives without overshooting, 1 never rests.
  public init(duration: Double = 0.5, bounce: Double = 0) {
    motion = GestureCore.Spring(duration: duration, bounce: bounce)
  }

  /// Creates a spring by the period that it had without damping, in seconds above 0, and its
  /// damping as a part of the critical one.
  public init(response: Double, dampingFraction: Double) {
    motion = GestureCore.Spring(response: response, dampingFraction: dampingFraction)
  }

  /// Creates a spring by physics: kg, N/m and N·s/m, or any units that fit each other with seconds;
  /// mass and stiffness above 0.
  public init(mass: Double = 1, stiffness: Double, damping: Double) {
    motion = GestureCore.Spring(mass: mass, stiffness: stiffness, damping: damping)
  }

  /// The period without damping, in seconds: how long it feels.
  public var duration: Double { motion.duration }
  /// How much it bounces, −1 to 1.
  public var bounce: Double { motion.bounce }
  /// The damping as a part of the critical one.
  public var dampingFraction: Double { motion.dampingFraction }
  /// What drives the content back, in 1/s².
  public var stiffness: Double { motion.stiffness }
  /// What slows it, in 1/s.
  public var damping: Double { motion.damping }
}
