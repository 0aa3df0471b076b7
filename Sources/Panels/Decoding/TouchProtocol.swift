/// How a panel distinguishes its contacts.
///
/// The protocols are those of the kernel's multi-touch-protocol document.
public enum TouchProtocol: Equatable, Sendable {
  /// Protocol B: ABS_MT_SLOT selects the slot, and only changes are sent.
  case slots
  /// Protocol A: every frame lists every contact, and SYN_MT_REPORT ends each one.
  case list
  /// One contact: ABS_X, ABS_Y and BTN_TOUCH.
  case single

  /// Derives the protocol from a device's description.
  public init(_ description: PanelDescription) {
    if !description.hasMultitouch {
      self = .single
    } else if description.axes[EventCode.mtSlot] != nil {
      self = .slots
    } else {
      self = .list
    }
  }
}
