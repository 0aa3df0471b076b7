/// One finger, as one frame of the kernel tells it.
public struct Contact: Sendable {
  /// Names one contact of one panel from landing to lift, counted from 1 and never reused.
  public struct ID: Equatable, Sendable {
    /// The running number of the contact.
    public var number: UInt64

    /// Creates the name of the panel's `number`th contact.
    public init(number: UInt64) {
      self.number = number
    }
  }

  /// What a frame says of a contact.
  public enum Report: Equatable, Sendable {
    /// It touched the glass in this frame.
    case landed
    /// Its position was reported.
    case moved
    /// It was reported without a new position: it is there, and it is still.
    case still
    /// It left the glass. `location` is its last one.
    case lifted
    /// It ended without a lift that could be trusted; no decision may be made of it.
    case lost(CancelReason)
  }

  /// The contact's name.
  public var id: ID
  /// What happened.
  public var report: Report
  /// Where it is, or was last.
  public var location: PanelPoint

  /// Creates one line of a frame.
  public init(id: ID, report: Report, location: PanelPoint) {
    self.id = id
    self.report = report
    self.location = location
  }
}

/// Why a swipe ended without a decision.
public enum CancelReason: Equatable, Sendable {
  /// The panel or a size limit took the contact for a palm.
  case palm
  /// The contact grew beyond the size limit.
  case size
  /// Events were lost under it.
  case dropped
  /// The panel went away.
  case unplugged
  /// No lift came for too long, or its slot was used again.
  case stale
  /// The machine slept.
  case suspend
  /// Another finger joined.
  case fingers
  /// Two fingers moved against each other.
  case pinch
  /// The service stops.
  case shutdown
  /// It was no finger: it did what no hand can.
  case ghost
}
