internal import GestureCore
public import Panels

extension InitialContacts {
  /// The places that the slots of `panel` hold already, as events for a decoder that begins with it.
  ///
  /// The kernel sends only changes, so a contact may land on a slot's old X without a word. Without a tracking id none
  /// of it is a contact; what is down now stays ignored until it lifts.
  public func events(of panel: PanelDescription) -> [InputEvent] {
    func event(_ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(instant: Instant(microseconds: 0), type: EventCode.abs, code: code, value: value)
    }
    guard panel.axes[EventCode.mtSlot] != nil else {
      return slots.flatMap { [event(EventCode.x, $0.x), event(EventCode.y, $0.y)] }
    }
    let places = slots.flatMap { slot in
      [
        event(EventCode.mtSlot, Int32(clamping: slot.number)), event(EventCode.mtPositionX, slot.x),
        event(EventCode.mtPositionY, slot.y),
      ]
    }
    return places + [event(EventCode.mtSlot, Int32(clamping: currentSlot))]
  }
}
