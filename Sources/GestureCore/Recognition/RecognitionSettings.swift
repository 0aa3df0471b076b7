/// What the recogniser of one panel needs to know beforehand.
public struct RecognitionSettings: Equatable, Sendable {
  /// The displacement from the start at which a contact becomes a swipe, in mm.
  ///
  /// Default 10 pt, UIKit's pan threshold.
  public var slop: Double
  /// The travel below which the velocity counts as 0, in mm: the way from the start, less how far
  /// it strayed from that; twice as far away it counts wherever the swipe turned.
  ///
  /// Default 3: a rolling fingertip makes 1–2 mm at any speed, and up to 4 mm out and back.
  public var flickMinTravel: Double
  /// How late the panel reports a lift; nil where nobody knows, and the recogniser learns it from
  /// the lifts.
  ///
  /// Default nil.
  public var liftDelay: Interval?
  /// How long a contact that is at rest has kept its place, unless three report periods are longer:
  /// seen by reports, or as a silence beyond the lift delay.
  ///
  /// Default 80 ms.
  public var restAfter: Interval
  /// The silence after which a contact is given up: its lift got lost.
  ///
  /// Default 30 s.
  public var staleAfter: Interval
  /// The time between two landings within which two fingers come to one swipe; a later one begins
  /// it anew.
  ///
  /// Default 100 ms: the fingers of a hand land some 10 ms apart.
  public var fingersWithin: Interval
  /// The distance up to which a finger that lands comes to the swipe of another, in mm.
  ///
  /// Default 100: the fingers of a hand are nearer, those of two people at one screen are not.
  public var fingersApart: Double
  /// The standard deviation of a reported position, in mm.
  public var positionNoise: Double

  /// Creates settings; each default is the contract's.
  public init(
    slop: Double = 10 * millimetersPerPoint,
    flickMinTravel: Double = 3,
    liftDelay: Interval? = nil,
    restAfter: Interval = .milliseconds(80),
    staleAfter: Interval = .seconds(30),
    fingersWithin: Interval = .milliseconds(100),
    fingersApart: Double = 100,
    positionNoise: Double = 0.1
  ) {
    self.slop = slop
    self.flickMinTravel = flickMinTravel
    self.liftDelay = liftDelay
    self.restAfter = restAfter
    self.staleAfter = staleAfter
    self.fingersWithin = fingersWithin
    self.fingersApart = fingersApart
    self.positionNoise = positionNoise
  }
}

/// One point of SwiftUI in mm: 1/163 inch, the density behind its numbers.
public let millimetersPerPoint = 25.4 / 163
