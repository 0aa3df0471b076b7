/// The contacts that a frame of protocol A lists, before they are matched to slots.
struct ContactList: ~Copyable, Sendable {
  /// The index of a contact in the slots of ``SlotDecoder``.
  enum Match: Equatable {
    /// Not yet searched, or not found: the contact landed.
    case none
    /// The contact in this slot.
    case slot(Int)
    /// The frame listed the contact twice.
    case repeated
  }

  struct Entry: Sendable {
    /// Nil for an axis that the frame omits.
    var x: Int32?
    var y: Int32?
    var distance: Int32 = 0
    var tool: Int32 = 0
    var major: Int32 = 0
    var trackingID: Int32 = -1
    var hasPosition: Bool { x != nil || y != nil }
    var match = Match.none
  }

  static var capacity: Int { 64 }

  /// The contact since the last SYN_MT_REPORT.
  var open = Entry()
  /// Whether the frame has a list; an empty list means that nothing is down.
  var isPresent = false
  /// The number of contacts in the frame beyond the capacity.
  private(set) var surplus = 0
  private(set) var count = 0
  // Entries that were never used have only zero bits, so that their memory can be returned to the
  // system.
  private var entries = InlineArray<64, Entry>(repeating: Entry(x: 0, y: 0, trackingID: 0, match: .slot(0)))

  /// Ends the last contact; with a contact without a position, the kernel reports an empty list.
  ///
  /// A contact that hovers is not part of the list.
  mutating func closeEntry() {
    isPresent = true
    if open.hasPosition, open.distance <= 0 {
      if count < Self.capacity {
        entries[count] = open
        count += 1
      } else {
        surplus += 1
      }
    }
    open = Entry()
  }

  mutating func entry(at position: Int) -> Entry { entries[position] }

  mutating func match(_ position: Int, with match: Match) {
    entries[position].match = match
  }

  mutating func removeAll() {
    open = Entry()
    isPresent = false
    surplus = 0
    count = 0
  }
}
