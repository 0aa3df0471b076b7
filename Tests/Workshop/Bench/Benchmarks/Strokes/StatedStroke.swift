internal import Foundation

/// A generated stroke with a known true velocity.
public struct StatedStroke: Sendable {
  /// The profile of the movement.
  public let profile: StrokeProfile
  /// The panel's frames per second.
  public let rate: Double
  /// The samples that the panel reported.
  public let stroke: Stroke
  /// The finger's own velocity in the last frame.
  public let truth: PixelVelocity
  /// The movement of the finger along ``direction``.
  public let motion: StrokeMotion
  /// The unit vector of the line of the movement.
  public let direction: PixelVelocity
  /// The time of the first frame that reported the finger, in seconds of ``motion``: from this
  /// frame on, the finger moves content.
  public let firstFrame: Double
  /// The time of the last frame in seconds of ``motion``, whether or not the frame reported
  /// anything.
  public let lastFrame: Double

  /// The effect of a panel on a finger's path: a grid of 1 px, 0.3 px of noise, 3 % of the frames
  /// missing, unchanged positions left out as the kernel does, timestamps off by up to 0.3 ms, and
  /// the lift reported one frame later.
  enum Panel {
    static let noise = 0.3
    static let missing = 0.03
    static let jitter = 0.0003
    static let jump = 4.0
  }

  /// Draws a stroke of this profile on a panel of `rate` Hz.
  init(_ profile: StrokeProfile, rate: Double, from numbers: inout SeededNumbers) {
    let top = exp(numbers.uniform(log(200)...log(6000)))
    let angle = numbers.uniform(0...(2 * .pi))
    let direction = PixelVelocity(x: cos(angle), y: sin(angle))
    let motion = StrokeMotion.draw(profile, top: top, from: &numbers)

    let period = 1 / rate
    // The landing is at a random time between two frames of the panel.
    let phase = numbers.uniform(0...1) * period
    let start = (x: numbers.uniform(200...800), y: numbers.uniform(200...800))
    var moments: [Double] = []
    var moment = period - phase
    while moment <= motion.duration {
      moments.append(moment)
      moment += period
    }

    var samples: [Stroke.Sample] = []
    var first = 0.0
    for (frame, moment) in moments.enumerated() {
      let isLast = frame == moments.count - 1
      let isMissing = numbers.uniform(0...1) < Panel.missing && !isLast
      let timestamp = ((moment + numbers.uniform(-Panel.jitter...Panel.jitter)) * 1e6).rounded()
      let displacement = motion.position(moment)
      var jump = PixelVelocity.zero
      if isLast, profile == .jump {
        let aside = numbers.uniform(0...(2 * .pi))
        jump = PixelVelocity(x: Panel.jump * cos(aside), y: Panel.jump * sin(aside))
      }
      let x = (start.x + displacement * direction.x + jump.x + Panel.noise * numbers.bell()).rounded()
      let y = (start.y + displacement * direction.y + jump.y + Panel.noise * numbers.bell()).rounded()
      guard !isMissing else { continue }
      guard let newest = samples.last else {
        first = moment
        samples.append(Stroke.Sample(time: timestamp, x: x, y: y))
        continue
      }
      guard x != newest.x || y != newest.y else { continue }
      samples.append(Stroke.Sample(time: max(timestamp, newest.time + 1), x: x, y: y))
    }

    let last = moments.last ?? 0
    let speed = motion.speed(last)
    self.profile = profile
    self.rate = rate
    stroke = Stroke(samples: samples, release: ((last + period) * 1e6).rounded(.down))
    truth = PixelVelocity(x: speed * direction.x, y: speed * direction.y)
    self.motion = motion
    self.direction = direction
    firstFrame = first
    lastFrame = last
  }
}
