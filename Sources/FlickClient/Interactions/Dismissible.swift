internal import GestureCore

/// A card that a long displacement or a fast flick downwards dismisses; either is enough.
///
/// With a distance alone, a fast flick of 80 points would return. With a speed alone, a slow drag
/// over most of the screen would return.
public struct DismissibleCard: Equatable, Sendable {
  /// The displacement beyond which the card is dismissed, in points.
  public var distance = 200.0
  /// The speed beyond which the card is dismissed, in points per second.
  public var speed = 800.0
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
  /// The offset at which the card is out of sight, in points.
  public var exit = 800.0
  /// The spring of the dismissal and the return.
  public var spring = Spring.standard
  /// Whether the card is dismissed.
  public private(set) var isDismissed = false
  /// The card's motion, downwards only.
  public private(set) var card = Content()

  /// Creates a card that is present.
  public init() {}

  /// Handles one moment of a swipe; does nothing once the card is dismissed.
  public mutating func handle(_ swipe: Swipe) {
    guard !isDismissed, let release = card.track(swipe, by: max(swipe.translation.y, 0)) else { return }
    let rule = DismissalRule(
      along: .y, [.down], distance: distance, speed: speed, isBySpeed: true, reversal: reversal)
    isDismissed = release == .lifted && rule.direction(of: swipe) != nil
    card.release(
      to: isDismissed ? exit : 0, velocity: swipe.decisiveVelocity.y, spring: spring, at: swipe.time)
  }

  /// Returns the progress at a time: 1 at the distance that dismisses the card.
  public func progress(at time: Int64) -> Double { min(max(card.offset(at: time) / distance, 0), 1) }

  /// Returns the opacity at a time: 1 up to half of the distance.
  public func opacity(at time: Int64) -> Double {
    let progress = progress(at: time)
    return progress > 0.5 ? 1 - progress : 1
  }
}

/// A sheet that is dismissed if its predicted end is below the middle of its height.
///
/// One check covers slow drags and fast flicks.
public struct DismissibleSheet: Equatable, Sendable {
  /// The height, in points.
  public let height: Double
  /// The fraction of the height beyond which the sheet is dismissed.
  public var fraction = 0.5
  /// The speed beyond which a release is a flick, whose direction counts, in points per second.
  public var speed = 800.0
  /// How to interpret a flick against the displacement.
  public var reversal = SwipeZone.Reversal.follow
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
    let rule = DismissalRule(
      along: .y, [.down], speed: speed, predicted: height * fraction, reversal: reversal)
    isPresented = release == .cancelled || rule.direction(of: swipe) == nil
    sheet.release(
      to: isPresented ? 0 : height, velocity: swipe.decisiveVelocity.y, spring: spring, at: swipe.time)
  }

  /// Returns the offset at which to draw the sheet; never above its resting offset.
  public func offset(at time: Int64) -> Double { max(sheet.offset(at: time), 0) }
}
