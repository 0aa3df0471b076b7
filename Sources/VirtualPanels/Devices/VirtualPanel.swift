internal import LinuxIO
public import Panels

/// A panel of this program's making: a real input device of the real kernel, with nobody's finger
/// on it.
///
/// It can be unplugged and plugged in again. Everything it does happens in calls; nothing runs
/// beside them.
public final class VirtualPanel {
  /// What it pretends to be.
  public let model: PanelModel
  /// What tells it from every other device of the machine: the physical path of an input device,
  /// the serial number of a HID device.
  public let mark: String

  private var input: UinputDevice?
  private var hid: UhidDevice?

  /// How long a driver may take to make something of a HID device, in s.
  ///
  /// Ten covers two requests that it waited for in vain, five seconds each.
  private static let patience = 10

  /// How long the kernel must ask nothing until its driver counts as settled, in µs.
  private static let quiet: Int64 = 100_000

  /// Creates a panel that is not plugged in.
  public init(_ model: PanelModel, mark: String) {
    self.model = model
    self.mark = mark
  }

  /// Whether it is plugged in.
  public var isPlugged: Bool {
    let isInput = input != nil
    let isHID = hid != nil
    return isInput || isHID
  }

  /// Plugs it in and waits until the kernel has made event nodes of it.
  ///
  /// udev may not have seen them yet.
  public func plug() throws(VirtualPanelError) {
    switch model {
    case .events(let description):
      input = try UinputDevice(description, place: mark)
    case .reports(let description):
      hid = try UhidDevice(description, uniqueID: mark)
      try settle()
    }
  }

  /// Pulls it out: readers get ENODEV at once, and lose what they had not read.
  public func unplug() {
    input = nil
    hid = nil
  }

  /// Sends a frame of events; what is not plugged in takes nothing.
  public func send(_ events: [InputEvent]) throws(VirtualPanelError) {
    guard case .events = model else { throw .foreignStep(name: model.name) }
    try asking { () throws(SystemCallError) in try input?.send(events) }
  }

  /// Sends a report; what is not plugged in takes nothing.
  public func send(_ report: [UInt8]) throws(VirtualPanelError) {
    guard case .reports = model else { throw .foreignStep(name: model.name) }
    try asking { () throws(SystemCallError) in try hid?.send(report) }
  }

  /// Answers what the kernel's driver asks; a HID device must do so every second or so.
  public func answer() throws(VirtualPanelError) {
    try asking { () throws(SystemCallError) in _ = try hid?.answer() }
  }

  /// The event nodes that the kernel has made of it, in the order of their numbers; none while it
  /// is unplugged.
  public func nodes() throws(VirtualPanelError) -> [String] {
    try asking { () throws(SystemCallError) in
      if let folder = input?.systemPath { return try Self.eventNodes(in: folder) }
      guard hid != nil else { return [] }
      return try Self.eventNodes(in: "/sys/class/input").filter { node in
        let name = node.dropFirst("/dev/input/".count)
        // A device that leaves while it is looked at is not this one.
        let mark = try? SystemCalls.contents(of: "/sys/class/input/\(name)/device/uniq", upTo: 256)
        return mark.map { $0.elementsEqual(self.mark.utf8 + [UInt8(ascii: "\n")]) } ?? false
      }
    }
  }

  private static func eventNodes(in folder: String) throws(SystemCallError) -> [String] {
    let names = try SystemCalls.names(in: folder).filter { $0.hasPrefix("event") }
    return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { "/dev/input/\($0)" }
  }

  /// Answers the driver until it has made its nodes and asks nothing more.
  private func settle() throws(VirtualPanelError) {
    let start = SystemCalls.monotonicMicroseconds()
    var lastAsked = start
    var now = start
    while now < start + Int64(Self.patience) * 1_000_000 {
      let wasAsked = try asking { () throws(SystemCallError) in try hid?.answer() ?? false }
      if wasAsked { lastAsked = now }
      if now >= lastAsked + Self.quiet, !(try nodes().isEmpty) { return }
      SystemCalls.sleep(until: now + 5000)
      now = SystemCalls.monotonicMicroseconds()
    }
    unplug()
    throw .notBound(name: model.name, seconds: Self.patience)
  }

  private func asking<Value>(
    _ body: () throws(SystemCallError) -> Value
  ) throws(VirtualPanelError) -> Value {
    do throws(SystemCallError) {
      return try body()
    } catch {
      throw .refused(error)
    }
  }
}
