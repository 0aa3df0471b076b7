/// Everything that one SYN_REPORT says: the contacts that landed, moved, were seen to be still,
/// lifted or got lost.
///
/// Shape: at most ``capacity`` lines, in slot order; a contact that the kernel did not mention is
/// absent. A frame is filled, handed on and cleared in place: 128 lines are 6 kB, and reading a
/// large inline array through a non-mutating path copies it.
public struct ContactFrame: ~Copyable, Sendable {
  /// The number of lines: two for each of 64 slots, since one that is closed and reopened in a
  /// frame needs two.
  public static var capacity: Int { 128 }

  /// When the frame was complete, on the clock of the stream.
  ///
  /// Deadlines, silences and durations are measured by it alone: so a live run, whose timers are
  /// the kernel's, equals its replay.
  public var instant = Instant(microseconds: 0)
  /// When the panel saw what the frame tells, by the panel's own clock laid on that of the stream;
  /// nil where it sends none that can be believed.
  ///
  /// Velocities are measured by it. It is never later than ``instant``, and within a contact it
  /// never goes back.
  public var scanned: Instant?
  /// How long the panel is silent before that is taken for a lift, where silence is the only lift
  /// that it has; nil of all other panels.
  ///
  /// Such a panel repeats a finger that rests, so up to this length silence is no rest.
  public var liftSilence: Interval?
  /// The number of lines in use.
  public private(set) var count = 0
  private var lines = InlineArray<128, Contact>(
    repeating: Contact(id: Contact.ID(number: 0), report: .still, location: PanelPoint(x: 0, y: 0)))

  /// Creates an empty frame.
  public init() {}

  /// Adds a line; a line beyond the capacity is dropped.
  ///
  /// O(1).
  public mutating func append(_ contact: Contact) {
    guard count < Self.capacity else { return }
    lines[count] = contact
    count += 1
  }

  /// Takes every line out.
  ///
  /// O(1).
  public mutating func removeAll() {
    count = 0
  }

  /// Takes out every line from `position` on.
  ///
  /// O(1).
  public mutating func removeAll(from position: Int) {
    count = min(count, position)
  }

  /// Puts another line in the place of that at `position`, which must be below the count.
  ///
  /// O(1).
  public mutating func replace(at position: Int, with contact: Contact) {
    precondition(position < count, "a frame has no line beyond its count")
    lines[position] = contact
  }

  /// The line at `position`, which must be below the count.
  ///
  /// O(1); `mutating` only so that nothing is copied.
  public mutating func contact(at position: Int) -> Contact {
    precondition(position < count, "a frame has no line beyond its count")
    return lines[position]
  }
}
