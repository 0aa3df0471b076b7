/// A sheet that goes if it would land below the middle of its height: one check for slow drags and
/// fast flicks.
public struct DismissibleSheet: Equatable, Sendable {
  /// Its height, in points.
  public let height: Double
  /// The part of its height beyond which it goes.
  public var fraction = 0.5
  /// What takes it away or back.
  public var spring = Spring.standard
  /// Whether it is there.
  public private(set) var isPresented = true
  /// The sheet, as the finger has it; it is drawn at ``offset(at:)``.
  public private(set) var sheet = Content()

  /// Creates a sheet of so many points.
  public init(height: Double = 400) {
    self.height = height
  }

  /// Takes in a moment of a swipe; none of a sheet that has gone.
  public mutating func handle(_ swipe: Swipe) {
    guard isPresented, let release = sheet.track(swipe, by: swipe.translation.y) else { return }
    let landing = sheet.start + swipe.predictedEndTranslation.y
    isPresented = release == .cancelled || landing <= height * fraction
    sheet.release(to: isPresented ? 0 : height, velocity: swipe.velocity.y, spring: spring, at: swipe.time)
  }

  /// Where it is drawn: never above its place.
  public func offset(at time: Int64) -> Double { max(sheet.offset(at: time), 0) }
}
