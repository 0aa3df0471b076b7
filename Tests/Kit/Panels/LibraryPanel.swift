public import GestureCore
public import Panels

/// One real touchscreen as data: the kernel's description, and how the touchscreen sends.
///
/// The data contains only facts from descriptions, recordings and drivers; the idea comes from
/// libinput's litest devices.
public struct LibraryPanel: Sendable, CustomStringConvertible {
  /// The source of the facts.
  public enum Source: Equatable, Sendable {
    /// A file below the recordings' `evdev` folder.
    case recording(String)
    /// The report descriptor of this name in `hid-touchscreens.json`, mapped to axes as
    /// hid-multitouch does.
    case descriptor(String)
    /// A driver of Linux, by its file.
    case driver(String)
  }

  /// The source of the facts.
  public let source: Source
  /// The kernel's description of the device.
  public let device: PanelDescription
  /// The time between two reports of one contact.
  public let period: Interval
  /// The time between the frames of two contacts of one scan; nil where a scan is one frame.
  public let contactGap: Interval?
  /// The silence between the last position of a contact and its lift.
  public let liftDelay: Interval

  /// Creates a panel that is not in the library.
  ///
  /// 10 ms is a usual period.
  public init(_ device: PanelDescription) {
    self.init(source: .recording("at hand"), device: device, period: .milliseconds(10))
  }

  init(
    source: Source, device: PanelDescription, period: Interval, contactGap: Interval? = nil,
    liftDelay: Interval? = nil
  ) {
    self.source = source
    self.device = device
    self.period = period
    self.contactGap = contactGap
    self.liftDelay = liftDelay ?? period
  }

  /// Every panel of the library.
  public static var all: [LibraryPanel] { recorded + described + driven }

  /// How the panel distinguishes its contacts.
  public var touchProtocol: TouchProtocol { TouchProtocol(device) }

  /// The number of contacts that the panel reports at the same time.
  public var fingers: Int {
    switch touchProtocol {
    case .slots: Int(device.axes[EventCode.mtSlot]?.maximum ?? 0) + 1
    case .list: 10
    case .single: 1
    }
  }

  /// The size in mm that flickd assumes when only the kernel specifies one.
  public var extent: Extent { PanelSize(description: device).extent }

  /// Whether the panel can report a palm.
  public var reportsPalms: Bool { (device.axes[EventCode.mtToolType]?.maximum ?? 0) >= EventCode.toolPalm }

  /// The panel's name, and the source of its facts.
  public var description: String {
    switch source {
    case .recording(let reference), .descriptor(let reference), .driver(let reference):
      "\(device.name) (\(reference))"
    }
  }
}

// MARK: - Tables

extension LibraryPanel {
  /// A row of the table of recordings.
  ///
  /// Axes are minimum, maximum, fuzz and resolution, the last two if they are not 0. Unless
  /// specified, the emulated pointer's axes are those of the contacts without fuzz, as with
  /// hid-multitouch; a bare panel has neither these axes nor BTN_TOUCH. Times are µs.
  init(
    recorded file: String, _ name: String, bus: UInt16, vendor: UInt16, product: UInt16, x: [Int32],
    y: [Int32], pointer: (x: [Int32], y: [Int32])? = nil, slots: Int32? = nil, more: [UInt16: [Int32]] = [:],
    isBare: Bool = false, period: Int64, contactGap: Int64? = nil, liftDelay: Int64? = nil
  ) {
    var device = PanelDescription(touch: name, bus: bus, vendor: vendor, product: product)
    device.setPositions(x: AxisRange(row: x), y: AxisRange(row: y))
    if let pointer {
      device.axes[EventCode.x] = AxisRange(row: pointer.x)
      device.axes[EventCode.y] = AxisRange(row: pointer.y)
    }
    if isBare {
      device.axes[EventCode.x] = nil
      device.axes[EventCode.y] = nil
      device.keys = []
    }
    if let slots { device.setSlots(slots) }
    for (code, row) in more { device.axes[code] = AxisRange(row: row) }
    self.init(
      source: .recording(file), device: device, period: Interval(microseconds: period),
      contactGap: contactGap.map { Interval(microseconds: $0) },
      liftDelay: liftDelay.map { Interval(microseconds: $0) })
  }

  /// A row of the table of report descriptors: ranges, units a millimetre, and the fields of the
  /// reports.
  init(
    described name: String, bus: UInt16, vendor: UInt16, product: UInt16, x: [Int32], y: [Int32],
    hasClock: Bool = false, hasConfidence: Bool = false, hasPressure: Bool = false
  ) {
    var device = PanelDescription(touch: name, bus: bus, vendor: vendor, product: product)
    device.setPositions(x: AxisRange(row: x), y: AxisRange(row: y))
    // hid-multitouch's limit, unless a panel specifies a higher number.
    device.setSlots(10)
    if hasClock { device.miscellanea = [EventCode.mscTimestamp] }
    if hasConfidence { device.axes[EventCode.mtToolType] = AxisRange(minimum: 0, maximum: 2) }
    if hasPressure { device.axes[EventCode.mtPressure] = AxisRange(minimum: 0, maximum: 255) }
    self.init(source: .descriptor(name), device: device, period: .milliseconds(10))
  }

  /// A row of the table of drivers: a single contact.
  init(
    driver: String, _ name: String, bus: UInt16, vendor: UInt16, product: UInt16, axes: [UInt16: [Int32]],
    period: Int64
  ) {
    var device = PanelDescription(touch: name, bus: bus, vendor: vendor, product: product)
    device.axes = axes.mapValues { AxisRange(row: $0) }
    self.init(source: .driver(driver), device: device, period: Interval(microseconds: period))
  }
}

extension PanelDescription {
  fileprivate init(touch name: String, bus: UInt16, vendor: UInt16, product: UInt16) {
    self.init()
    self.name = name
    (self.bus, self.vendor, self.product) = (bus, vendor, product)
    properties = 1 << UInt64(EventCode.propDirect)
    keys = [EventCode.btnTouch]
  }

  fileprivate mutating func setPositions(x: AxisRange, y: AxisRange) {
    axes[EventCode.mtPositionX] = x
    axes[EventCode.mtPositionY] = y
    axes[EventCode.x] = AxisRange(minimum: x.minimum, maximum: x.maximum, resolution: x.resolution)
    axes[EventCode.y] = AxisRange(minimum: y.minimum, maximum: y.maximum, resolution: y.resolution)
  }

  fileprivate mutating func setSlots(_ count: Int32) {
    axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: count - 1)
    axes[EventCode.mtTrackingID] = AxisRange(minimum: 0, maximum: 65535)
  }
}

extension AxisRange {
  fileprivate init(row: [Int32]) {
    self.init(
      minimum: row[0], maximum: row[1], fuzz: row.count > 2 ? row[2] : 0,
      resolution: row.count > 3 ? row[3] : 0)
  }
}
