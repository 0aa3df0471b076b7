/// A sheet at the bottom of the screen that rests at one of several heights; a flick takes it to
/// the one that was meant.
///
/// 40 % of the way with a hard flick arrives; by the way alone it would fall back.
public struct BottomSheet: Equatable, Sendable {
  /// The heights at which it rests, as offsets in points: up is negative.
  public let detents: SnapPoints
  /// What takes it there.
  public var spring = Spring.standard
  /// The number of its height among the ``detents``.
  public private(set) var index: Int
  /// The sheet.
  public private(set) var sheet: Content

  /// Creates a sheet that rests at one of the heights: hidden, half and full, unless others are
  /// stated.
  public init(detents: SnapPoints = SnapPoints([0, -300, -600]), index: Int = 0) {
    self.detents = detents
    self.index = index
    sheet = Content(at: detents.offset(of: index))
  }

  /// Takes in a moment of a swipe.
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
