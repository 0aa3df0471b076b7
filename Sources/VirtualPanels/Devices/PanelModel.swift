public import Panels

/// The device that a virtual panel imitates.
public enum PanelModel: Equatable, Sendable {
  /// An input device with these axes and keys, made by uinput; the caller provides its events.
  case events(PanelDescription)
  /// A HID device with this report descriptor, made by uhid.
  ///
  /// A driver of the kernel converts its reports to events.
  case reports(HIDDescription)

  /// Returns the panel on which the events of a recording appear as they were recorded.
  ///
  /// The events have already passed the kernel's noise filter (fuzz) and must not pass it again.
  /// `getevent` omits the name, which the kernel requires, and the properties, which udev needs to
  /// recognise a touchscreen.
  public static func recorded(_ recording: Recording) -> PanelModel {
    var description = recording.description
    if description.name.isEmpty { description.name = recording.name }
    if recording.format == .getevent { description.properties |= 1 << UInt64(EventCode.propDirect) }
    for code in description.axes.keys { description.axes[code]?.fuzz = 0 }
    return .events(description)
  }

  /// The name that the device reports.
  public var name: String {
    switch self {
    case .events(let description): description.name
    case .reports(let description): description.name
    }
  }
}
