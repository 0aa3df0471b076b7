internal import GestureCore
internal import Panels

/// The two swipes that tell how a panel lies: one to the right and one down, as the user sees them.
///
/// ```
/// right? ─ good ─▶ down? ─ good ─▶ found
///    ▲  └ bad        │ └ bad: again
///    └── same line ◀─┘
/// ```
struct SwipePair {
  /// What became of a swipe.
  enum Answer: Equatable {
    /// It is the one to the right; the one down is due.
    case goOn
    /// It tells nothing, for a reason in words; the same is due again.
    case again(String)
    /// It went along the same line as the one to the right, of which one must be wrong; both are
    /// due again.
    case startOver(String)
    /// Both are there.
    case found(Orientation)
  }

  /// A swipe must go this far, in mm, to have been meant: a hand's careless slip is shorter, and a
  /// thumb's swipe on the smallest panels (3.5 inch) longer.
  static let leastTravel = 20.0
  /// Or this share of the side that it goes along, where that is less: a panel's size may be a
  /// guess, and too large a one.
  static let leastShare = 0.15
  /// Across its direction it may go this share of its way, 27°: beyond that a user may have meant
  /// either.
  static let mostDrift = 0.5

  /// The swipe to the right as the panel has it: one whole number is 1 or −1, the other 0.
  private(set) var right: Translation?

  /// Takes the next swipe, in mm on a glass of `extent`.
  mutating func take(_ movement: Translation, on extent: Extent) -> Answer {
    let isAcross = movement.x.magnitude >= movement.y.magnitude
    let along = isAcross ? movement.x : movement.y
    let drift = isAcross ? movement.y : movement.x
    let side = isAcross ? extent.width : extent.height
    guard along.magnitude >= min(Self.leastTravel, Self.leastShare * side) else {
      return .again("that was too short: swipe across a third of the screen")
    }
    guard drift.magnitude <= Self.mostDrift * along.magnitude else {
      return .again("that was too slanted: swipe along an edge of the screen")
    }
    let sign = along < 0 ? -1.0 : 1
    let line = isAcross ? Translation(x: sign, y: 0) : Translation(x: 0, y: sign)
    guard let right else {
      right = line
      return .goOn
    }
    // Two that are at right angles fit one of the eight orientations, and only one.
    for orientation in Orientation.all
    where orientation.turned(right) == Translation(x: 1, y: 0)
      && orientation.turned(line) == Translation(x: 0, y: 1)
    {
      return .found(orientation)
    }
    self.right = nil
    return .startOver("both swipes went along the same line of the glass")
  }
}
