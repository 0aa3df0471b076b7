/// How a panel tells its contacts apart.
///
/// The protocols are those of the kernel's multi-touch-protocol document.
public enum TouchProtocol: Equatable, Sendable {
  /// Protocol B: ABS_MT_SLOT names the slot, only what changed is sent.
  case slots
  /// Protocol A: every frame lists every contact, and SYN_MT_REPORT ends each.
  case list
  /// One contact: ABS_X, ABS_Y and BTN_TOUCH.
  case single

  /// Decides from what a device says of itself.
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
