/// The speed of a contact in its last steps, which tells a throw from a stop.
///
/// A step is the way in at least 10 ms, so that a panel of 1000 Hz is not judged by its noise. A
/// finger needs 30 ms and more to stop, so the last step of one that stops is far slower than the
/// step before.
struct ThrowDetector {
  private var mark: Sample
  private var newest: Sample
  private var speed = 0.0
  private var speedBefore = 0.0
  private var isStill = false

  private static var step: Interval { .milliseconds(10) }
  /// The last step counts for itself from this length on; shorter, it belongs to the step before.
  private static var halfStep: Interval { .milliseconds(5) }
  /// A throw's last step is longer than so many standard deviations of a position; below, noise
  /// alone has a speed.
  private static var noiseFactor: Double { 8 }
  /// A throw's last step is at least this part as fast as the step before.
  private static var sustained: Double { 0.7 }

  /// Starts where a contact landed.
  init(_ landing: Sample) {
    mark = landing
    newest = landing
  }

  /// Takes in a report; one of the same place says that the contact was seen to be still.
  mutating func report(_ sample: Sample) {
    isStill = sample.location == newest.location
    newest = sample
    let time = sample.instant - mark.instant
    guard time >= Self.step else { return }
    speedBefore = speed
    speed = (sample.location - mark.location).length / time.seconds
    mark = sample
  }

  /// Whether the contact was last seen in movement that did not slow down, on a panel with so much
  /// noise, in mm.
  func isThrow(positionNoise: Double) -> Bool {
    guard !isStill else { return false }
    let time = newest.instant - mark.instant
    let isOwnStep = time >= Self.halfStep
    let last = isOwnStep ? (newest.location - mark.location).length / time.seconds : speed
    let before = isOwnStep ? speed : speedBefore
    return last * Self.step.seconds > Self.noiseFactor * positionNoise && last >= Self.sustained * before
  }
}
