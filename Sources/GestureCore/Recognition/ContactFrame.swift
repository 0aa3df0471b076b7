/// The contacts that one SYN_REPORT reports: landed, moved, still, lifted or lost.
///
/// A frame has at most ``capacity`` lines, in slot order. A contact that the kernel did not mention
/// has no line. The caller fills, passes and clears one frame in place: 128 lines are 6 kB, and
/// reading a large inline array through a non-mutating path copies the array.
public struct ContactFrame: ~Copyable, Sendable {
  /// The maximum number of lines.
  ///
  /// Two for each of 64 slots, because a slot that is closed and reopened in one frame needs two.
  public static var capacity: Int { 128 }

  /// When the frame was complete, on the clock of the stream.
  ///
  /// Deadlines, silences and durations use only this clock. So a live run, whose timers are the
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
  /// The number of lines in use.
  public private(set) var count = 0
  // Lines that were never used have only zero bits, so that their memory can be returned to the
  // system.
  private var lines = InlineArray<128, Contact>(
    repeating: Contact(id: Contact.ID(number: 0), report: .lost(.palm), location: PanelPoint(x: 0, y: 0)))

  /// Creates an empty frame.
  public init() {}

  /// Appends a line; drops the line if the frame is full.
  ///
  /// O(1).
  public mutating func append(_ contact: Contact) {
    guard count < Self.capacity else { return }
    lines[count] = contact
    count += 1
  }

  /// Removes every line.
  ///
  /// O(1).
  public mutating func removeAll() {
    count = 0
  }

  /// Removes every line from `position` on.
  ///
  /// O(1).
  public mutating func removeAll(from position: Int) {
    count = min(count, position)
  }

  /// Replaces the line at `position`, which must be below the count.
  ///
  /// O(1).
  public mutating func replace(at position: Int, with contact: Contact) {
    precondition(position < count, "a frame has no line beyond its count")
    lines[position] = contact
  }

  /// The line at `position`, which must be below the count.
  ///
  /// O(1); `mutating` only to avoid a copy.
  public mutating func contact(at position: Int) -> Contact {
    precondition(position < count, "a frame has no line beyond its count")
    return lines[position]
  }
}
