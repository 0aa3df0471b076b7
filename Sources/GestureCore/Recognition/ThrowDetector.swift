/// Compares the speeds of a contact's last two steps, to distinguish a throw from a stop.
///
/// A step is the displacement in at least 10 ms, so that noise does not decide on a panel of 1000
/// Hz. A finger needs at least 30 ms to stop, so if it stops, its last step is far slower than the
/// step before.
public struct ThrowDetector: Sendable {
  private var mark: Sample
  private var newest: Sample
  private var speed = 0.0
  private var speedBefore = 0.0
  private var isStill = false

  private static var step: Interval { .milliseconds(10) }
  /// From this length on, the last step counts alone; if it is shorter, the previous full steps
  /// count.
  private static var halfStep: Interval { .milliseconds(5) }
  /// A throw's last step is longer than this multiple of the position's standard deviation.
  ///
  /// In a shorter step, noise alone looks like speed.
  private static var noiseFactor: Double { 8 }
  /// A throw's last step has at least this fraction of the speed of the step before.
  private static var sustained: Double { 0.7 }

  /// Starts at the landing of a contact.
  public init(_ landing: Sample) {
    mark = landing
    newest = landing
  }

  /// Adds a report; a repeated position means that the contact is still.
  public mutating func report(_ sample: Sample) {
    isStill = sample.location == newest.location
    newest = sample
    let time = sample.instant - mark.instant
    guard time >= Self.step else { return }
    speedBefore = speed
    speed = (sample.location - mark.location).length / time.seconds
    mark = sample
  }

  /// Whether the contact's last movement did not slow down, on a panel with this noise, in mm.
  public func isThrow(positionNoise: Double) -> Bool {
    guard !isStill else { return false }
    let time = newest.instant - mark.instant
    let isOwnStep = time >= Self.halfStep
    let last = isOwnStep ? (newest.location - mark.location).length / time.seconds : speed
    let before = isOwnStep ? speed : speedBefore
    return last * Self.step.seconds > Self.noiseFactor * positionNoise && last >= Self.sustained * before
  }
}
