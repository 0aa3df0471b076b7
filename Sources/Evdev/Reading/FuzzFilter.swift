internal import GestureCore
internal import Panels

/// Smooths the positions of a panel as the kernel would with the driver's fuzz.
///
/// libinput's udev rule sets the kernel's fuzz to 0. With this filter, a panel under the rule sends
/// the events that it sends without the rule, so recordings and decisions are the same.
///
///     event ─▶ pass ─▶ event, smoothed │ nil: the kernel would not have sent it
///     SYN_REPORT ─▶ pass ─▶ nextAdded … ─▶ the frame's end, unless nothing is left of the frame
///
/// A driver reports every contact in each frame. The kernel smooths each report anew, so a resting
/// contact approaches the reported position. Without a fuzz the kernel omits a report of the same
/// position, so the filter repeats the last position of each contact at the end of a frame.
///
/// No allocation after its creation. Cost: O(1) per event, O(slots) per frame.
struct FuzzFilter {
  private struct Axis {
    /// The last value from the driver.
    var reported: Int32
    /// The value that the kernel would have.
    var smoothed: Int32
    /// Whether the open frame has a value.
    var isReported = false

    mutating func receive(_ value: Int32, fuzz: Int32) -> Bool {
      (reported, isReported) = (value, true)
      return approach(fuzz)
    }

    /// Smooths once more; returns whether the value changed.
    mutating func approach(_ fuzz: Int32) -> Bool {
      let before = smoothed
      smoothed = PositionFuzz.smoothed(reported, after: smoothed, fuzz: fuzz)
      return smoothed != before
    }
  }

  private struct Register {
    var isDown: Bool
    var x: Axis
    var y: Axis
  }

  private let fuzz: PositionFuzz
  private let hasSlots: Bool
  private var registers: [Register]
  private var currentSlot: Int
  /// The slot of the last event that was returned.
  private var shownSlot: Int
  /// Whether something is left of the open frame.
  private var isFrameLeft = false
  /// The event that ends the frame, while repeated positions are added before it.
  private var end: InputEvent?
  /// The slot from which positions are still to be repeated.
  private var repeated = 0

  /// Creates the filter of a panel with the values of its slots; nil if it has nothing to smooth.
  ///
  /// Lists (protocol A) are not smoothed: the kernel does not smooth them either.
  init?(_ fuzz: PositionFuzz, of description: PanelDescription, from initial: SlotSnapshot) {
    let fuzz = fuzz.left(by: description)
    let touchProtocol = TouchProtocol(description)
    guard fuzz.x > 0 || fuzz.y > 0, touchProtocol != .list, !initial.slots.isEmpty else { return nil }
    self.fuzz = fuzz
    hasSlots = touchProtocol == .slots
    registers = initial.slots.map { slot in
      Register(
        isDown: slot.isTracked, x: Axis(reported: slot.x, smoothed: slot.x),
        y: Axis(reported: slot.y, smoothed: slot.y))
    }
    (currentSlot, shownSlot) = (initial.currentSlot, initial.currentSlot)
  }

  /// Returns the event that the kernel would have sent; nil if it would have sent none, or if
  /// ``nextAdded()`` returns the event later.
  mutating func pass(_ event: InputEvent) -> InputEvent? {
    switch event.type {
    case EventCode.syn where event.endsFrame:
      (end, repeated) = (event, 0)
      return nil
    case EventCode.abs: return passAxis(event)
    case EventCode.key where event.code == EventCode.btnTouch && !hasSlots:
      registers[0].isDown = event.value != 0
    default: break
    }
    isFrameLeft = true
    return event
  }

  private mutating func passAxis(_ event: InputEvent) -> InputEvent? {
    if hasSlots, event.code == EventCode.mtSlot {
      (currentSlot, shownSlot) = (Int(event.value), Int(event.value))
      return event
    }
    // With slots, ABS_X and ABS_Y repeat the position of one contact: alone they make no frame.
    if hasSlots, event.code == EventCode.x || event.code == EventCode.y { return event }
    let slot = hasSlots ? currentSlot : 0
    guard registers.indices.contains(slot) else {
      isFrameLeft = true
      return event
    }
    var event = event
    switch event.code {
    case hasSlots ? EventCode.mtPositionX : EventCode.x:
      guard registers[slot].x.receive(event.value, fuzz: fuzz.x) else { return nil }
      event.value = registers[slot].x.smoothed
    case hasSlots ? EventCode.mtPositionY : EventCode.y:
      guard registers[slot].y.receive(event.value, fuzz: fuzz.y) else { return nil }
      event.value = registers[slot].y.smoothed
    case EventCode.mtTrackingID where hasSlots: registers[slot].isDown = event.value >= 0
    default: break
    }
    isFrameLeft = true
    return event
  }

  // MARK: The end of a frame

  /// Whether ``nextAdded()`` must be called before the next event.
  var isEnding: Bool { end != nil }

  /// Returns the next event at the end of a frame, at last the end itself; nil if nothing is left
  /// of the frame.
  mutating func nextAdded() -> InputEvent? {
    guard let end else { return nil }
    while repeated < registers.count {
      if let event = repeatPosition(of: repeated, at: end.instant) { return event }
      (registers[repeated].x.isReported, registers[repeated].y.isReported) = (false, false)
      repeated += 1
    }
    if let event = show(currentSlot, at: end.instant) { return event }
    self.end = nil
    defer { isFrameLeft = false }
    return isFrameLeft ? end : nil
  }

  /// Returns an event for a value of the slot that changes if its last report is repeated.
  private mutating func repeatPosition(of slot: Int, at instant: Instant) -> InputEvent? {
    guard registers[slot].isDown else { return nil }
    let (x, y) = (registers[slot].x, registers[slot].y)
    let isX =
      !x.isReported && PositionFuzz.smoothed(x.reported, after: x.smoothed, fuzz: fuzz.x) != x.smoothed
    let isY =
      !y.isReported && PositionFuzz.smoothed(y.reported, after: y.smoothed, fuzz: fuzz.y) != y.smoothed
    guard isX || isY else { return nil }
    if let event = show(slot, at: instant) { return event }
    isFrameLeft = true
    if isX {
      (_, registers[slot].x.isReported) = (registers[slot].x.approach(fuzz.x), true)
      let code = hasSlots ? EventCode.mtPositionX : EventCode.x
      return InputEvent(instant: instant, type: EventCode.abs, code: code, value: registers[slot].x.smoothed)
    }
    (_, registers[slot].y.isReported) = (registers[slot].y.approach(fuzz.y), true)
    let code = hasSlots ? EventCode.mtPositionY : EventCode.y
    return InputEvent(instant: instant, type: EventCode.abs, code: code, value: registers[slot].y.smoothed)
  }

  /// Returns the event that selects a slot, unless the slot is selected already.
  private mutating func show(_ slot: Int, at instant: Instant) -> InputEvent? {
    guard hasSlots, slot != shownSlot else { return nil }
    shownSlot = slot
    return InputEvent(
      instant: instant, type: EventCode.abs, code: EventCode.mtSlot, value: Int32(clamping: slot))
  }

  // MARK: Lost events

  /// Drops the open frame, because events were lost.
  mutating func interrupt() {
    (end, isFrameLeft) = (nil, false)
    for slot in registers.indices {
      (registers[slot].x.isReported, registers[slot].y.isReported) = (false, false)
    }
  }

  /// Takes over the values of the slots after lost events, and returns them smoothed.
  ///
  /// A value that no event has changed keeps its smoothed value.
  mutating func resynced(_ present: SlotSnapshot) -> SlotSnapshot {
    var shown = present
    (currentSlot, shownSlot) = (present.currentSlot, present.currentSlot)
    for index in registers.indices where index < present.slots.count {
      let slot = present.slots[index]
      registers[index].isDown = slot.isTracked
      if registers[index].x.reported != slot.x {
        registers[index].x = Axis(reported: slot.x, smoothed: slot.x)
      }
      if registers[index].y.reported != slot.y {
        registers[index].y = Axis(reported: slot.y, smoothed: slot.y)
      }
      (shown.slots[index].x, shown.slots[index].y) = (
        registers[index].x.smoothed, registers[index].y.smoothed
      )
    }
    return shown
  }
}
