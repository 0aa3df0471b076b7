internal import FlickProtocol
internal import GestureCore

extension Subscription {
  /// Creates the request for the service, with the present offsets of the zones.
  ///
  /// A service that does not know presses would refuse their phases, so `features` decides.
  init(_ subscription: SwipeSubscription, offsets: [String: Double], features: [String]) {
    self.init()
    phases = Phases(subscription.phases.subtracting([.press, .release]))
    if features.contains(HelloMessage.press), subscription.zones?.contains(where: \.hasPresses) ?? false {
      phases.formUnion([.press, .release, .cancel])
      pressesAtRest = subscription.pressesAtRest && features.contains(HelloMessage.pressesAtRest)
    }
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
    activity = subscription.reportsActivity
    zones = subscription.zones?.map { ZoneSpec($0, offset: offsets[$0.name] ?? $0.offset) }
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
