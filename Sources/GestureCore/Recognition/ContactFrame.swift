/// The contacts that one SYN_REPORT reports: landed, moved, still, lifted or lost.
///
/// A frame has at most ``capacity`` contacts, in slot order. A contact that the kernel did not
/// mention is not in the frame. The caller fills, passes and clears one frame in place: 128
/// contacts are 6 kB, and reading a large inline array through a non-mutating path copies the
/// array.
public struct ContactFrame: ~Copyable, Sendable {
  /// The maximum number of contacts.
  ///
  /// Two for each of 64 slots, because a slot that is closed and reopened in one frame needs two.
  public static var capacity: Int { 128 }

  /// When the frame was complete, on the clock of the stream.
  ///
  /// Deadlines, silences and durations use only this clock, so a live run, whose timers are the
  /// kernel's, equals its replay.
  public var instant = Instant(microseconds: 0)
  /// When the panel scanned the frame: the device clock, mapped to the clock of the stream.
  ///
  /// Nil if the panel sends no device clock, or an implausible one. Velocities use this time. It is
  /// never later than ``instant`` and never decreases within a contact.
  public var scanned: Instant?
  /// The silence that means a lift, for a panel that reports a lift only by silence.
  ///
  /// Nil for all other panels. Such a panel repeats a resting finger, so a shorter silence does not
  /// mean rest.
  public var liftSilence: Interval?
  /// The number of contacts.
  public private(set) var count = 0
  // Entries that were never used have only zero bits, so that their memory can be returned to the
  // system.
  private var contacts = InlineArray<128, Contact>(
    repeating: Contact(id: Contact.ID(number: 0), report: .lost(.palm), location: PanelPoint(x: 0, y: 0)))

  /// Creates an empty frame.
  public init() {}

  /// Appends a contact; drops it if the frame is full.
  ///
  /// O(1).
  public mutating func append(_ contact: Contact) {
    guard count < Self.capacity else { return }
    contacts[count] = contact
    count += 1
  }

  /// Removes every contact.
  ///
  /// O(1).
  public mutating func removeAll() {
    count = 0
  }

  /// Removes every contact from `index` on.
  ///
  /// O(1).
  public mutating func removeAll(from index: Int) {
    count = min(count, index)
  }

  /// Replaces the contact at `index`, which must be below the count.
  ///
  /// O(1).
  public mutating func replace(at index: Int, with contact: Contact) {
    precondition(index < count, "a frame has no contact beyond its count")
    contacts[index] = contact
  }

  /// The contact at `index`, which must be below the count.
  ///
  /// O(1); `mutating` only to avoid a copy.
  public mutating func contact(at index: Int) -> Contact {
    precondition(index < count, "a frame has no contact beyond its count")
    return contacts[index]
  }
}
