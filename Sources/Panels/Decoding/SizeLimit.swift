/// How wide a contact may be before it is taken for a palm, a sleeve or a cup.
///
/// Two thresholds: a finger flattens as it presses, so one that is on the glass may grow beyond
/// what one may land with.
public struct SizeLimit: Equatable, Sendable {
  /// The greatest width of a contact that lands, in mm; nil for none of its own.
  public var landing: Double?
  /// The greatest width of a contact at any time, in mm; nil for none.
  public var anyTime: Double?

  /// Creates a limit; by default it limits nothing.
  public init(landing: Double? = nil, anyTime: Double? = nil) {
    self.landing = landing
    self.anyTime = anyTime
  }

  /// Whether a contact so wide, in mm, is too large, as it lands or later.
  func isExceeded(by width: Double, landing isLanding: Bool) -> Bool {
    if let anyTime, width > anyTime { return true }
    if isLanding, let landing, width > landing { return true }
    return false
  }
}
