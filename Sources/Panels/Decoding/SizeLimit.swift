/// The width above which a contact counts as a palm, a sleeve or a cup.
///
/// There are two limits: a finger flattens when it presses, so a contact may grow beyond the limit
/// for landing.
public struct SizeLimit: Equatable, Sendable {
  /// The largest width of a landing contact, in mm; nil for no separate limit.
  public var landing: Double?
  /// The largest width of a contact at any time, in mm; nil for no limit.
  public var anyTime: Double?

  /// Creates a limit; the default limits nothing.
  public init(landing: Double? = nil, anyTime: Double? = nil) {
    self.landing = landing
    self.anyTime = anyTime
  }

  /// Whether a contact with this width, in mm, exceeds a limit, at its landing or later.
  func isExceeded(by width: Double, landing isLanding: Bool) -> Bool {
    if let anyTime, width > anyTime { return true }
    if isLanding, let landing, width > landing { return true }
    return false
  }
}
