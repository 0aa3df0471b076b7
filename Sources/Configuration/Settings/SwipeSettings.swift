public import GestureCore

/// `[swipe]`: when a movement is a swipe, and what a swipe means.
///
/// Unit: millimetres, mm/s, seconds and degrees; lengths that may be a part of the panel are a
/// ``LengthSetting``.
public struct SwipeSettings: Equatable, Sendable {
  /// The screen density for `pt`, in points per inch.
  ///
  /// 163 is the density of the first phones that used points.
  public var pointsPerInch: Double
  /// D: a swipe whose displacement exceeds this length commits.
  public var distance: LengthSetting
  /// S: a swipe that is released faster than this speed is a flick, in mm/s.
  public var velocity: Double
  /// The displacement below which a contact is a tap, in mm.
  public var slop: Double
  /// P: a swipe whose predicted end exceeds this length commits, if `commit_if` includes it.
  public var predicted: LengthSetting
  /// Which of the three criteria make a swipe commit; any one is enough.
  public var commitIf: DecisionRule.CommitCriteria
  /// τ: for how long the content continues at the release speed, in seconds.
  public var projection: Double
  /// The meaning of a release against the displacement.
  public var reversal: DecisionRule.Reversal
  /// The travel below which the decision uses a velocity of 0, in mm.
  ///
  /// So a tap that slides is not a flick.
  public var flickMinTravel: Double
  /// A finger that lands within this time of another joins its swipe.
  ///
  /// The displacement restarts when a later finger joins.
  public var fingersWithin: Interval
  /// A finger does not join fingers that landed longer ago than this and have not begun a swipe.
  public var restsAfter: Interval
  /// A finger that lands further than this from every other has a separate swipe, in mm.
  public var fingersApart: Double
  /// How many directions a swipe may have.
  public var directions: Directions
  /// With eight directions, the largest angle between a swipe and the nearest one, in degrees.
  public var directionTolerance: Double

  /// Creates the defaults; those in pt use the given density.
  public init(pointsPerInch: Double = 163) {
    let point = Density(pointsPerInch: pointsPerInch).millimetersPerPoint
    self.pointsPerInch = pointsPerInch
    distance = .millimeters(200 * point)
    velocity = 800 * point
    slop = 10 * point
    predicted = .fraction(0.5)
    commitIf = DecisionRule.CommitCriteria(distance: true, velocity: true)
    projection = 0.25
    reversal = .follow
    flickMinTravel = 6
    fingersWithin = .milliseconds(100)
    restsAfter = .milliseconds(300)
    fingersApart = 100
    directions = .four
    directionTolerance = 22.5
  }
}

/// How many directions a swipe may have.
public enum Directions: Int, Sendable, CaseIterable {
  /// Left, right, up and down.
  case four = 4
  /// Those and the diagonals.
  case eight = 8
}
