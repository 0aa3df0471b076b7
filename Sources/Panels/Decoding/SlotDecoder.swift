public import GestureCore

/// Converts the kernel's events of one panel to frames of contacts.
///
/// One decoder supports protocols A and B and single touch. After its creation, a decoder never
/// allocates: at most 64 contacts, in the panel's slots (protocol B) or in the lowest free ones
/// (protocol A). A contact that was down before the stream began has no tracking id; the decoder
/// reports it only after its lift and next landing. A list contains such a contact like any other
/// one. There, a frame with BTN_TOUCH pressed and without a list means that a contact is already
/// down.
///
/// A contact lands with the first frame in which it touches the glass and both its axes are known,
/// and lifts when it hovers (a positive ABS_MT_DISTANCE). A contact that lifts earlier is not
/// reported.
///
/// The kernel's registers keep their values when a program opens the device. So a program that
/// opens a live device must first feed the positions of every slot (libevdev_get_slot_value) as
/// events without tracking ids, then the current slot. Otherwise a contact that lands at the
/// previous contact's x would land only when its x changes.
///
/// All times are those of the events. A panel of protocol A may report a lift by silence. Then
/// ``deadline`` is the time of the lift, and ``liftSilent()`` reports it. Cost: O(1) per event,
/// O(slots in use) per frame; a protocol A frame without tracking ids costs O(n³) for n contacts.
public struct SlotDecoder: ~Copyable, Sendable {
  /// The maximum number of contacts that a panel may have down simultaneously.
  public static var capacity: Int { ContactList.capacity }

  /// How the panel distinguishes its contacts.
  public let touchProtocol: TouchProtocol
  /// The mapping from device units to the glass; it may change between frames.
  public var geometry: PanelGeometry
  /// The frame that was filled when ``consume(_:)`` or ``loseAll(_:at:)`` last returned `true`.
  public var frame = ContactFrame()
  /// The number of contacts that landed beyond the capacity and were ignored.
  public internal(set) var ignoredContacts: UInt64 = 0
  /// The number of contacts within the capacity that were down at the end of the last frame.
  public internal(set) var contactsDown = 0
  /// The number of contacts that the panel reported as palms.
  public internal(set) var palms: UInt64 = 0
  /// The number of times that the stream reported lost events (SYN_DROPPED).
  public private(set) var overflows: Int64 = 0
  /// The number of contacts that exceeded the size limit.
  public internal(set) var oversized: UInt64 = 0
  /// The number of contacts that landed up to the last frame, reported or not, without hidden ones.
  public private(set) var landedContacts: UInt64 = 0
  /// The number of hidden contacts that were down at the end of the last frame.
  public internal(set) var hiddenDown = 0
  /// The number of contacts that landed, hidden ones included.
  public var allContacts: UInt64 { begunContacts &+ ignoredContacts }

  // Not private, because frames and protocol A have their own files, and recordings read slots.
  package var slots = InlineArray<64, Slot>(repeating: Slot())
  var slotsInUse = 0
  private let lastSlot: Int
  private var currentSlot = 0
  var list = ContactList()
  var lastSurplus = 0
  var isTouchReleased = false
  private var isTouchPressed = false
  /// Whether the contacts on the glass landed before the stream reported them (protocol A).
  package var isHeld = false
  var begunContacts: UInt64 = 0
  /// The contacts that landed in private areas, and the ignored ones on a panel with such areas.
  package var hiddenContacts: UInt64 = 0
  var listSilence = SilentLiftDetector()
  var liftJump = LiftJump()
  /// The size limit of a contact; it may change between frames.
  public var sizeLimit: SizeLimit
  /// The areas in which contacts land hidden; they may change between frames.
  public var privateAreas: PrivateAreas
  /// Whether a positive distance means that a finger hovers.
  private let reportsHovering: Bool
  /// The resolution of ABS_MT_TOUCH_MAJOR; 0 if the panel does not report one.
  let majorResolution: Double
  /// Whether the panel has ever reset a slot's tool from palm to another one.
  var takesPalmsBack = false
  private var isSkipping = false
  var clock = DeviceClock()
  var timestamp: Int32?
  var lastNumber: UInt64 = 0

  /// Creates a decoder for an idle panel.
  public init(
    description: PanelDescription, geometry: PanelGeometry, sizeLimit: SizeLimit = SizeLimit(),
    privateAreas: PrivateAreas = PrivateAreas()
  ) {
    self.touchProtocol = TouchProtocol(description)
    self.geometry = geometry
    self.lastSlot = Int(description.axes[EventCode.mtSlot]?.maximum ?? 0)
    self.sizeLimit = sizeLimit
    self.privateAreas = privateAreas
    self.reportsHovering = !description.isDistanceIgnored
    self.majorResolution = Double(description.axes[EventCode.mtTouchMajor]?.resolution ?? 0)
  }

  /// Processes the next event; returns whether this SYN_REPORT completed ``frame``, which may be
  /// empty.
  ///
  /// A frame that only hidden contacts have caused completes nothing, see
  /// `SlotDecoder+Hidden.swift`. After SYN_DROPPED, events up to the next SYN_REPORT are skipped,
  /// as the kernel requires; that frame loses every contact. A caller that resynchronises
  /// (libevdev) calls ``loseAll(_:at:)`` instead and continues with the resynchronised events.
  public mutating func consume(_ event: InputEvent) -> Bool {
    switch event.type {
    case EventCode.syn: return synchronize(event)
    case EventCode.abs where !isSkipping: moveAxis(event.code, to: event.value)
    case EventCode.key where event.code == EventCode.btnTouch && !isSkipping: pressTouch(event.value)
    case EventCode.msc where event.code == EventCode.mscTimestamp && !isSkipping: timestamp = event.value
    default: break
    }
    return false
  }

  /// The width of a contact that is down, in mm; nil if the panel does not report one in mm.
  ///
  /// O(slots in use); `mutating` only to avoid a copy.
  public mutating func width(of contact: Contact.ID) -> Double? {
    guard majorResolution > 0 else { return nil }
    for index in 0..<slotsInUse where slots[index].occupant == .live && slots[index].number == contact.number
    {
      return Double(slots[index].major) / majorResolution
    }
    return nil
  }

  /// The time at which silence lifts every contact; nil if silence does not mean a lift.
  ///
  /// O(1); `mutating` only to avoid a copy.
  public var deadline: Instant? {
    mutating get {
      guard touchProtocol == .list, listSilence.isLift, contactsDown > 0, !isSkipping else { return nil }
      return frame.instant + SilentLiftDetector.length
    }
  }

  /// Fills ``frame`` with the loss of every live contact; returns whether there was one.
  ///
  /// Contacts that are still down are dead until a tracking id (B), their absence (A) or BTN_TOUCH
  /// (single) frees them.
  public mutating func loseAll(_ reason: CancelReason, at instant: Instant) -> Bool {
    frame.removeAll()
    frame.instant = instant
    frame.scanned = nil
    frame.liftSilence = listSilence.isLift ? SilentLiftDetector.length : nil
    timestamp = nil
    clock.interrupt()
    (contactsDown, hiddenDown) = (0, 0)
    for index in 0..<slotsInUse {
      slots[index].settle()
      classifyLanding(index)
      switch slots[index].departure {
      case .none, .dead, .hidden: break
      case .lift, .reuse:
        append(
          slots[index].departedNumber, .lost(reason), x: slots[index].departedX, y: slots[index].departedY)
      }
      if slots[index].occupant == .live {
        append(slots[index].number, .lost(reason), x: slots[index].x, y: slots[index].y)
      }
      slots[index].abandon(keepingTrackingID: touchProtocol == .list)
      if slots[index].occupant == .dead { contactsDown += 1 }
      if slots[index].occupant == .hidden { hiddenDown += 1 }
    }
    orderByLanding()
    countLandings()
    list.removeAll()
    isTouchReleased = false
    isTouchPressed = false
    isSkipping = false
    return frame.count > 0
  }

  mutating func countLandings() {
    landedContacts = allContacts &- hiddenContacts
  }

  mutating func ignore(_ count: Int) {
    ignoredContacts &+= UInt64(count)
    // The decoder does not know where an ignored contact is.
    if !privateAreas.isEmpty { hiddenContacts &+= UInt64(count) }
  }
}

// MARK: - Events

extension SlotDecoder {
  private mutating func synchronize(_ event: InputEvent) -> Bool {
    switch event.code {
    case EventCode.synReport:
      if isSkipping {
        _ = loseAll(.dropped, at: event.instant)
      } else if event.value != 0, hasTouchRelease {
        // Not a finger's lift. When a device is removed, the kernel lifts every key
        // (input_dev_release_keys) and ends that frame with 1; drivers end their frames with 0. The
        // kernel's key repeat also ends with 1, but lifts nothing.
        return loseAll(.unplugged, at: event.instant) || privateAreas.isEmpty
      } else {
        if touchProtocol == .list {
          // A panel presses BTN_TOUCH together with the list of the landing. So after a press
          // without a list, later listed contacts were already down.
          if isTouchPressed, !list.isPresent, !list.open.hasPosition { isHeld = true }
          isTouchPressed = false
          settleList(at: event.instant)
        }
        return complete(at: event.instant)
      }
      return true
    case EventCode.synMTReport where !isSkipping: list.closeEntry()
    case EventCode.synDropped:
      overflows += 1
      isSkipping = true
    default: break
    }
    return false
  }

  private mutating func moveAxis(_ code: UInt16, to value: Int32) {
    switch touchProtocol {
    case .slots: moveSlotAxis(code, to: value)
    case .list: moveListAxis(code, to: value)
    case .single: moveSingleAxis(code, to: value)
    }
  }

  private mutating func moveSlotAxis(_ code: UInt16, to value: Int32) {
    if code == EventCode.mtSlot {
      currentSlot = Int(value)
      return
    }
    guard code >= EventCode.mtTouchMajor, currentSlot >= 0, currentSlot <= lastSlot else { return }
    guard currentSlot < Self.capacity else {
      if code == EventCode.mtTrackingID, value >= 0 { ignore(1) }
      return
    }
    slotsInUse = max(slotsInUse, currentSlot + 1)
    slots[currentSlot].isMentioned = true
    switch code {
    case EventCode.mtPositionX: slots[currentSlot].setX(value)
    case EventCode.mtPositionY: slots[currentSlot].setY(value)
    case EventCode.mtDistance where reportsHovering: slots[currentSlot].distance = value
    case EventCode.mtToolType: setTool(value, of: currentSlot)
    case EventCode.mtTouchMajor: slots[currentSlot].major = value
    case EventCode.mtTrackingID where value >= 0: slots[currentSlot].begin(trackingID: value)
    case EventCode.mtTrackingID: slots[currentSlot].end()
    default: break
    }
  }

  private mutating func setTool(_ tool: Int32, of index: Int) {
    // On a panel with private areas, the end of the frame shows whose tool this is.
    if privateAreas.isEmpty, slots[index].tool == EventCode.toolPalm, tool != EventCode.toolPalm {
      takesPalmsBack = true
    }
    slots[index].tool = tool
    slots[index].isToolReported = true
  }

  private mutating func moveListAxis(_ code: UInt16, to value: Int32) {
    switch code {
    case EventCode.mtPositionX: list.open.x = value
    case EventCode.mtPositionY: list.open.y = value
    case EventCode.mtDistance where reportsHovering: list.open.distance = value
    case EventCode.mtToolType: list.open.tool = value
    case EventCode.mtTouchMajor: list.open.major = value
    case EventCode.mtTrackingID: list.open.trackingID = value
    default: break
    }
  }

  private mutating func moveSingleAxis(_ code: UInt16, to value: Int32) {
    slotsInUse = 1
    slots[0].isMentioned = true
    switch code {
    case EventCode.x: slots[0].setX(value)
    case EventCode.y: slots[0].setY(value)
    case EventCode.distance where reportsHovering: slots[0].distance = value
    case EventCode.pressure: liftJump.pressure = value
    default: break
    }
  }

  /// Whether the open frame has lifted every finger by BTN_TOUCH, on a panel where that is a lift.
  private var hasTouchRelease: Bool {
    switch touchProtocol {
    case .slots: false
    case .list: isTouchReleased
    case .single: slots[0].departure != .none && slots[0].departure != .dead
    }
  }

  private mutating func pressTouch(_ value: Int32) {
    if touchProtocol == .list { listSilence.sayLift() }
    switch (touchProtocol, value) {
    case (.single, 0): slots[0].end()
    case (.single, 1):
      slotsInUse = 1
      slots[0].begin(trackingID: 0)
    case (.list, 0): isTouchReleased = true
    case (.list, 1): isTouchPressed = true
    case (.list, _), (.single, _), (.slots, _):
      // With slots, the tracking ids report landings and lifts; the value 2 is the kernel's key
      // repeat.
      break
    }
  }
}
