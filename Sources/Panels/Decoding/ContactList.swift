/// The contacts that a frame of protocol A lists, before they are matched with the slots.
struct ContactList: ~Copyable, Sendable {
  /// The place of a contact in ``SlotDecoder``'s table.
  enum Match: Equatable {
    /// Not looked for yet, or not found: it landed.
    case none
    /// It is the contact of this slot.
    case slot(Int)
    /// The frame listed it twice.
    case repeated
  }

  struct Entry: Sendable {
    var x: Int32 = 0
    var y: Int32 = 0
    var tool: Int32 = 0
    var major: Int32 = 0
    var trackingID: Int32 = -1
    var hasPosition = false
    var match = Match.none
  }

  static var capacity: Int { 64 }

  /// What came since the last SYN_MT_REPORT.
  var open = Entry()
  /// Whether the frame listed contacts at all, if only to say that there are none.
  var isPresent = false
  /// How many contacts the frame listed beyond the capacity.
  private(set) var surplus = 0
  private(set) var count = 0
  private var entries = InlineArray<64, Entry>(repeating: Entry())

  init() {}

  /// Ends the contact that came last; one without a position is the kernel's way to say that
  /// nothing is down.
  mutating func closeEntry() {
    isPresent = true
    if open.hasPosition {
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
