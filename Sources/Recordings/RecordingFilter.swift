public import GestureCore
public import Panels

/// Chooses the contacts of a panel that a recording contains, and returns whole frames.
///
/// Two kinds of contacts are left out from their landing to their lift: those that were down at the
/// start, and those that land in private areas. Of a frame, only the events of the other
/// contacts remain. A frame that only a left-out contact has caused disappears, because the times
/// of touches on a PIN pad may reveal the PIN. A contact that hovers is not part of the recording,
/// see ``HoveringContacts``.
///
/// The kernel sends only changes, so at a landing the filter adds those values of the slot that no
/// earlier event of the recording contains: the recording needs no state from before its start.
/// Without contacts to leave out, the filter changes nothing else.
///
/// On a panel with private areas, nothing shows how many contacts were left out, and where: slots
/// and tracking ids are numbered anew, the panel's clock begins at 0 after each pause, BTN_TOUCH is
/// that of the recorded contacts, and other keys and the emulated pointer are left out.
public final class RecordingFilter {
  /// The number of contacts that landed and are part of the recording.
  public private(set) var contacts = 0
  /// The number of contacts that landed and were left out.
  public private(set) var leftOut = 0

  private let description: PanelDescription
  private let geometry: PanelGeometry
  private let privateAreas: PrivateAreas
  private let touchProtocol: TouchProtocol
  private var slots: SlotRegisters
  private var lists: ListedContacts
  private var hovering: HoveringContacts
  private var pending: [InputEvent] = []
  /// What a reader of the recording knows of keys and of the axes outside of slots.
  private var others = OtherRegisters()
  private var clock = RecordedClock()
  private var wasHidden = false
  private var wasTouched = false

  /// Creates a filter for a panel that was just opened.
  ///
  /// - `registers`: the values of the slots, as events that end no frame.
  /// - `down`: the numbers of the slots with a contact.
  /// - `privateAreas`: where the contacts that are left out land.
  public init(
    _ description: PanelDescription, geometry: PanelGeometry, registers: [InputEvent], down: [Int],
    privateAreas: PrivateAreas = PrivateAreas()
  ) {
    (self.description, self.geometry, self.privateAreas) = (description, geometry, privateAreas)
    touchProtocol = TouchProtocol(description)
    slots = SlotRegisters(description, geometry: geometry, down: down, privateAreas: privateAreas)
    lists = ListedContacts(description, geometry: geometry, isHeld: !down.isEmpty, privateAreas: privateAreas)
    hovering = HoveringContacts(description)
    slots.set(registers)
    hovering.set(registers)
    others.hasTouch = description.keys.contains(EventCode.btnTouch)
    wasHidden = isHidden
  }

  /// The number of recorded contacts that are down.
  public var contactsDown: Int { touchProtocol == .list ? lists.keptDown : slots.keptDown }

  private var isHidden: Bool {
    hovering.isPresent || (touchProtocol == .list ? lists.isHidden : slots.isHidden)
  }

  /// Adds an event; returns the frame that it ends, nil within a frame or if nothing remains of the
  /// frame.
  public func consume(_ event: InputEvent) -> RecordedFrame? {
    pending.append(event)
    guard event.endsFrame else { return nil }
    defer { pending.removeAll(keepingCapacity: true) }
    pending = hovering.removed(from: pending)
    if !privateAreas.isEmpty { return publicFrame(event) }
    return touchProtocol == .list ? listFrame(event) : slotFrame(event)
  }

  /// Records that the kernel has lost events; the events that follow lead to the present state.
  public func lose(at instant: Instant) -> RecordedFrame {
    pending.removeAll(keepingCapacity: true)
    lists.lose(at: instant)
    clock = RecordedClock()
    let events = [EventCode.synDropped, EventCode.synReport].map {
      InputEvent(instant: instant, type: EventCode.syn, code: $0, value: 0)
    }
    return frame(events)
  }

  /// Begins another recording: it leaves out the contacts that are down, and contains every value
  /// that it needs.
  public func restart() {
    let isHeld = lists.keptDown > 0 || lists.isHidden
    lists = ListedContacts(description, geometry: geometry, isHeld: isHeld, privateAreas: privateAreas)
    slots.restart()
    others.restart()
    clock = RecordedClock()
    pending.removeAll(keepingCapacity: true)
    (wasHidden, wasTouched) = (isHidden, false)
    (contacts, leftOut) = (0, 0)
  }

  /// Sets the values of the slots after lost events, as events that end no frame.
  public func resync(_ registers: [InputEvent]) {
    slots.set(registers)
    hovering.set(registers)
  }

  // MARK: Frames

  /// The frame of a panel with private areas, as if it had no other contacts than the recorded
  /// ones.
  ///
  /// Like `SlotDecoder`, it counts a frame of left-out contacts with MSC_TIMESTAMP as one in which
  /// the recorded contacts rest.
  private func publicFrame(_ end: InputEvent) -> RecordedFrame? {
    var kept: [InputEvent]
    let others: [InputEvent]
    var hasHidden = false
    if touchProtocol == .list {
      let result = lists.frame(pending)
      (kept, others) = (result.kept, result.others)
      contacts += result.landed
      leftOut += result.leftOut
    } else {
      let result = slots.frame(pending)
      (kept, others) = (result.kept, result.others)
      hasHidden = result.dropped > 0 || hovering.isPresent
      contacts += result.landed
      leftOut += result.leftOut
    }
    let scan = others.last { $0.type == EventCode.msc && $0.code == EventCode.mscTimestamp }
    guard !kept.isEmpty || contactsDown > 0 && (scan != nil || !hasHidden) else { return nil }
    if touchProtocol != .single {
      kept += self.others.substitute(isTouched: contactsDown > 0, at: end.instant)
    }
    if let scan { kept.append(clock.recorded(scan)) }
    return frame(kept + [end])
  }

  private func slotFrame(_ end: InputEvent) -> RecordedFrame? {
    let hiddenBefore = wasHidden
    let result = slots.frame(pending)
    contacts += result.landed
    leftOut += result.leftOut
    wasHidden = isHidden
    others.see(result.others)
    var kept = result.kept
    if hiddenBefore || isHidden || result.leftOut > 0 {
      guard !kept.isEmpty else { return nil }
      if touchProtocol == .slots { kept += others.substitute(isTouched: slots.keptDown > 0, at: end.instant) }
      return frame(kept + result.others.filter { $0.type == EventCode.msc } + [end])
    }
    let isWhole = result.dropped == 0
    let added = others.record(result.others, isTouched: slots.keptDown > 0, at: end.instant)
    guard isWhole || !kept.isEmpty || !result.others.isEmpty || !added.isEmpty else { return nil }
    // Without a left-out contact, the kernel's order remains.
    return frame(result.ordered + added + [end])
  }

  private func listFrame(_ end: InputEvent) -> RecordedFrame? {
    let hiddenBefore = wasHidden
    let result = lists.frame(pending)
    contacts += result.landed
    leftOut += result.leftOut
    wasHidden = isHidden
    others.see(result.others)
    guard hiddenBefore || isHidden || result.leftOut > 0 else {
      _ = others.record(result.others, isTouched: false, at: end.instant)
      return frame(pending)
    }
    guard !result.kept.isEmpty else { return nil }
    let touch = others.substitute(isTouched: lists.keptDown > 0, at: end.instant)
    return frame(result.kept + touch + result.others.filter { $0.type == EventCode.msc } + [end])
  }

  private func frame(_ events: [InputEvent]) -> RecordedFrame {
    let down = contactsDown
    defer { wasTouched = down > 0 }
    // A contact that lands and lifts in one frame is never down between frames.
    let isTap = events.contains {
      $0.type == EventCode.abs && $0.code == EventCode.mtTrackingID && $0.value >= 0
        || $0.type == EventCode.key && $0.code == EventCode.btnTouch && $0.value == 1
    }
    return RecordedFrame(events: events, contactsDown: down, isTouched: wasTouched || down > 0 || isTap)
  }
}

/// The panel's clock in a recording: it begins at 0 after each pause.
///
/// `DeviceClock` uses no time across such a pause. But the kernel's value would show whether the
/// panel was touched during the pause, because drivers restart it after a second without reports.
private struct RecordedClock {
  private var last: InputEvent?
  private var value: Int32 = 0

  mutating func recorded(_ event: InputEvent) -> InputEvent {
    if let last, event.instant - last.instant <= DeviceClock.pause {
      value = value &+ (event.value &- last.value)
    } else {
      value = 0
    }
    last = event
    var recorded = event
    recorded.value = value
    return recorded
  }
}

/// The keys and the axes outside of slots: the kernel's values, and those that the recording has.
///
/// The kernel derives them from one of the contacts, which may be one that is left out.
private struct OtherRegisters {
  var hasTouch = false
  private var known: [UInt32: Int32] = [:]
  private var written: [UInt32: Int32] = [:]

  private static func key(_ event: InputEvent) -> UInt32? {
    guard event.type == EventCode.key || event.type == EventCode.abs else { return nil }
    return UInt32(event.type) << 16 | UInt32(event.code)
  }

  private static func event(_ key: UInt32, _ value: Int32, at instant: Instant) -> InputEvent {
    InputEvent(instant: instant, type: UInt16(key >> 16), code: UInt16(truncatingIfNeeded: key), value: value)
  }

  /// Begins another recording, which has none of the values.
  mutating func restart() { written = [:] }

  /// Records the kernel's values.
  mutating func see(_ events: [InputEvent]) {
    for event in events { if let key = Self.key(event) { known[key] = event.value } }
  }

  /// Records events that are written, and returns those that were left out earlier and are valid
  /// now.
  mutating func record(_ events: [InputEvent], isTouched: Bool, at instant: Instant) -> [InputEvent] {
    for event in events { if let key = Self.key(event) { written[key] = event.value } }
    guard isTouched else { return [] }
    let missing = known.keys.sorted().filter { written[$0] != known[$0] }
    return missing.map { key in
      written[key] = known[key]
      return Self.event(key, known[key] ?? 0, at: instant)
    }
  }

  /// Returns the keys for a frame in which a contact is left out: BTN_TOUCH of the recorded
  /// contacts, and no tool.
  mutating func substitute(isTouched: Bool, at instant: Instant) -> [InputEvent] {
    var events: [InputEvent] = []
    let touch = UInt32(EventCode.key) << 16 | UInt32(EventCode.btnTouch)
    for key in written.keys.sorted() where key >> 16 == EventCode.key && key != touch && written[key] == 1 {
      events.append(Self.event(key, 0, at: instant))
      written[key] = 0
    }
    if hasTouch, (written[touch] ?? 0 != 0) != isTouched {
      events.append(Self.event(touch, isTouched ? 1 : 0, at: instant))
      written[touch] = isTouched ? 1 : 0
    }
    return events
  }
}
