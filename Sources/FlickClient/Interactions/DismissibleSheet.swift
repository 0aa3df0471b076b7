/// A sheet that is dismissed if its predicted end is below the middle of its height.
///
/// One check covers slow drags and fast flicks.
public struct DismissibleSheet: Equatable, Sendable {
  /// The height, in points.
  public let height: Double
  /// The fraction of the height beyond which the sheet is dismissed.
  public var fraction = 0.5
  /// The spring of the dismissal and the return.
  public var spring = Spring.standard
  /// Whether the sheet is presented.
  public private(set) var isPresented = true
  /// The sheet's motion; draw the sheet at ``offset(at:)``.
  public private(set) var sheet = Content()

  /// Creates a sheet with a height in points.
  public init(height: Double = 400) {
    self.height = height
  }

  /// Handles one moment of a swipe; does nothing once the sheet is dismissed.
  public mutating func handle(_ swipe: Swipe) {
    guard isPresented, let release = sheet.track(swipe, by: swipe.translation.y) else { return }
    let landing = sheet.start + swipe.predictedEndTranslation.y
    isPresented = release == .cancelled || landing <= height * fraction
    sheet.release(to: isPresented ? 0 : height, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
  }

  /// Returns the offset at which to draw the sheet; never above its resting offset.
  public func offset(at time: Int64) -> Double { max(sheet.offset(at: time), 0) }
}
