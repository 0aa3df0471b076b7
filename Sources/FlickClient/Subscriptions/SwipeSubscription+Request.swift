internal import FlickProtocol
internal import GestureCore

// The raw values of this module's enumerations are the words of the wire, so that both sides of the
// socket understand each other.

extension Subscription {
  /// Creates the request for the service, with the present offsets of the zones.
  init(_ subscription: SwipeSubscription, offsets: [String: Double]) {
    self.init()
    phases = Phases(subscription.phases.compactMap { Phases(word: $0.rawValue) })
    switch subscription.unit {
    case .points: unit = .points
    case .millimeters: unit = .millimeters
    case .fraction: unit = .fraction
    case .pixels(let width, let height):
      unit = .pixels
      surface = Surface(width: width, height: height)
    }
    panels = subscription.panels
    fingers = subscription.fingers.map { FingerCounts($0) }
    maxRate = subscription.maxRate
    lookahead = subscription.lookahead.map { Interval(microseconds: Int64(clamping: $0 / .microseconds(1))) }
    zones = subscription.zones?.map { ZoneSpec($0, offset: offsets[$0.name] ?? $0.offset) }
  }
}

extension ZoneSpec<Double> {
  fileprivate init(_ zone: SwipeZone, offset: Double) {
    self.init(name: zone.name)
    rectangle = zone.rectangle.map {
      ZoneRectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
    }
    edge = zone.edge.flatMap { ZoneEdge(rawValue: $0.rawValue) }
    depth = zone.depth
    isExclusion = zone.isExclusion
    axis = zone.axis.flatMap { Axis(word: $0.rawValue) }
    directions = zone.directions.map { DirectionSet($0.compactMap { Direction(word: $0.rawValue) }) }
    commitIf = zone.commitIf.map {
      DecisionRule.CommitCriteria(
        distance: $0.contains(.distance), velocity: $0.contains(.velocity), predicted: $0.contains(.predicted)
      )
    }
    distance = zone.distance
    velocity = zone.velocity
    predicted = zone.predicted
    projection = zone.projection?.seconds
    reversal = zone.reversal.flatMap { DecisionRule.Reversal(word: $0.rawValue) }
    snapPoints = zone.snapPoints
    self.offset = offset
    maxSteps = zone.maxSteps
    wrap = zone.wrap
    spring = zone.spring.map(SpringSpec.init)
  }
}

extension SpringSpec {
  /// Uses the perceptual form, which is easier to read in a log, or the physical form outside of
  /// the perceptual range.
  init(_ spring: Spring) {
    let isFelt = (0.001...60).contains(spring.duration) && spring.bounce > -0.99
    self =
      isFelt
      ? .perceived(duration: spring.duration, bounce: spring.bounce)
      : .physical(mass: 1, stiffness: spring.stiffness, damping: spring.damping)
  }
}

extension Int64 {
  /// Creates the nearest integer to any number, including infinities and NaN.
  fileprivate init(clamping number: Double) {
    // 2⁵³ exceeds every limit of the protocol, so the service refuses the value and names the
    // field.
    self = number.isNaN ? 0 : Int64(Swift.min(Swift.max(number, -0x1p53), 0x1p53).rounded())
  }
}
