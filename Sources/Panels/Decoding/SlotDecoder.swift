public import GestureCore

/// Turns the kernel's events of one panel into frames of contacts.
///
/// One decoder speaks protocols A and B and single touch. It allocates nothing after it was made:
/// at most 64 contacts, in the panel's slots (protocol B) or in the lowest free ones (protocol A).
/// A contact that was down before the stream began has no tracking id; it is told of only after it
/// was lifted and landed again. Lists name such contacts like any other: there a frame with
/// BTN_TOUCH pressed and without a list says that somebody is down already.
///
/// The kernel's registers outlive the reader. One that opens a live device first feeds the
/// positions of every slot (libevdev_get_slot_value) as events without tracking ids, then the
/// current slot; else a contact that lands on its forerunner's x would be told at 0.
///
/// Time is that of the events. A panel of protocol A may say a lift by silence: ``deadline`` is its
/// moment then, and ``liftSilent()`` tells of it. Cost: O(1) an event, O(slots in use) a frame; a
/// protocol A frame without tracking ids costs O(n³) for n contacts.
public struct SlotDecoder: ~Copyable, Sendable {
  /// The number of contacts that a panel may have down at once.
  public static var capacity: Int { ContactList.capacity }

  /// How the panel tells its contacts apart.
  public let touchProtocol: TouchProtocol
  /// How device units lie on the glass; it may change between frames.
  public var geometry: PanelGeometry
  /// The frame that the last `true` of ``consume(_:)`` or ``loseAll(_:at:)`` filled.
  public var frame = ContactFrame()
  /// How many contacts landed beyond the capacity and were ignored.
  public internal(set) var ignoredContacts: UInt64 = 0
  /// How many contacts were down when the last frame was complete, of those within the capacity.
  public internal(set) var contactsDown = 0
  /// How many contacts the panel called palms.
  public internal(set) var palms: UInt64 = 0
  /// How many contacts were larger than the size limit.
  public internal(set) var oversized: UInt64 = 0
  /// How many contacts landed, told of or not.
  public var landedContacts: UInt64 { begunContacts &+ ignoredContacts }

  // Internal rather than private for the rest of the decoder: frames and protocol A have files of
  // their own.
  var slots = InlineArray<64, Slot>(repeating: Slot())
  var slotsInUse = 0
  private let lastSlot: Int
  private var currentSlot = 0
  var list = ContactList()
  var lastSurplus = 0
  var isTouchReleased = false
  private var isTouchPressed = false
  /// Whether what is on the glass was there before the stream told of it (protocol A).
  var isHeld = false
  var begunContacts: UInt64 = 0
  var listSilence = SilentLiftDetector()
  /// How wide a contact may be; it may change between frames.
  public var sizeLimit: SizeLimit
  /// Of ABS_MT_TOUCH_MAJOR, 0 where the panel does not say.
  let majorResolution: Double
  /// Whether the panel was seen to say that a slot's tool is no palm any more.
  var takesPalmsBack = false
  private var isSkipping = false
  var clock = DeviceClock()
  var timestamp: Int32?
  var lastNumber: UInt64 = 0

  /// Creates a decoder for a panel that nobody touches.
  public init(
    description: PanelDescription, geometry: PanelGeometry, sizeLimit: SizeLimit = SizeLimit()
  ) {
    self.touchProtocol = TouchProtocol(description)
    self.geometry = geometry
    self.lastSlot = Int(description.axes[EventCode.mtSlot]?.maximum ?? 0)
    self.sizeLimit = sizeLimit
    self.majorResolution = Double(description.axes[EventCode.mtTouchMajor]?.resolution ?? 0)
  }

  /// Takes the next event and says whether it was the SYN_REPORT that completed ``frame``, which
  /// may be empty.
  ///
  /// After SYN_DROPPED, events up to the next SYN_REPORT are skipped as the kernel asks for, and
  /// its frame loses every contact. A reader that resynchronises (libevdev) calls
  /// ``loseAll(_:at:)`` instead and goes on with the resynchronised events.
  public mutating func consume(_ event: InputEvent) -> Bool {
    switch event.type {
    case EventCode.syn:
      return synchronize(event)
    case EventCode.abs where !isSkipping:
      moveAxis(event.code, to: event.value)
    case EventCode.key where event.code == EventCode.btnTouch && !isSkipping:
      pressTouch(event.value)
    case EventCode.msc where event.code == EventCode.mscTimestamp && !isSkipping:
      timestamp = event.value
    default:
      break
    }
    return false
  }

  /// The moment at which silence will be the lift of every contact, nil where it will not.
  ///
  /// O(1); `mutating` only so that nothing is copied.
  public var deadline: Instant? {
    mutating get {
      guard touchProtocol == .list, listSilence.isLift, contactsDown > 0, !isSkipping else { return nil }
      return frame.instant + SilentLiftDetector.length
    }
  }

  /// Fills ``frame`` with the loss of every live contact, and says whether there was one.
  ///
  /// Fingers that are still down are dead until a tracking id (B), their absence (A) or BTN_TOUCH
  /// (single) frees them.
  public mutating func loseAll(_ reason: CancelReason, at instant: Instant) -> Bool {
    frame.removeAll()
    frame.instant = instant
    frame.scanned = nil
    frame.liftSilence = listSilence.isLift ? SilentLiftDetector.length : nil
    timestamp = nil
    clock.interrupt()
    contactsDown = 0
    for index in 0..<slotsInUse {
      if slots[index].departure != .none {
        append(
          slots[index].departedNumber, .lost(reason), x: slots[index].departedX, y: slots[index].departedY)
      }
      if slots[index].occupant == .live {
        append(slots[index].number, .lost(reason), x: slots[index].x, y: slots[index].y)
      }
      slots[index].abandon(keepingTrackingID: touchProtocol == .list)
      if slots[index].occupant == .dead { contactsDown += 1 }
    }
    list.removeAll()
    isTouchReleased = false
    isTouchPressed = false
    isSkipping = false
    return frame.count > 0
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
        // No finger's lift: input_dev_release_keys, with which the kernel lifts every key of a
        // device that goes, ends its frame with 1, where drivers end theirs with 0. The kernel's
        // key repeat has 1 too, but lifts nothing.
        _ = loseAll(.unplugged, at: event.instant)
      } else {
        if touchProtocol == .list {
          // A panel presses BTN_TOUCH with the list in which somebody landed; without one, those
          // that it lists were there.
          if isTouchPressed, !list.isPresent, !list.open.hasPosition { isHeld = true }
          isTouchPressed = false
          settleList(at: event.instant)
        }
        complete(at: event.instant)
      }
      return true
    case EventCode.synMTReport where !isSkipping:
      list.closeEntry()
    case EventCode.synDropped:
      isSkipping = true
    default:
      break
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
      if code == EventCode.mtTrackingID, value >= 0 { ignoredContacts &+= 1 }
      return
    }
    slotsInUse = max(slotsInUse, currentSlot + 1)
    slots[currentSlot].isMentioned = true
    switch code {
    case EventCode.mtPositionX: slots[currentSlot].x = value
    case EventCode.mtPositionY: slots[currentSlot].y = value
    case EventCode.mtToolType: setTool(value, of: currentSlot)
    case EventCode.mtTouchMajor: slots[currentSlot].major = value
    case EventCode.mtTrackingID where value >= 0:
      if slots[currentSlot].begin(trackingID: value) { begunContacts &+= 1 }
    case EventCode.mtTrackingID: slots[currentSlot].end()
    default: break
    }
  }

  private mutating func setTool(_ tool: Int32, of index: Int) {
    if slots[index].tool == EventCode.toolPalm, tool != EventCode.toolPalm { takesPalmsBack = true }
    slots[index].tool = tool
    slots[index].isToolTold = true
  }

  private mutating func moveListAxis(_ code: UInt16, to value: Int32) {
    switch code {
    case EventCode.mtPositionX:
      list.open.x = value
      list.open.hasPosition = true
    case EventCode.mtPositionY:
      list.open.y = value
      list.open.hasPosition = true
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
    case EventCode.x: slots[0].x = value
    case EventCode.y: slots[0].y = value
    default: break
    }
  }

  /// Whether the frame under way has lifted every finger by BTN_TOUCH, where that means something.
  private var hasTouchRelease: Bool {
    switch touchProtocol {
    case .slots: false
    case .list: isTouchReleased
    case .single: slots[0].departure != .none
    }
  }

  private mutating func pressTouch(_ value: Int32) {
    if touchProtocol == .list { listSilence.sayLift() }
    switch (touchProtocol, value) {
    case (.single, 0):
      slots[0].end()
    case (.single, 1):
      slotsInUse = 1
      if slots[0].begin(trackingID: 0) { begunContacts &+= 1 }
    case (.list, 0):
      isTouchReleased = true
    case (.list, 1):
      isTouchPressed = true
    case (.list, _), (.single, _), (.slots, _):
      // With slots the tracking ids say it; and 2 is the kernel's key repeat.
      break
    }
  }
}
