public import Panels

/// What a virtual panel pretends to be.
public enum PanelModel: Equatable, Sendable {
  /// An input device with these axes and keys, made by uinput: its events are the caller's own.
  case events(PanelDescription)
  /// A HID device with this report descriptor, made by uhid: a driver of the kernel turns its
  /// reports into events.
  case reports(HIDDescription)

  /// The panel on which the events of a recording come out as they were recorded.
  ///
  /// They have passed the kernel's filter of noise (fuzz) once and are not to pass it again.
  /// `getevent` leaves out the name, without which the kernel makes no device, and the properties,
  /// without which udev takes it for no touchscreen.
  public static func recorded(_ recording: Recording) -> PanelModel {
    var description = recording.description
    if description.name.isEmpty { description.name = recording.name }
    if recording.format == .getevent { description.properties |= 1 << UInt64(EventCode.propDirect) }
    for code in description.axes.keys { description.axes[code]?.fuzz = 0 }
    return .events(description)
  }

  /// The name that the device states.
  public var name: String {
    switch self {
    case .events(let description): description.name
    case .reports(let description): description.name
    }
  }
}
