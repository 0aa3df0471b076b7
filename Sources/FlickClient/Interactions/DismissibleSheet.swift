public import GestureCore

/// A sheet that goes if it would land below the middle of its height: one check for slow drags and fast flicks.
public struct DismissibleSheet: Equatable, Sendable {
  /// Its height, in points.
  public let height: Double
  /// The part of its height beyond which it goes.
  public var fraction = 0.5
  /// What takes it away or back.
  public var spring = Spring.standard
  /// Whether it is there.
  public private(set) var isPresented = true
  /// The sheet; below 0 it is shown at 0.
  public private(set) var sheet = Content()

  /// Creates a sheet of so many points.
  public init(height: Double = 400) {
    self.height = height
  }

  /// Takes in a moment of a swipe; none of a sheet that has gone.
  public mutating func handle(_ swipe: Swipe) {
    guard isPresented else { return }
    switch swipe.phase {
    case .begin:
      sheet.grab(at: swipe.time)
      sheet.follow(swipe.translation.y)
    case .update:
      sheet.follow(swipe.translation.y)
    case .end:
      sheet.follow(swipe.translation.y)
      isPresented = swipe.predictedEndTranslation.y <= height * fraction
      sheet.release(
        to: isPresented ? 0 : height, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
    case .cancel:
      sheet.release(to: 0, velocity: 0, spring: spring, at: swipe.time)
    }
  }

  /// Where it is drawn: never above its place.
  public func offset(at time: Int64) -> Double { max(sheet.offset(at: time), 0) }
}
