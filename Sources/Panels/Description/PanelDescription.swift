/// What the kernel says of an input device: its name, its ids and its axes.
///
/// Everything that the decoder and the choice of panels need to know, whether it came from a node
/// or from a recording.
public struct PanelDescription: Equatable, Sendable {
  /// The kernel's name of the device; it comes from hardware, so it may hold any byte but never
  /// invalid UTF-8 here.
  public var name = ""
  /// The bus number (BUS_USB is 3, BUS_I2C 24).
  public var bus: UInt16 = 0
  /// The vendor id.
  public var vendor: UInt16 = 0
  /// The product id.
  public var product: UInt16 = 0
  /// The version that the device states.
  public var version: UInt16 = 0
  /// The bits of the INPUT_PROP_ numbers, bit 1 is direct touch.
  public var properties: UInt64 = 0
  /// The absolute axes by code.
  public var axes: [UInt16: AxisRange] = [:]
  /// The codes of the keys that the device has.
  public var keys: Set<UInt16> = []
  /// The codes of the relative axes that the device has.
  public var relatives: Set<UInt16> = []
  /// The codes of EV_MSC that the device sends, ``EventCode/mscTimestamp`` for one.
  public var miscellanea: Set<UInt16> = []

  /// Creates a description of nothing.
  public init() {}

  /// Whether the device states that touches land where they show.
  public var isDirect: Bool { hasProperty(EventCode.propDirect) }

  /// Whether the device states the INPUT_PROP_ number `property`.
  public func hasProperty(_ property: Int) -> Bool {
    properties & (1 << UInt64(truncatingIfNeeded: property)) != 0
  }

  /// Whether the device sends multitouch positions.
  ///
  /// Joysticks with very many axes number them through into the multitouch range; those mean
  /// nothing of the kind.
  public var hasMultitouch: Bool {
    let isCounted = axes[EventCode.belowMTSlot] != nil && axes[EventCode.mtSlot] != nil
    return axes[EventCode.mtPositionX] != nil && !isCounted
  }

  /// The horizontal axis that positions come on: the multitouch one where there is one.
  public var horizontalAxis: AxisRange? { axes[hasMultitouch ? EventCode.mtPositionX : EventCode.x] }

  /// The vertical axis that positions come on: the multitouch one where there is one.
  public var verticalAxis: AxisRange? { axes[hasMultitouch ? EventCode.mtPositionY : EventCode.y] }
}

/// The range of an absolute axis.
///
/// The corresponding C structure is `struct input_absinfo`.
public struct AxisRange: Equatable, Sendable {
  /// The least value that the device states.
  public var minimum: Int32
  /// The greatest value that the device states.
  public var maximum: Int32
  /// The noise that the kernel filters, in device units.
  public var fuzz: Int32
  /// The dead zone, in device units.
  public var flat: Int32
  /// Device units per millimetre, 0 where the device does not say.
  public var resolution: Int32

  /// Creates a range.
  public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }
}
