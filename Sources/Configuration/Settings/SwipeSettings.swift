public import GestureCore

/// `[swipe]`: when a movement is a swipe, and what becomes of it.
///
/// Unit: millimetres, mm/s, seconds and degrees; lengths that may be a part of the panel are a
/// ``LengthSetting``.
public struct SwipeSettings: Equatable, Sendable {
  /// The screen density behind `pt`, in points per inch: 163 is that of the first phones that
  /// counted in points.
  public var pointsPerInch: Double
  /// D: a swipe that went further than this commits.
  public var distance: LengthSetting
  /// S: a swipe that is released faster than this is a flick, in mm/s.
  public var velocity: Double
  /// The way from touch-down before a movement is a swipe, in mm.
  public var slop: Double
  /// P: a swipe that would land further than this commits, where `commit_if` asks for it.
  public var predicted: LengthSetting
  /// Which of the three makes a swipe commit; any one is enough.
  public var commitIf: Set<CommitArm>
  /// τ: how long the content would go on at the speed of release, in seconds.
  public var projection: Double
  /// What a release against the travel means.
  public var reversal: Reversal
  /// The speed of release counts as 0 below this travel, in mm: a tap that slips is no flick.
  public var flickMinTravel: Double
  /// A finger that lands within this time of another comes to its swipe; a later one begins it
  /// anew.
  public var fingersWithin: Interval
  /// A finger that lands further than this from every other has a swipe of its own, in mm.
  public var fingersApart: Double
  /// How many directions a swipe may have.
  public var directions: Directions
  /// With eight directions, how far a swipe may stray from the nearest one, in degrees.
  public var directionTolerance: Double

  /// Creates the defaults, those in pt at the given density.
  public init(pointsPerInch: Double = 163) {
    let point = Density(pointsPerInch: pointsPerInch).millimetersPerPoint
    self.pointsPerInch = pointsPerInch
    distance = .millimeters(200 * point)
    velocity = 800 * point
    slop = 10 * point
    predicted = .fraction(0.5)
    commitIf = [.distance, .velocity]
    projection = 0.25
    reversal = .follow
    flickMinTravel = 3
    fingersWithin = .milliseconds(100)
    fingersApart = 100
    directions = .four
    directionTolerance = 22.5
  }

  /// The projection time of a content that keeps `rate` of its speed every millisecond, in seconds.
  ///
  /// The way that is left is v·∑ rateⁿ ms, as an integral −v/(1000 ln rate); 0.998 gives 0.4995 s.
  public static func projection(decelerationRate rate: Double) -> Double {
    DecisionRule.projection(decelerationRate: rate)
  }
}

/// One of the three ways to commit.
public enum CommitArm: String, Sendable, CaseIterable {
  /// The way is longer than D.
  case distance
  /// The speed at release is greater than S.
  case velocity
  /// The predicted end is further than P.
  case predicted
}

/// What a release against the travel means.
public enum Reversal: String, Sendable, CaseIterable {
  /// The flick's own direction counts: down, then flicked up, is a flick up.
  case follow
  /// The travel's direction counts, and the speed is measured along it: the bare textbook form.
  case ignore
}

/// How many directions a swipe may have.
public enum Directions: Int, Sendable, CaseIterable {
  /// Left, right, up and down.
  case four = 4
  /// Those and the diagonals.
  case eight = 8
}
