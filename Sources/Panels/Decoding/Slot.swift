/// One slot of the kernel's table: the registers that it left out or sent, and who is in it.
struct Slot: Sendable {
  /// Who is in the slot.
  enum Occupant: Equatable {
    /// Nobody, or a contact that was down before the stream began.
    case nobody
    /// A contact that the open frame began.
    case landing
    /// A contact that the open frame began and ended.
    case tapping
    /// A contact that frames before told of.
    case live
    /// A contact that was given up; nothing is told of it until it lifts.
    case dead
  }

  /// How the contact that was in the slot before left it in the open frame.
  enum Departure: Equatable {
    case none
    case lift
    case reuse
  }

  // The kernel sends only what changed, so these outlive the contacts: one that lands on its
  // forerunner's x has no x event at all.
  var x: Int32 = 0
  var y: Int32 = 0
  var tool: Int32 = 0
  var major: Int32 = 0
  /// Whether the tool was told of the contact in the slot, not of one before it.
  var isToolTold = false

  var occupant = Occupant.nobody
  var trackingID: Int32 = -1
  var number: UInt64 = 0
  var toldX: Int32 = 0
  var toldY: Int32 = 0
  var isMentioned = false

  var departure = Departure.none
  var departedNumber: UInt64 = 0
  var departedX: Int32 = 0
  var departedY: Int32 = 0

  /// A tracking id begins a contact, unless it is that of the contact in the slot; another contact
  /// there ends without a lift.
  ///
  /// Returns whether a contact began.
  mutating func begin(trackingID id: Int32) -> Bool {
    isMentioned = true
    switch occupant {
    case .nobody, .tapping:
      break
    case .landing, .live, .dead:
      if id == trackingID { return false }
      if occupant == .live { depart(.reuse) }
      isToolTold = false
    }
    occupant = .landing
    trackingID = id
    return true
  }

  /// The contact leaves the glass where the registers stand now: what follows in the frame is no
  /// longer its own.
  mutating func end() {
    isMentioned = true
    trackingID = -1
    switch occupant {
    case .nobody, .tapping:
      break
    case .landing:
      // A frame has two lines for a slot. A third would be a contact that came and went between the
      // beats of one frame that had already ended another; no finger does that.
      if departure == .none { occupant = .tapping } else { vacate() }
    case .live:
      depart(.lift)
      vacate()
    case .dead:
      vacate()
    }
  }

  /// Nobody is in the slot any more.
  mutating func vacate() {
    occupant = .nobody
    isToolTold = false
  }

  /// Gives the contact up.
  ///
  /// Protocol A goes on listing it by its tracking id; in a slot any new id opens it again.
  mutating func abandon(keepingTrackingID: Bool) {
    if !keepingTrackingID { trackingID = -1 }
    departure = .none
    isMentioned = false
    switch occupant {
    case .nobody, .tapping: occupant = .nobody
    case .landing, .live, .dead: occupant = .dead
    }
  }

  private mutating func depart(_ how: Departure) {
    departure = how
    departedNumber = number
    departedX = x
    departedY = y
  }
}
