public import FlickClient

/// Content that a swipe dismisses: a card or a sheet that leaves in a direction, or stays.
///
/// It is ``DismissibleCard``, ``DismissibleSheet``, ``SwipeCard`` or ``SpringCard``. They decide by
/// the rule of their ``Interaction/zone(_:)``.
public protocol LeavingInteraction: AxisInteraction where Position == Swipe.Direction? {
  /// The direction in which the content left; nil while it is present.
  var side: Swipe.Direction? { get }
}

extension LeavingInteraction {
  /// Whether the content is dismissed.
  public var isDismissed: Bool { side != nil }
  /// Whether the content follows a finger now: while it is present or held.
  public var canFollow: Bool { !isDismissed || content.isHeld }

  /// Returns the direction in which a release of this swipe now would dismiss the content.
  ///
  /// Nil if the content would return.
  public func meant(_ swipe: Swipe) -> Swipe.Direction? { zone("").direction(of: swipe) }
}
