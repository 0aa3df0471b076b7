/// The kernel's description of an input device: its name, its ids and its axes.
///
/// Everything that the decoder and the choice of panels need, from a node or from a recording.
public struct PanelDescription: Equatable, Sendable {
  /// The kernel's name of the device.
  ///
  /// The name comes from hardware, so it may contain any character, but only valid UTF-8.
  public var name = ""
  /// The bus number (BUS_USB is 3, BUS_I2C 24).
  public var bus: UInt16 = 0
  /// The vendor id.
  public var vendor: UInt16 = 0
  /// The product id.
  public var product: UInt16 = 0
  /// The version that the device reports.
  public var version: UInt16 = 0
  /// The bits of the INPUT_PROP_ numbers; bit 1 is direct touch.
  public var properties: UInt64 = 0
  /// The absolute axes by code.
  public var axes: [UInt16: AxisRange] = [:]
  /// The codes of the keys that the device has.
  public var keys: Set<UInt16> = []
  /// The codes of the relative axes that the device has.
  public var relatives: Set<UInt16> = []
  /// The codes of EV_MSC that the device sends, for example ``EventCode/mscTimestamp``.
  public var miscellanea: Set<UInt16> = []

  /// Creates an empty description.
  public init() {}

  /// Whether the device reports that touches act where they land.
  public var isDirect: Bool { hasProperty(EventCode.propDirect) }

  /// Whether the device reports the INPUT_PROP_ number `property`.
  public func hasProperty(_ property: Int) -> Bool {
    properties & (1 << UInt64(truncatingIfNeeded: property)) != 0
  }

  /// Whether the device sends multitouch positions.
  ///
  /// Joysticks with very many axes number them consecutively into the multitouch range; these axes
  /// are not multitouch.
  public var hasMultitouch: Bool {
    let isCounted = axes[EventCode.belowMTSlot] != nil && axes[EventCode.mtSlot] != nil
    return axes[EventCode.mtPositionX] != nil && !isCounted
  }

  /// The horizontal axis of positions: the multitouch axis if there is one.
  public var horizontalAxis: AxisRange? { axes[hasMultitouch ? EventCode.mtPositionX : EventCode.x] }

  /// The vertical axis of positions: the multitouch axis if there is one.
  public var verticalAxis: AxisRange? { axes[hasMultitouch ? EventCode.mtPositionY : EventCode.y] }
}

/// The range of an absolute axis.
///
/// The corresponding C structure is `struct input_absinfo`.
public struct AxisRange: Equatable, Sendable {
  /// The smallest value that the device reports.
  public var minimum: Int32
  /// The largest value that the device reports.
  public var maximum: Int32
  /// The noise that the kernel filters, in device units.
  public var fuzz: Int32
  /// The dead zone, in device units.
  public var flat: Int32
  /// Device units per millimetre; 0 if the device does not report a resolution.
  public var resolution: Int32

  /// Creates a range from its bounds, in device units.
  public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }
}
