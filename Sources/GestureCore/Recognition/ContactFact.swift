/// What the recogniser knows of a contact before the contact belongs to a swipe: how it landed and
/// ended.
///
/// A contact that is lifted or lost outside of a swipe is reported once so. Otherwise it begins a
/// swipe, and another one whenever further fingers join it.
public struct ContactFact: Sendable {
  /// Landed, begun, lifted or lost.
  public enum Change: Equatable, Sendable {
    /// The contact landed.
    case landed
    /// The contact belongs to a swipe whose begin follows.
    case begun(SwipeID)
    /// The contact lifted, and no swipe with it began.
    case lifted
    /// The contact ended, or is ignored until it lifts, and no swipe with it began.
    case lost(CancelReason)
  }

  /// Landed, begun, lifted or lost.
  public var change: Change
  /// The identifier of the contact.
  public var contact: Contact.ID
  /// The time of the fact.
  public var instant: Instant
  /// The position of the contact when it landed; after other changes the last position.
  public var location: PanelPoint
}
