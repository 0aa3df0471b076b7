/// Strategies that divide displacements by times, as toolkits without a fit do.
enum SegmentStrategies {
  /// The newest segment alone, 0 if the lift came more than 32 ms after it (use-gesture).
  static func lastSegment(of stroke: Stroke) -> PixelVelocity {
    guard !stroke.isReleased(after: 32_000) else { return .zero }
    return mean(over: stroke.samples.suffix(2))
  }

  /// The mean of the last three segments' velocities, 0 if the lift came 100 ms late (Qt's
  /// Flickable).
  static func meanOfThree(of stroke: Stroke) -> PixelVelocity {
    guard !stroke.isReleased(after: 100_000) else { return .zero }
    let newest = stroke.samples.suffix(4)
    guard newest.count > 1 else { return .zero }
    var sum = PixelVelocity.zero
    for index in newest.indices.dropLast() {
      let velocity = mean(over: newest[index...(index + 1)])
      sum.x += velocity.x
      sum.y += velocity.y
    }
    let count = Double(newest.count - 1)
    return PixelVelocity(x: sum.x / count, y: sum.y / count)
  }

  /// The mean over the last 150 ms before the lift (libadwaita, GTK).
  static func meanOf150Milliseconds(of stroke: Stroke) -> PixelVelocity {
    guard let newest = stroke.samples.last else { return .zero }
    let end = stroke.release ?? newest.time
    let first = stroke.samples.firstIndex { end - $0.time <= 150_000 } ?? stroke.samples.endIndex
    return mean(over: stroke.samples[first...])
  }

  /// The mean from landing to the newest sample (hammer, vaul).
  static func wholeStroke(of stroke: Stroke) -> PixelVelocity {
    mean(over: stroke.samples[...])
  }

  /// The last three segments with the weights 0.6, 0.35 and 0.05, the oldest with the largest; 0 if
  /// the lift came more than 40 ms late (Flutter's tracker for iOS).
  static func flutterIOS(of stroke: Stroke) -> PixelVelocity {
    guard !stroke.isReleased(after: 40_000) else { return .zero }
    let samples = stroke.samplesWithDistinctTimestamps()
    var sum = PixelVelocity.zero
    for (age, weight) in [(3, 0.6), (2, 0.35), (1, 0.05)] where samples.count > age {
      let first = samples.count - 1 - age
      let velocity = mean(over: samples[first...(first + 1)])
      sum.x += weight * velocity.x
      sum.y += weight * velocity.y
    }
    return sum
  }

  /// The mean velocity from the first of these samples to the last.
  private static func mean(over samples: ArraySlice<Stroke.Sample>) -> PixelVelocity {
    guard let first = samples.first, let last = samples.last else { return .zero }
    let seconds = (last.time - first.time) * 1e-6
    guard seconds > 0 else { return .zero }
    return PixelVelocity(x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds)
  }
}
