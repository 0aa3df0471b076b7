public import GestureCore

/// A sheet at the bottom of the screen that rests at one of several heights; a flick takes it to the one that was meant.
///
/// 40 % of the way with a hard flick arrives; by the way alone it would fall back.
public struct BottomSheet: Equatable, Sendable {
  /// The heights at which it rests, as offsets in points: up is negative.
  public let detents: [Double]
  /// What takes it there.
  public var spring = Spring.standard
  /// The position of its height in ``detents``.
  public private(set) var index: Int
  /// The sheet.
  public private(set) var sheet: Content

  /// Creates a sheet that rests at the first of the heights: hidden, half and full, unless others are named.
  public init(detents: [Double] = [0, -300, -600], index: Int = 0) {
    precondition(detents.indices.contains(index), "a sheet rests at one of its detents")
    self.detents = detents
    self.index = index
    sheet = Content(at: detents[index])
  }

  /// Takes in a moment of a swipe.
  public mutating func handle(_ swipe: Swipe) {
    switch swipe.phase {
    case .begin:
      sheet.grab(at: swipe.time)
      sheet.follow(swipe.translation.y)
    case .update:
      sheet.follow(swipe.translation.y)
    case .end:
      sheet.follow(swipe.translation.y)
      let landing = sheet.offset(at: swipe.time) - swipe.translation.y + swipe.predictedEndTranslation.y
      index = nearest(to: landing)
      sheet.release(to: detents[index], velocity: swipe.velocity.y, spring: spring, at: swipe.time)
    case .cancel:
      sheet.release(to: detents[index], velocity: 0, spring: spring, at: swipe.time)
    }
  }

  /// The detent nearest to an offset; of two the one at which it rests, or the earlier.
  private func nearest(to offset: Double) -> Int {
    var nearest = index
    for other in detents.indices where abs(detents[other] - offset) < abs(detents[nearest] - offset) {
      nearest = other
    }
    return nearest
  }
}
