/// Android's impulse: the velocity that the work on the finger's mass would produce.
///
/// Each change of velocity does work in proportion to the velocity. The first change counts half,
/// because the movement before it is unknown. Source: `VelocityTracker.cpp` of the Android Open
/// Source Project; written from the definition, without its code.
enum ImpulseStrategy {
  static func velocity(of stroke: Stroke) -> PixelVelocity {
    let window = stroke.fittedSamples()
    guard window.count > 1 else { return .zero }
    return PixelVelocity(
      x: component(window, isDifferential: stroke.isDifferential) { $0.x },
      y: component(window, isDifferential: stroke.isDifferential) { $0.y })
  }

  private static func component(
    _ window: [Stroke.Sample], isDifferential: Bool, _ coordinate: (Stroke.Sample) -> Double
  ) -> Double {
    var work = 0.0
    for next in 1..<window.count {
      let seconds = (window[next].time - window[next - 1].time) * 1e-6
      guard seconds > 0 else { continue }
      let displacement =
        isDifferential ? coordinate(window[next]) : coordinate(window[next]) - coordinate(window[next - 1])
      let velocity = displacement / seconds
      work += (velocity - speed(by: work)) * abs(velocity)
      if next == 1 { work *= 0.5 }
    }
    return speed(by: work)
  }

  private static func speed(by work: Double) -> Double {
    let size = (2 * abs(work)).squareRoot()
    return work < 0 ? -size : size
  }
}
