internal import LinuxIO
public import Panels
public import Recordings

/// A panel that this program creates: a kernel input device without hardware.
///
/// The panel can be unplugged and plugged in again. All work happens inside calls; there is no
/// background thread.
public final class VirtualPanel {
  /// The device that the panel imitates.
  public let model: PanelModel
  /// The text that identifies this panel among all devices of the machine.
  ///
  /// It is the physical path of an input device, or the serial number of a HID device.
  public let mark: String

  private var input: UinputDevice?
  private var hid: UhidDevice?

  /// The time in which a driver must set up a HID device, in s.
  ///
  /// Ten seconds cover two requests without an answer, five seconds each.
  private static let patience = 10

  /// How long the kernel must be quiet until its driver counts as ready, in µs.
  private static let quiet: Int64 = 100_000

  /// Creates a panel that is not plugged in.
  public init(_ model: PanelModel, mark: String) {
    self.model = model
    self.mark = mark
  }

  /// Whether the panel is plugged in.
  public var isPlugged: Bool {
    let isInput = input != nil
    let isHID = hid != nil
    return isInput || isHID
  }

  /// Plugs the panel in and waits until the kernel has created its event nodes.
  ///
  /// udev may not have processed the nodes yet.
  public func plug() throws(VirtualPanelError) {
    switch model {
    case .events(let description): input = try UinputDevice(description, physicalPath: mark)
    case .reports(let description):
      hid = try UhidDevice(description, uniqueID: mark)
      try settle()
    }
  }

  /// Unplugs the panel: readers get ENODEV immediately, and lose unread events.
  public func unplug() {
    input = nil
    hid = nil
  }

  /// Sends a frame of events; does nothing while the panel is unplugged.
  public func send(_ events: [InputEvent]) throws(VirtualPanelError) {
    guard case .events = model else { throw .foreignStep(name: model.name) }
    try asking { () throws(SystemCallError) in try input?.send(events) }
  }

  /// Sends a report; does nothing while the panel is unplugged.
  public func send(_ report: [UInt8]) throws(VirtualPanelError) {
    guard case .reports = model else { throw .foreignStep(name: model.name) }
    try asking { () throws(SystemCallError) in try hid?.send(report) }
  }

  /// Answers the requests of the kernel's driver; call it about every second for a HID device.
  public func answer() throws(VirtualPanelError) {
    try asking { () throws(SystemCallError) in _ = try hid?.answer() }
  }

  /// Returns the panel's event nodes, in the order of their numbers; none while unplugged.
  public func nodes() throws(VirtualPanelError) -> [String] {
    try asking { () throws(SystemCallError) in
      if let folder = input?.systemPath { return try Self.eventNodes(in: folder) }
      guard hid != nil else { return [] }
      return try Self.eventNodes(in: "/sys/class/input").filter { node in
        let name = node.dropFirst("/dev/input/".count)
        // A device that disappears during this read is not this panel.
        let mark = try? SystemCalls.contents(of: "/sys/class/input/\(name)/device/uniq", upTo: 256)
        return mark.map { $0.elementsEqual(self.mark.utf8 + [UInt8(ascii: "\n")]) } ?? false
      }
    }
  }

  private static func eventNodes(in folder: String) throws(SystemCallError) -> [String] {
    let names = try SystemCalls.names(in: folder).filter { $0.hasPrefix("event") }
    return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { "/dev/input/\($0)" }
  }

  /// Answers the driver until it has created its nodes and sends no more requests.
  private func settle() throws(VirtualPanelError) {
    let start = SystemCalls.monotonicMicroseconds()
    var lastAnswered = start
    var now = start
    while now < start + Int64(Self.patience) * 1_000_000 {
      let hasAnswered = try asking { () throws(SystemCallError) in try hid?.answer() ?? false }
      if hasAnswered { lastAnswered = now }
      if now >= lastAnswered + Self.quiet, !(try nodes().isEmpty) { return }
      SystemCalls.sleep(until: now + 5000)
      now = SystemCalls.monotonicMicroseconds()
    }
    unplug()
    throw .notBound(name: model.name, seconds: Self.patience)
  }

  private func asking<Value>(_ body: () throws(SystemCallError) -> Value) throws(VirtualPanelError) -> Value {
    try Result { () throws(SystemCallError) in try body() }.mapError { VirtualPanelError.refused($0) }.get()
  }
}

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
