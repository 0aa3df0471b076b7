/// Finds the position of resistive glass that is wrong because the finger leaves the glass.
///
/// Resistive glass measures a position through the point of contact. When the pressure falls, the
/// last position before the lift can be far away: 300 px in 16 ms (libts/tslib, issue 38). A
/// position is wrong if both are true:
///
/// - The pressure has fallen to half or less since the last reported position.
/// - The step to this position is longer than 3 mm, and than three times the step before.
///
/// One position is left out. If the contact continues, the next position counts: the finger presses
/// less. A real flick that ends softly has no such step.
struct LiftJump: Sendable {
  private static let minStep = 3.0
  private static let growth = 3.0

  /// The value of ABS_PRESSURE; 0 on a panel without this axis.
  var pressure: Int32 = 0

  /// The pressure at the last reported position.
  private var reported: Int32 = 0
  /// The length of the last reported step, in mm.
  private var step = 0.0
  private var isHeldBack = false

  /// Starts a contact at its landing.
  mutating func land() {
    (reported, step, isHeldBack) = (pressure, 0, false)
  }

  /// Adds a step of this length in mm; returns whether its position may be reported.
  mutating func advance(by length: Double) -> Bool {
    if !isHeldBack, isWrong(length) {
      isHeldBack = true
      return false
    }
    (reported, step, isHeldBack) = (pressure, length, false)
    return true
  }

  /// Whether a contact that lifts after a step of this length in mm was at its last reported
  /// position.
  func isWrongAtLift(_ length: Double) -> Bool { isHeldBack || isWrong(length) }

  private func isWrong(_ length: Double) -> Bool {
    reported > 0 && pressure <= reported / 2 && length > max(Self.minStep, Self.growth * step)
  }
}
