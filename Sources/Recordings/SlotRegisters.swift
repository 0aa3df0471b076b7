internal import GestureCore
internal import Panels

/// The slots of a panel for ``RecordingFilter``: the kernel's values, and those that the recording
/// has.
///
/// A panel of one contact has one slot, with BTN_TOUCH in place of the tracking id.
struct SlotRegisters {
  /// The events of a frame, sorted by whether they belong to a recorded contact.
  struct Sorted {
    /// The events of recorded contacts, with the slots that they need.
    var kept: [InputEvent] = []
    /// The events that belong to no slot, without SYN_REPORT.
    var others: [InputEvent] = []
    /// Both in the kernel's order.
    var ordered: [InputEvent] = []
    /// The number of events of slots that are not in `kept`.
    var dropped = 0
    var landed = 0
    var leftOut = 0
  }

  private struct Line {
    var isDown = false
    var isKept = false
    var id: Int32 = -1
    /// Whether the contact landed in the open frame.
    var isLanding = false
    /// The slot and the tracking id in the recording.
    var recordedSlot = 0
    var recordedID: Int32 = -1
    /// The kernel's values of the axes.
    var known: [UInt16: Int32] = [:]
    /// The values of the slot with this number in the recording.
    var written: [UInt16: Int32] = [:]
  }

  /// A landing within the open frame.
  private struct Landing {
    var index: Int
    var slot: Int
    var registers: [UInt16: Int32]
    var mentioned: Set<UInt16> = []
    var isKept = true
  }

  /// The meaning of an event.
  private enum Meaning {
    case slot(Int)
    case begin(Int32)
    case end
    case axis
    case other
  }

  private let isSingle: Bool
  private let geometry: PanelGeometry
  private let privateAreas: PrivateAreas
  private var lines: [Line]
  private var current = 0
  private var writtenSlot: Int?
  /// The tracking id of the next recorded contact on a panel with private areas.
  private var nextID: Int32 = 0
  /// The recorded slots that contacts have left in the open frame.
  private var leftSlots: Set<Int> = []

  init(
    _ description: PanelDescription, geometry: PanelGeometry, down: [Int],
    privateAreas: PrivateAreas
  ) {
    isSingle = TouchProtocol(description) == .single
    self.geometry = geometry
    self.privateAreas = privateAreas
    // A panel may report any maximum; no panel has more contacts than this.
    let last = isSingle ? 0 : Int(description.axes[EventCode.mtSlot]?.maximum ?? 0)
    lines = Array(repeating: Line(), count: min(max(last, 0), 255) + 1)
    for slot in lines.indices { lines[slot].recordedSlot = slot }
    for slot in down where lines.indices.contains(slot) { lines[slot].isDown = true }
  }

  /// The number of recorded contacts that are down.
  var keptDown: Int { lines.count { $0.isDown && $0.isKept } }

  /// Whether a contact that is left out is down.
  var isHidden: Bool { lines.contains { $0.isDown && !$0.isKept } }

  /// Begins another recording, which leaves out the contacts that are down.
  mutating func restart() {
    writtenSlot = nil
    nextID = 0
    for index in lines.indices {
      lines[index].isKept = false
      lines[index].written = [:]
    }
  }

  /// Sets the kernel's values, from events that end no frame.
  mutating func set(_ registers: [InputEvent]) {
    for event in registers {
      switch meaning(event) {
      case .slot(let slot): current = slot
      case .axis where lines.indices.contains(current): lines[current].known[event.code] = event.value
      case .begin, .end, .axis, .other: break
      }
    }
  }

  /// Sorts the events of a frame.
  mutating func frame(_ events: [InputEvent]) -> Sorted {
    let start = current
    let slotBefore = writtenSlot
    leftSlots.removeAll(keepingCapacity: true)
    var landings = self.landings(in: events)
    var sorted = Sorted()
    sorted.landed = landings.count(where: \.isKept)
    sorted.leftOut = landings.count - sorted.landed
    var slot = start
    for (index, event) in events.enumerated() where !event.endsFrame {
      let count = sorted.kept.count
      switch meaning(event) {
      case .slot(let next):
        slot = next
        continue
      case .other:
        sorted.others.append(event)
        sorted.ordered.append(event)
        continue
      case .begin:
        if landings.first?.index == index {
          begin(landings.removeFirst(), event, into: &sorted.kept)
        } else {
          write(event, of: slot, into: &sorted.kept)
        }
      case .end:
        write(event, of: slot, into: &sorted.kept)
        if lines.indices.contains(slot) {
          if lines[slot].isKept { leftSlots.insert(lines[slot].recordedSlot) }
          lines[slot].isKept = false
        }
      case .axis where isRepeated(event, of: slot): continue
      case .axis: write(event, of: slot, into: &sorted.kept)
      }
      if sorted.kept.count == count { sorted.dropped += 1 }
      sorted.ordered += sorted.kept[count...]
    }
    for slot in lines.indices { lines[slot].isLanding = false }
    if !privateAreas.isEmpty { sorted.kept = bySlot(sorted.kept, from: slotBefore) }
    return sorted
  }

  /// Follows the events of a frame, and returns the contacts that land.
  ///
  /// The position of a landing is the one at the end of the frame, or of the contact.
  private mutating func landings(in events: [InputEvent]) -> [Landing] {
    var landings: [Landing] = []
    var open: [Int: Int] = [:]
    func close(_ slot: Int, in lines: [Line]) {
      guard let index = open.removeValue(forKey: slot) else { return }
      let known = lines[slot].known
      let (x, y) = isSingle ? (EventCode.x, EventCode.y) : (EventCode.mtPositionX, EventCode.mtPositionY)
      landings[index].isKept = !privateAreas.contains(geometry.point(x: known[x] ?? 0, y: known[y] ?? 0))
    }
    for (index, event) in events.enumerated() {
      let meaning = meaning(event)
      if case .slot(let slot) = meaning { current = slot }
      guard lines.indices.contains(current) else { continue }
      switch meaning {
      case .slot, .other: break
      case .begin(let id):
        if lines[current].isDown, lines[current].id == id || isSingle { continue }
        close(current, in: lines)
        lines[current].isDown = true
        lines[current].id = id
        open[current] = landings.count
        landings.append(Landing(index: index, slot: current, registers: lines[current].known))
      case .end:
        close(current, in: lines)
        lines[current].isDown = false
      case .axis:
        lines[current].known[event.code] = event.value
        if let landing = open[current] { landings[landing].mentioned.insert(event.code) }
      }
    }
    for slot in open.keys.sorted() { close(slot, in: lines) }
    return landings
  }

  /// Writes a landing, with the values of the slot that the recording lacks.
  private mutating func begin(_ landing: Landing, _ event: InputEvent, into kept: inout [InputEvent]) {
    let slot = landing.slot
    if !landing.isKept {
      // The new contact has replaced a recorded one without a lift between them.
      if lines[slot].isKept {
        var lift = event
        lift.value = isSingle ? 0 : -1
        write(lift, of: slot, into: &kept)
        leftSlots.insert(lines[slot].recordedSlot)
      }
      lines[slot].isKept = false
      return
    }
    if !privateAreas.isEmpty { renumber(slot) }
    lines[slot].isKept = true
    lines[slot].isLanding = true
    write(event, of: slot, into: &kept)
    for code in landing.registers.keys.sorted() where !landing.mentioned.contains(code) {
      let written = lines[lines[slot].recordedSlot].written[code]
      // A repeated tool would count as a report of the tool for this contact, see
      // `SlotDecoder.isPalm`. A tool that a hidden contact has changed is not a repetition.
      if code == EventCode.mtToolType, privateAreas.isEmpty || written == nil { continue }
      guard let value = landing.registers[code], written != value else { continue }
      write(
        InputEvent(instant: event.instant, type: EventCode.abs, code: code, value: value), of: slot,
        into: &kept)
    }
  }

  /// Writes an event of a recorded contact; drops that of another one.
  private mutating func write(_ event: InputEvent, of slot: Int, into kept: inout [InputEvent]) {
    guard lines.indices.contains(slot), lines[slot].isKept else { return }
    let recordedSlot = lines[slot].recordedSlot
    if !isSingle, writtenSlot != recordedSlot {
      writtenSlot = recordedSlot
      kept.append(Self.select(recordedSlot, at: event.instant))
    }
    var event = event
    if !privateAreas.isEmpty, !isSingle, event.code == EventCode.mtTrackingID, event.value >= 0 {
      event.value = lines[slot].recordedID
    }
    if event.type == EventCode.abs { lines[recordedSlot].written[event.code] = event.value }
    kept.append(event)
  }

  private static func select(_ slot: Int, at instant: Instant) -> InputEvent {
    InputEvent(
      instant: instant, type: EventCode.abs, code: EventCode.mtSlot, value: Int32(clamping: slot))
  }

  private func meaning(_ event: InputEvent) -> Meaning {
    if isSingle {
      switch (event.type, event.code) {
      case (EventCode.abs, _): return .axis
      case (EventCode.key, EventCode.btnTouch):
        // The value 2 is the kernel's key repeat.
        return event.value == 0 ? .end : event.value == 1 ? .begin(0) : .other
      default: return .other
      }
    }
    guard event.type == EventCode.abs, event.code >= EventCode.mtSlot else { return .other }
    if event.code == EventCode.mtSlot { return .slot(Int(event.value)) }
    guard event.code == EventCode.mtTrackingID else { return .axis }
    return event.value >= 0 ? .begin(event.value) : .end
  }
}

// MARK: - Numbers that show no hidden contact

extension SlotRegisters {
  /// Gives a contact that lands the lowest slot that no recorded contact has, and the next id.
  ///
  /// A slot that another contact leaves in this frame stays free, because the kernel's slots decide
  /// which of the two comes first. A contact that replaces another one without a lift keeps its
  /// slot.
  private mutating func renumber(_ slot: Int) {
    lines[slot].recordedID = nextID
    nextID = (nextID + 1) & 0xffff
    if lines[slot].isKept { return }
    let taken = Set(lines.filter { $0.isKept }.map(\.recordedSlot)).union(leftSlots)
    if let free = lines.indices.first(where: { !taken.contains($0) }) { lines[slot].recordedSlot = free }
  }

  /// Whether a landing mentions a value that the recording has already: the kernel would not have
  /// sent it without the hidden contact before it.
  private func isRepeated(_ event: InputEvent, of slot: Int) -> Bool {
    guard !privateAreas.isEmpty, lines.indices.contains(slot) else { return false }
    guard lines[slot].isKept, lines[slot].isLanding else { return false }
    return lines[lines[slot].recordedSlot].written[event.code] == event.value
  }

  /// Sorts the events of a frame by their recorded slots, and the values of a contact by their
  /// codes.
  private mutating func bySlot(_ kept: [InputEvent], from slotBefore: Int?) -> [InputEvent] {
    var runs: [Int: [[InputEvent]]] = [:]
    var slot = slotBefore ?? 0
    for event in kept {
      if !isSingle, event.code == EventCode.mtSlot {
        slot = Int(event.value)
      } else if event.type == EventCode.key || event.code == EventCode.mtTrackingID {
        // An id, or BTN_TOUCH, ends the values before it, and begins those behind it.
        runs[slot, default: [[]]] += [[event], []]
      } else {
        runs[slot, default: [[]]][runs[slot, default: [[]]].count - 1].append(event)
      }
    }
    writtenSlot = slotBefore
    var sorted: [InputEvent] = []
    for (slot, events) in runs.sorted(by: { $0.key < $1.key }) {
      let values = events.flatMap { $0.sorted { $0.code < $1.code } }
      guard let first = values.first else { continue }
      if !isSingle, writtenSlot != slot { sorted.append(Self.select(slot, at: first.instant)) }
      if !isSingle { writtenSlot = slot }
      sorted += values
    }
    return sorted
  }
}
