internal import FlickProtocol
internal import GestureCore

extension SpringSpec {
  /// Uses the perceptual form, which is easier to read in a log.
  init(_ spring: Spring) {
    self = .perceived(duration: spring.motion.duration, bounce: max(spring.bounce, -0.99))
  }
}
