public import GestureCore
public import Panels

/// What libevdev makes of a loss: the way from what it knew to what the kernel's registers say.
///
/// Written from libevdev's documentation of SYN_DROPPED and its sources (`sync_state`), and knows
/// nothing of the decoder: slots whose tracking id changed are closed in a frame of their own, then
/// keys, axes and slots that differ follow, then the current slot and SYN_REPORT. No difference, no
/// event.
///
/// It has libevdev's two gaps. The current slot is left out where that is 0 and no slot differed,
/// whatever slot the reader stood in. And older versions leave out the place of a slot whose
/// contact lifted, on which the next may land.
public struct ResyncModel: Sendable {
  /// What libevdev has handed out.
  public private(set) var known: KernelRegisters
  private let tellsLiftedSlots: Bool

  /// Begins with the registers that it read when the device was opened; an older version does not
  /// tell of lifted slots.
  public init(_ registers: KernelRegisters, tellsLiftedSlots: Bool) {
    known = registers
    self.tellsLiftedSlots = tellsLiftedSlots
  }

  /// Takes in an event from the kernel, and says whether libevdev hands it out.
  ///
  /// It keeps back a tracking id in a slot that has one, and a −1 in one that has none
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
    var toldSlot = 0
    for slot in 0..<known.slotCount {
      let before = known[slot, EventCode.mtTrackingID]
      guard before >= 0, before != kernel[slot, EventCode.mtTrackingID] else { continue }
      add(EventCode.abs, EventCode.mtSlot, Int32(slot))
      add(EventCode.abs, EventCode.mtTrackingID, -1)
      toldSlot = slot
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
      if hasLifted, !tellsLiftedSlots { continue }
      var isNamed = false
      for code in KernelRegisters.slotCodes where known[slot, code] != kernel[slot, code] {
        if code == EventCode.mtTrackingID, kernel[slot, code] < 0 { continue }
        if !isNamed { add(EventCode.abs, EventCode.mtSlot, Int32(slot)) }
        isNamed = true
        toldSlot = slot
        add(EventCode.abs, code, kernel[slot, code])
      }
    }
    if known.slotCount > 0, toldSlot != kernel.currentSlot {
      add(EventCode.abs, EventCode.mtSlot, Int32(kernel.currentSlot))
    }
    if events.count > closed || closed > 0 { add(EventCode.syn, EventCode.synReport, 0) }
    known = kernel
    return events
  }
}

extension KernelRegisters {
  /// What a decoder is given of the registers where events alone would not do, when a panel is
  /// opened and after a loss: the values of every slot without the tracking ids, and the slot under
  /// way.
  ///
  /// Of a panel that lists its contacts it is told instead that somebody touches it.
  public func places(of panel: LibraryPanel, at instant: Instant) -> [InputEvent] {
    func event(_ code: UInt16, _ value: Int32, type: UInt16 = EventCode.abs) -> InputEvent {
      InputEvent(instant: instant, type: type, code: code, value: value)
    }
    guard slotCount > 0 else {
      let places = [event(EventCode.x, pointer.x), event(EventCode.y, pointer.y)]
      guard panel.touchProtocol == .list, isTouched else { return places }
      return places + [
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
