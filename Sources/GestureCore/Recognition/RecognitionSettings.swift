/// The settings of the recogniser of one panel.
public struct RecognitionSettings: Equatable, Sendable {
  /// The displacement at which a contact becomes a swipe, in mm.
  ///
  /// Default 10 pt, UIKit's pan threshold.
  public var slop: Double
  /// How late the panel reports a lift.
  ///
  /// Default nil: the recogniser learns the delay from the lifts.
  public var liftDelay: Interval?
  /// The lift delay that was learned at an earlier time, until five lifts are known.
  ///
  /// Default nil: the delay begins at 0.
  public var rememberedLiftDelay: Interval?
  /// How long a contact must keep its position to be at rest; at least three report periods.
  ///
  /// Reports of the same position show the rest, or a silence beyond the lift delay. Default 80 ms.
  public var restDelay: Interval
  /// The silence after which the recogniser drops a contact, because its lift was lost.
  ///
  /// Default 30 s.
  public var staleAfter: Interval
  /// The longest time between two landings that can form one swipe without a restart.
  ///
  /// If a finger lands later, the displacement of all fingers restarts. Default 100 ms: the
  /// fingers of a hand land about 10 ms apart.
  public var fingersWithin: Interval
  /// How long after its last landing a group that has not begun rests, so that no finger joins it.
  ///
  /// Default 300 ms: a thumb that holds the device is not part of a swipe beside it.
  public var groupingTimeout: Interval
  /// The largest distance at which a landing finger joins the swipe of another finger, in mm.
  ///
  /// Default 100: the fingers of one hand are closer, those of two people at one screen are not.
  public var fingersApart: Double
  /// The longest gap in the reports of a swipe of one finger that does not end the swipe.
  ///
  /// Default 0: each lift ends the swipe immediately.
  public var bridgeGaps: Interval
  /// The standard deviation of a reported position, in mm.
  public var positionNoise: Double

  /// Creates settings with the documented defaults.
  public init(
    slop: Double = 10 * millimetersPerPoint, liftDelay: Interval? = nil,
    rememberedLiftDelay: Interval? = nil,
    restDelay: Interval = .milliseconds(80), staleAfter: Interval = .seconds(30),
    fingersWithin: Interval = .milliseconds(100), groupingTimeout: Interval = .milliseconds(300),
    fingersApart: Double = 100, bridgeGaps: Interval = .zero, positionNoise: Double = 0.1
  ) {
    self.slop = slop
    self.liftDelay = liftDelay
    self.rememberedLiftDelay = rememberedLiftDelay
    self.restDelay = restDelay
    self.staleAfter = staleAfter
    self.fingersWithin = fingersWithin
    self.groupingTimeout = groupingTimeout
    self.fingersApart = fingersApart
    self.bridgeGaps = bridgeGaps
    self.positionNoise = positionNoise
  }
}

extension RecognitionSettings {
  /// The longest lift delay that is learned; a longer silence comes from the finger.
  public static var longestLearnedLiftDelay: Interval { LiftDelay.longest }
}

/// One point of SwiftUI in mm: 1/163 inch, the density behind SwiftUI's numbers.
public let millimetersPerPoint = 25.4 / 163
