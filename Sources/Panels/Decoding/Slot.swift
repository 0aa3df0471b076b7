/// One slot of the kernel's table: its register values and its contact.
package struct Slot: Sendable {
  package enum Occupant: Equatable {
    /// No contact, or a contact that was down before the stream began.
    case nobody
    /// A contact that began, or began to touch, in the open frame.
    case landing
    /// A contact of an earlier frame that does not touch: it hovers, or its position is not known.
    case waiting
    /// A contact that began and ended in the open frame.
    case tapping
    /// A contact that earlier frames reported.
    case live
    /// A dropped contact; nothing is reported until it lifts.
    case dead
    /// A contact that landed in a private area; it is as if absent until it lifts.
    case hidden
  }

  /// How the previous contact left the slot in the open frame.
  enum Departure: Equatable {
    case none
    case lift
    case reuse
    /// A dropped contact left, which reports nothing.
    case dead
    /// A hidden contact left.
    case hidden
  }

  // The kernel sends only changed values, so these values stay for the next contact: a contact that
  // lands at the previous contact's x has no x event.
  package private(set) var x: Int32 = 0
  package private(set) var y: Int32 = 0
  /// The distance from the glass: positive while the contact hovers.
  var distance: Int32 = 0
  var tool: Int32 = 0
  var major: Int32 = 0
  /// The tool of the last contact that is not hidden.
  var shownTool: Int32 = 0

  /// The tracking id of the contact, −1 after it; 0 before the first one, because a slot that was
  /// never used has only zero bits, so that its memory can be returned to the system.
  package var trackingID: Int32 = 0
  var reportedX: Int32 = 0
  var reportedY: Int32 = 0
  var departedX: Int32 = 0
  var departedY: Int32 = 0
  // The last step in a list, by which a fast finger is recognised.
  private(set) var stepX: Int32 = 0
  private(set) var stepY: Int32 = 0
  var departedNumber: UInt64 = 0
  package var number: UInt64 = 0
  /// The number of contacts that touched the glass first in the open frame.
  var landings: UInt32 = 0

  // Bytes last, which saves 2 kB per panel.
  package var occupant = Occupant.nobody
  var departure = Departure.none
  var isMentioned = false
  // A recording without registers does not contain the values from before its start.
  private var isXKnown = false
  private var isYKnown = false
  /// Whether the tool was reported for the current contact, not for an earlier one.
  var isToolReported = false
  /// Whether the last contact is or was hidden.
  var wasHidden = false

  /// Whether the events of the open frame belong to a contact that is not hidden.
  ///
  /// A contact that hovers may be about to land in a private area.
  var isShown: Bool {
    switch (departure, occupant) {
    case (.lift, _), (.reuse, _), (.dead, _): true
    case (_, .nobody), (_, .hidden), (_, .waiting): false
    case (_, .landing), (_, .tapping), (_, .live), (_, .dead): true
    }
  }

  private var isHovering: Bool { distance > 0 }

  /// Whether a contact in this slot touches the glass at a known position.
  private var isTouching: Bool { !isHovering && isXKnown && isYKnown }

  /// Sets the position that a list reports; an axis that it omits stays.
  mutating func move(toX newX: Int32?, y newY: Int32?) {
    let isStep = isXKnown && isYKnown
    (stepX, stepY) = isStep ? ((newX ?? x) &- x, (newY ?? y) &- y) : (0, 0)
    if let newX { setX(newX) }
    if let newY { setY(newY) }
  }

  mutating func setX(_ value: Int32) { (x, isXKnown) = (value, true) }

  mutating func setY(_ value: Int32) { (y, isYKnown) = (value, true) }

  /// Forgets the position of the previous contact: a list repeats every value.
  mutating func forgetPosition() { (isXKnown, isYKnown) = (false, false) }

  /// The square of the distance to a position in device units; an unknown value is not far away.
  func squaredDistance(toX x: Int32?, y: Int32?) -> Double {
    let across = isXKnown ? x.map { Double($0) - Double(self.x) } ?? 0 : 0
    let down = isYKnown ? y.map { Double($0) - Double(self.y) } ?? 0 : 0
    return across * across + down * down
  }

  /// Begins a contact, unless the tracking id is that of the current contact.
  ///
  /// A different current contact ends without a lift.
  mutating func begin(trackingID id: Int32) {
    isMentioned = true
    switch occupant {
    case .nobody, .tapping: break
    case .landing, .waiting, .live, .dead, .hidden:
      if id == trackingID { return }
      if occupant == .live { depart(isHovering ? .lift : .reuse) }
      if occupant == .hidden { departure = .hidden }
      if occupant == .landing, isTouching { landings += 1 }
      isToolReported = false
    }
    occupant = .landing
    trackingID = id
  }

  /// Ends the contact at the current register values; later values in the frame belong to the next
  /// contact.
  mutating func end() {
    isMentioned = true
    trackingID = -1
    switch occupant {
    case .nobody, .tapping: break
    case .landing:
      if isTouching { landings += 1 }
      // A frame has two contacts per slot. A third would need a contact that begins and ends in
      // one frame, after another contact ended in that frame. No finger does that.
      if isTouching, departure != .lift, departure != .reuse { occupant = .tapping } else { vacate() }
    case .waiting: vacate()
    case .live:
      depart(.lift)
      vacate()
    case .hidden:
      departure = .hidden
      vacate()
    case .dead:
      if departure == .none { departure = .dead }
      vacate()
    }
  }

  /// Drops a contact that was already down when the stream began.
  mutating func hold() {
    landings += 1
    occupant = .dead
  }

  /// Ends the frame: a contact lands when it touches, and lifts when it hovers.
  mutating func settle() {
    switch occupant {
    case .nobody, .tapping: break
    case .landing, .waiting: occupant = isTouching ? .landing : .waiting
    case .live where isHovering:
      depart(.lift)
      occupant = .waiting
    case .dead where isHovering: occupant = .waiting
    case .hidden where isHovering:
      departure = .hidden
      occupant = .waiting
    case .live, .dead, .hidden: break
    }
    if occupant == .landing { landings += 1 }
  }

  /// Removes the contact from the slot.
  mutating func vacate() {
    occupant = .nobody
    isToolReported = false
  }

  /// Drops the contact until it lifts.
  ///
  /// Protocol A continues to list the contact by its tracking id; with slots, any new id starts a
  /// new contact.
  mutating func abandon(keepingTrackingID: Bool) {
    if !keepingTrackingID { trackingID = -1 }
    departure = .none
    isMentioned = false
    switch occupant {
    case .nobody, .tapping: occupant = .nobody
    case .landing, .waiting, .live, .dead:
      // A contact that hovers is not down: its next landing counts.
      occupant = isHovering ? .waiting : .dead
    case .hidden: break
    }
  }

  private mutating func depart(_ how: Departure) {
    departure = how
    departedNumber = number
    // The position of a hovering finger is not the position at which it left the glass.
    (departedX, departedY) = isHovering ? (reportedX, reportedY) : (x, y)
  }
}

/// The width above which a contact counts as a palm, a sleeve or a cup.
///
/// There are two limits: a finger flattens when it presses, so a contact may grow beyond the limit
/// for landing.
public struct SizeLimit: Equatable, Sendable {
  /// The largest width of a landing contact, in mm; nil for no separate limit.
  public var landing: Double?
  /// The largest width of a contact at any time, in mm; nil for no limit.
  public var anyTime: Double?

  /// Creates a limit; the default limits nothing.
  public init(landing: Double? = nil, anyTime: Double? = nil) {
    self.landing = landing
    self.anyTime = anyTime
  }

  /// Whether a contact with this width, in mm, exceeds a limit, at its landing or later.
  func isExceeded(by width: Double, landing isLanding: Bool) -> Bool {
    if let anyTime, width > anyTime { return true }
    if isLanding, let landing, width > landing { return true }
    return false
  }
}

/// How a panel distinguishes its contacts.
///
/// The protocols are those of the kernel's multi-touch-protocol document.
public enum TouchProtocol: Equatable, Sendable {
  /// Protocol B: ABS_MT_SLOT selects the slot, and only changes are sent.
  case slots
  /// Protocol A: every frame lists every contact, and SYN_MT_REPORT ends each one.
  case list
  /// One contact: ABS_X, ABS_Y and BTN_TOUCH.
  case single

  /// Derives the protocol from a device's description.
  public init(_ description: PanelDescription) {
    if !description.hasMultitouch {
      self = .single
    } else if description.axes[EventCode.mtSlot] != nil {
      self = .slots
    } else {
      self = .list
    }
  }
}
