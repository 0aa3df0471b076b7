internal import GestureCore

/// A stroke on a panel that reports every lift too late: a flick that must be recognised, or a rest
/// that must not become a flick.
struct LateLiftTrial {
  /// What the panel reported before the finger left.
  var samples: [Stroke.Sample]
  /// The speed of the finger, in px/s; zero for a rest.
  var truth: PixelVelocity
  /// The time at which the finger left the glass, in µs.
  var left: Double

  /// The stroke as a panel reports it whose lift comes `delay` later.
  func stroke(delay: Interval) -> Stroke {
    Stroke(samples: samples, release: left + Double(delay.microseconds))
  }

  /// The kind of swipe by the service's own recogniser and rule, with the panel's lift delay known;
  /// nil for no swipe, or for a flick in the opposite direction.
  func kind(delay: Interval, rule: DecisionRule) -> Decision.Kind? {
    var player = StrokePlayer(
      settings: RecognitionSettings(liftDelay: delay), millimetersPerPixel: OurStrategy.millimetersPerPixel)
    guard let end = player.play(stroke(delay: delay)), end.phase == .end else { return nil }
    let velocity = end.estimate.velocity
    let kind = rule.decide(end).kind
    let agreement = truth.dot(PixelVelocity(x: velocity.x, y: velocity.y))
    return kind == .flick && agreement < 0 ? nil : kind
  }

  /// The kind by the reference: lsq2, and velocity 0 if the lift came more than 40 ms after the
  /// newest sample.
  func referenceKind(delay: Interval, rule: DecisionRule) -> Decision.Kind? {
    guard let first = samples.first, let newest = samples.last else { return nil }
    let velocity = Strategy.lsq2.velocity(of: stroke(delay: delay)) ?? .zero
    let scale = OurStrategy.millimetersPerPixel
    return rule.decide(
      translation: Translation(x: (newest.x - first.x) * scale, y: (newest.y - first.y) * scale),
      velocity: Velocity(x: velocity.x * scale, y: velocity.y * scale), travel: .infinity
    ).kind
  }
}

extension LateLiftTrial {
  /// A flick; the finger is gone one frame after its last frame.
  init(flick stated: StatedStroke) {
    samples = stated.stroke.samples
    truth = stated.truth
    left = stated.stroke.release ?? 0
  }

  /// The same stroke, then a rest of `rest`, silent or with the panel's noise.
  init(_ stated: StatedStroke, rest: Interval, hasJitter: Bool, from numbers: inout SeededNumbers) {
    samples = stated.stroke.samples
    truth = .zero
    let begin = (stated.lastFrame * 1e6).rounded()
    left = begin + Double(rest.microseconds)
    guard hasJitter, let last = samples.last else { return }
    let period = 1e6 / stated.rate
    for frame in 1... {
      let time = begin + (Double(frame) * period).rounded()
      guard time < left, let newest = samples.last else { break }
      let x = (last.x + StatedStroke.Panel.noise * numbers.bell()).rounded()
      let y = (last.y + StatedStroke.Panel.noise * numbers.bell()).rounded()
      guard x != newest.x || y != newest.y else { continue }
      samples.append(Stroke.Sample(time: max(time, newest.time + 1), x: x, y: y))
    }
  }
}
