internal import GestureCore
internal import Panels

/// The contacts that hover above a panel, for ``RecordingFilter``.
///
/// A recording contains a contact from its landing to its lift, like ``SlotDecoder``, so a contact
/// that hovers is removed from the frames: it lifts when it leaves the glass, and lands when it
/// touches. Where it hovers might reveal what it touches in a private zone.
struct HoveringContacts {
  private struct Line {
    var id: Int32 = -1
    var distance: Int32 = 0
    /// The values that were removed since the contact last touched.
    var withheld: [UInt16: Int32] = [:]

    var isPresent: Bool { id >= 0 && distance > 0 }

    var isDown: Bool { id >= 0 && distance <= 0 }
  }

  private let touchProtocol: TouchProtocol
  private let distanceCode: UInt16
  private let isIgnored: Bool
  private var lines: [Line]
  private var current = 0
  private var isListHovering = false

  init(_ description: PanelDescription) {
    touchProtocol = TouchProtocol(description)
    distanceCode = touchProtocol == .single ? EventCode.distance : EventCode.mtDistance
    isIgnored = description.isDistanceIgnored || description.distanceAxis == nil
    let last = touchProtocol == .slots ? Int(description.axes[EventCode.mtSlot]?.maximum ?? 0) : 0
    // A panel may report any maximum; no panel has more contacts than this.
    lines = Array(repeating: Line(), count: isIgnored ? 0 : min(max(last, 0), 255) + 1)
  }

  /// Whether a contact hovers.
  ///
  /// The keys and axes outside of slots may then be those of this contact.
  var isPresent: Bool { isListHovering || lines.contains(where: \.isPresent) }

  /// Sets the values of the slots, from events that end no frame.
  mutating func set(_ registers: [InputEvent]) {
    guard !isIgnored, touchProtocol != .list else { return }
    for event in registers { follow(event) }
  }

  /// Returns the events of a frame without those of contacts that hover.
  mutating func removed(from events: [InputEvent]) -> [InputEvent] {
    guard !isIgnored else { return events }
    return touchProtocol == .list ? listed(events) : slotted(events)
  }

  private mutating func listed(_ events: [InputEvent]) -> [InputEvent] {
    var kept: [InputEvent] = []
    var entry: [InputEvent] = []
    var isEmptied = false
    for event in events {
      let isSeparator = event.type == EventCode.syn && event.code == EventCode.synMTReport
      let isAxis = event.type == EventCode.abs && event.code > EventCode.mtSlot
      if isAxis {
        entry.append(event)
        continue
      }
      guard isSeparator || event.endsFrame else {
        kept.append(event)
        continue
      }
      if entry.contains(where: { $0.code == distanceCode && $0.value > 0 }) {
        isEmptied = true
      } else {
        kept += isSeparator ? entry + [event] : entry
      }
      entry = []
      guard event.endsFrame else { continue }
      let hasList = kept.contains { $0.type == EventCode.syn && $0.code == EventCode.synMTReport }
      if hasList || isEmptied { isListHovering = isEmptied }
      if isEmptied, !hasList {
        kept.append(
          InputEvent(instant: event.instant, type: EventCode.syn, code: EventCode.synMTReport, value: 0))
      }
      kept.append(event)
    }
    return kept
  }

  private mutating func slotted(_ events: [InputEvent]) -> [InputEvent] {
    let start = current
    let before = lines
    for event in events { follow(event) }
    var kept: [InputEvent] = []
    var seen: Set<Int> = []
    var slot = start
    for event in events {
      if isSlot(event) { slot = Int(event.value) }
      guard lines.indices.contains(slot), belongsToSlot(event) else {
        kept.append(event)
        continue
      }
      let isFirst = seen.insert(slot).inserted
      if !lines[slot].isPresent, before[slot].isPresent, lines[slot].id < 0 {
        withhold(event, of: slot)
      } else if !lines[slot].isPresent {
        if isFirst { kept += restored(slot, isLanding: before[slot].isPresent, at: event.instant) }
        kept.append(event)
      } else {
        // The contact has left the glass; its new position is above the glass.
        if isFirst, before[slot].isDown { kept.append(contact(-1, at: event.instant)) }
        withhold(event, of: slot)
      }
    }
    return kept
  }

  /// Returns the values that were removed, after the begin of a contact that lands.
  private mutating func restored(_ slot: Int, isLanding: Bool, at instant: Instant) -> [InputEvent] {
    let withheld = lines[slot].withheld
    lines[slot].withheld = [:]
    return (isLanding ? [contact(lines[slot].id, at: instant)] : [])
      + withheld.keys.sorted().map { code in
        InputEvent(instant: instant, type: EventCode.abs, code: code, value: withheld[code] ?? 0)
      }
  }

  private mutating func withhold(_ event: InputEvent, of slot: Int) {
    // A contact that lands has the distance 0, which its own frame shows.
    guard event.type == EventCode.abs, event.code != EventCode.mtTrackingID, event.code != distanceCode
    else { return }
    lines[slot].withheld[event.code] = event.value
  }

  /// The event that begins a contact, or ends it with the id −1.
  private func contact(_ id: Int32, at instant: Instant) -> InputEvent {
    touchProtocol == .single
      ? InputEvent(instant: instant, type: EventCode.key, code: EventCode.btnTouch, value: id < 0 ? 0 : 1)
      : InputEvent(instant: instant, type: EventCode.abs, code: EventCode.mtTrackingID, value: id)
  }

  private func isSlot(_ event: InputEvent) -> Bool {
    touchProtocol == .slots && event.type == EventCode.abs && event.code == EventCode.mtSlot
  }

  private func belongsToSlot(_ event: InputEvent) -> Bool {
    if touchProtocol == .single {
      return event.type == EventCode.abs || event.type == EventCode.key && event.code == EventCode.btnTouch
    }
    return event.type == EventCode.abs && event.code > EventCode.mtSlot
  }

  private mutating func follow(_ event: InputEvent) {
    if isSlot(event) { current = Int(event.value) }
    guard lines.indices.contains(current), belongsToSlot(event) else { return }
    switch (event.type, event.code) {
    case (EventCode.key, _): lines[current].id = event.value == 0 ? -1 : 0
    case (_, EventCode.mtTrackingID) where touchProtocol == .slots: lines[current].id = event.value
    case (_, distanceCode): lines[current].distance = event.value
    default: break
    }
  }
}
