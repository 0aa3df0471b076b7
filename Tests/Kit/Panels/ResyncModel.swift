public import GestureCore
public import Panels

/// libevdev's events after a loss: they lead from its own state to the kernel's registers.
///
/// Written from libevdev's documentation of SYN_DROPPED and its sources (`sync_state`),
/// independently of the decoder. Slots whose tracking id changed are closed in a separate frame.
/// Keys, axes and slots that differ follow, then the current slot and SYN_REPORT. Without a
/// difference there is no event.
///
/// The model has libevdev's two gaps. The current slot is omitted if it is 0 and no slot differed,
/// whatever the reader's current slot was. Older versions also omit the position of a slot whose
/// contact lifted, and the next contact may land in that slot.
public struct ResyncModel: Sendable {
  /// The registers by the events that libevdev has passed on.
  public private(set) var known: KernelRegisters
  private let reportsLiftedSlots: Bool

  /// Begins with the registers at the opening of the device; an older version does not report
  /// lifted slots.
  public init(_ registers: KernelRegisters, reportsLiftedSlots: Bool) {
    known = registers
    self.reportsLiftedSlots = reportsLiftedSlots
  }

  /// Applies an event from the kernel, and returns whether libevdev passes it on.
  ///
  /// libevdev drops a tracking id in a slot that has one, and a −1 in a slot that has none
  /// (`sanitize_event`).
  public mutating func handOut(_ event: InputEvent) -> Bool {
    if event.type == EventCode.abs, event.code == EventCode.mtTrackingID, known.slotCount > 0,
      (event.value < 0) == (known[known.currentSlot, EventCode.mtTrackingID] < 0)
    {
      return false
    }
    known.take(event)
    return true
  }

  /// The events that lead to the kernel's registers.
  public mutating func resync(to kernel: KernelRegisters, at instant: Instant) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(instant: instant, type: type, code: code, value: value))
    }
    var reportedSlot = 0
    for slot in 0..<known.slotCount {
      let before = known[slot, EventCode.mtTrackingID]
      guard before >= 0, before != kernel[slot, EventCode.mtTrackingID] else { continue }
      add(EventCode.abs, EventCode.mtSlot, Int32(slot))
      add(EventCode.abs, EventCode.mtTrackingID, -1)
      reportedSlot = slot
    }
    if !events.isEmpty { add(EventCode.syn, EventCode.synReport, 0) }
    let closed = events.count
    if known.isTouched != kernel.isTouched {
      add(EventCode.key, EventCode.btnTouch, kernel.isTouched ? 1 : 0)
    }
    if known.pointer.x != kernel.pointer.x { add(EventCode.abs, EventCode.x, kernel.pointer.x) }
    if known.pointer.y != kernel.pointer.y { add(EventCode.abs, EventCode.y, kernel.pointer.y) }
    for slot in 0..<known.slotCount {
      let hasLifted = known[slot, EventCode.mtTrackingID] >= 0 && kernel[slot, EventCode.mtTrackingID] < 0
      if hasLifted, !reportsLiftedSlots { continue }
      var isNamed = false
      for code in KernelRegisters.slotCodes where known[slot, code] != kernel[slot, code] {
        if code == EventCode.mtTrackingID, kernel[slot, code] < 0 { continue }
        if !isNamed { add(EventCode.abs, EventCode.mtSlot, Int32(slot)) }
        isNamed = true
        reportedSlot = slot
        add(EventCode.abs, code, kernel[slot, code])
      }
    }
    if known.slotCount > 0, reportedSlot != kernel.currentSlot {
      add(EventCode.abs, EventCode.mtSlot, Int32(kernel.currentSlot))
    }
    if events.count > closed || closed > 0 { add(EventCode.syn, EventCode.synReport, 0) }
    known = kernel
    return events
  }
}

extension KernelRegisters {
  /// The registers that a decoder receives because events alone are not enough, when a panel is
  /// opened and after a loss.
  ///
  /// These are the values of every slot without the tracking ids, and the current slot. For a panel
  /// that lists its contacts, the decoder receives only whether the panel is touched.
  public func positions(of panel: LibraryPanel, at instant: Instant) -> [InputEvent] {
    func event(_ code: UInt16, _ value: Int32, type: UInt16 = EventCode.abs) -> InputEvent {
      InputEvent(instant: instant, type: type, code: code, value: value)
    }
    guard slotCount > 0 else {
      let positions = [event(EventCode.x, pointer.x), event(EventCode.y, pointer.y)]
      guard panel.touchProtocol == .list, isTouched else { return positions }
      return positions + [
        event(EventCode.btnTouch, 1, type: EventCode.key), event(EventCode.synReport, 0, type: EventCode.syn),
      ]
    }
    var events: [InputEvent] = []
    for slot in 0..<slotCount {
      events.append(event(EventCode.mtSlot, Int32(slot)))
      for code in [EventCode.mtPositionX, EventCode.mtPositionY, EventCode.mtToolType]
      where panel.device.axes[code] != nil {
        events.append(event(code, self[slot, code]))
      }
    }
    return events + [event(EventCode.mtSlot, Int32(currentSlot))]
  }
}
