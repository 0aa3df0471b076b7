/// A sheet at the bottom of the screen that rests at one of several heights.
///
/// The predicted end selects the height. A hard flick over 40 % of the distance arrives; by its
/// displacement alone it would return.
public struct BottomSheet: Equatable, Sendable {
  /// The heights at which the sheet rests, as offsets in points; up is negative.
  public let detents: SnapPoints
  /// The spring that moves the sheet.
  public var spring = Spring.standard
  /// The number of the sheet's height among the ``detents``.
  public private(set) var index: Int
  /// The sheet's motion.
  public private(set) var sheet: Content

  /// Creates a sheet that rests at one of the heights; the default is hidden, half and full.
  public init(detents: SnapPoints = SnapPoints([0, -300, -600]), index: Int = 0) {
    self.detents = detents
    self.index = index
    sheet = Content(at: detents.offset(of: index))
  }

  /// Handles one moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    guard let release = sheet.track(swipe, by: swipe.translation.y) else { return }
    if release == .lifted {
      index = detents.target(
        landing: sheet.start + swipe.predictedEndTranslation.y, velocity: swipe.velocity.y, from: index)
    }
    sheet.release(
      to: detents.offset(of: index), velocity: swipe.velocity.y, spring: spring, at: swipe.time)
  }
}
