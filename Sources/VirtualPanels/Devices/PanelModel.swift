public import Panels

/// What a virtual panel pretends to be.
public enum PanelModel: Equatable, Sendable {
  /// An input device with these axes and keys, made by uinput: its events are the caller's own.
  case events(PanelDescription)
  /// A HID device with this report descriptor, made by uhid: a driver of the kernel turns its reports into events.
  case reports(HIDDescription)

  /// The name that the device states.
  public var name: String {
    switch self {
    case .events(let description): description.name
    case .reports(let description): description.name
    }
  }
}
