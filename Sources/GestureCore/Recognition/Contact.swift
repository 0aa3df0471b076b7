/// One contact as one frame reports it.
public struct Contact: Sendable {
  /// The identifier of one contact of one panel, from landing to lift.
  ///
  /// Counted from 1 and never reused.
  public struct ID: Equatable, Sendable {
    /// The running number of the contact.
    public var number: UInt64

    /// Creates the identifier of the panel's `number`th contact.
    public init(number: UInt64) {
      self.number = number
    }
  }

  /// What a frame reports of a contact.
  public enum Report: Equatable, Sendable {
    /// The contact touched the glass in this frame.
    case landed
    /// The frame reports a position of the contact.
    case moved
    /// The frame reports the contact without a new position: the contact is down and does not move.
    case still
    /// The contact left the glass; `location` is its last position.
    case lifted
    /// The contact ended without a lift that can be trusted, so its swipe gets no decision.
    case lost(CancelReason)
  }

  /// The contact's identifier.
  public var id: ID
  /// What the frame reports of the contact.
  public var report: Report
  /// Whether the contact is in a private zone here, so that no gap in its reports may be bridged.
  public var isPrivate = false
  /// The position of the contact; after a lift, its last position.
  public var location: PanelPoint

  /// Creates a contact of a frame.
  public init(id: ID, report: Report, location: PanelPoint) {
    self.id = id
    self.report = report
    self.location = location
  }
}
