public import GestureCore
public import Panels

/// The contacts on the glass at one moment, and the values of all slots.
///
/// The kernel sends only changes, and never sends a value that stays the same, so a decoder starts
/// from this state when the panel is opened, and again after lost events. A contact that is down at
/// the opening is ignored until it lifts.
public struct SlotSnapshot: Equatable, Sendable {
  /// One slot; a panel without slots has one, number 0.
  public struct Slot: Equatable, Sendable {
    /// The slot's number.
    public var number: Int
    /// Whether a contact is down in it.
    public var isDown: Bool
    /// ABS_MT_POSITION_X, or ABS_X without slots, in device units.
    public var x: Int32
    /// ABS_MT_POSITION_Y, or ABS_Y without slots, in device units.
    public var y: Int32
    /// ABS_MT_TOOL_TYPE, 0 where the panel has none.
    public var tool: Int32 = 0
    /// ABS_MT_TOUCH_MAJOR, 0 where the panel has none.
    public var major: Int32 = 0
    /// The finger that hovers above the glass; nil if none does.
    public var hovering: Hovering?

    /// Whether a contact is in the slot, on the glass or above.
    var isTracked: Bool { isDown || hovering != nil }
  }

  /// A finger above the glass: its contact begins when the distance is 0.
  public struct Hovering: Equatable, Sendable {
    /// ABS_MT_TRACKING_ID; 0 without slots.
    public var trackingID: Int32
    /// ABS_MT_DISTANCE, or ABS_DISTANCE without slots, in device units.
    public var distance: Int32
  }

  /// The slot that events without ABS_MT_SLOT are about.
  public var currentSlot: Int
  /// Every slot in order.
  public var slots: [Slot]

  /// The numbers of the slots with a contact in them.
  public var slotsDown: [Int] { slots.filter(\.isDown).map(\.number) }

  /// Returns the values of the slots at this moment for a decoder of `panel`, as events that end no
  /// frame.
  ///
  /// Only fingers that hover have a tracking id or BTN_TOUCH, so none of the events is a contact.
  public func registers(of panel: PanelDescription, at instant: Instant) -> [InputEvent] {
    func event(_ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(instant: instant, type: EventCode.abs, code: code, value: value)
    }
    func known(_ code: UInt16, _ value: Int32) -> [InputEvent] {
      panel.axes[code] == nil ? [] : [event(code, value)]
    }
    switch TouchProtocol(panel) {
    case .slots:
      let registers = slots.flatMap { slot in
        var events = [event(EventCode.mtSlot, Int32(clamping: slot.number))]
        events += known(EventCode.mtPositionX, slot.x) + known(EventCode.mtPositionY, slot.y)
        events += known(EventCode.mtToolType, slot.tool) + known(EventCode.mtTouchMajor, slot.major)
        events += known(EventCode.mtDistance, slot.hovering?.distance ?? 0)
        if let hovering = slot.hovering { events.append(event(EventCode.mtTrackingID, hovering.trackingID)) }
        return events
      }
      return registers + [event(EventCode.mtSlot, Int32(clamping: currentSlot))]
    case .single:
      return slots.flatMap { slot in
        var events = known(EventCode.x, slot.x) + known(EventCode.y, slot.y)
        events += known(EventCode.distance, slot.hovering?.distance ?? 0)
        if slot.hovering != nil {
          events.append(
            InputEvent(instant: instant, type: EventCode.key, code: EventCode.btnTouch, value: 1))
        }
        return events
      }
    case .list:
      // Every list has all contacts.
      return []
    }
  }

  /// Returns the state for a decoder when `panel` is opened at this moment.
  ///
  /// For slots and single touch these are the registers. For lists this is one frame that reports a
  /// contact, which the decoder could not distinguish from a landing.
  public func opening(of panel: PanelDescription, at instant: Instant) -> [InputEvent] {
    guard TouchProtocol(panel) == .list, !slotsDown.isEmpty else { return registers(of: panel, at: instant) }
    return [
      InputEvent(instant: instant, type: EventCode.key, code: EventCode.btnTouch, value: 1),
      InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0),
    ]
  }
}
