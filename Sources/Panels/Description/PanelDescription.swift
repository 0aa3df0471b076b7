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

  /// The axis of the distance from the glass: the multitouch axis if the device has multitouch.
  public var distanceAxis: AxisRange? { axes[hasMultitouch ? EventCode.mtDistance : EventCode.distance] }

  /// Whether the distance from the glass cannot be 0, so it does not show when a finger touches.
  public var isDistanceIgnored: Bool { distanceAxis.map { $0.minimum > 0 || $0.maximum < 0 } ?? false }
}

/// The range of an absolute axis.
///
/// The corresponding C structure is `struct input_absinfo`.
public struct AxisRange: Equatable, Sendable {
  /// The smallest value that the device reports.
  public var minimum: Int32
  /// The largest value that the device reports.
  public var maximum: Int32
  /// The noise by which the kernel smooths positions, in device units: ``PositionFuzz``.
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

/// Whether a device is a touchscreen, and if not, why it is ignored.
///
/// The rules are those of udev's `input_id` builtin, reduced to one question: do touches act where
/// they land?
public enum TouchscreenTest: Equatable, Sendable {
  /// Touches on the device act where they land.
  case touchscreen
  /// The device is not a touchscreen.
  case passedOver(Reason)

  /// The reasons to ignore a device.
  public enum Reason: String, Equatable, Sendable, CaseIterable {
    /// The device has no pair of absolute axes: a keyboard, a mouse, a switch.
    case noPosition = "it does not report positions on two axes"
    /// The axes measure acceleration.
    case accelerometer = "it is an accelerometer"
    /// The device is a pen or a graphics tablet.
    case pen = "it is a pen or a graphics tablet"
    /// Touches move a pointer at another position.
    case touchpad = "it is a touchpad"
    /// The device has positions, but neither BTN_TOUCH nor the direct property: an absolute mouse,
    /// a joystick.
    case noTouch = "it reports positions, but not touch"
    /// An axis has the same minimum and maximum, so its positions have no meaning.
    case emptyAxis = "an axis has an empty range"
  }

  /// Classifies a device by its description.
  public init(_ description: PanelDescription) {
    self = Self.reason(description).map(Self.passedOver) ?? .touchscreen
  }

  /// Whether the device is a touchscreen.
  public var isTouchscreen: Bool { self == .touchscreen }

  private static func reason(_ description: PanelDescription) -> Reason? {
    let keys = description.keys
    if description.hasProperty(EventCode.propAccelerometer) { return .accelerometer }
    guard let x = description.horizontalAxis, let y = description.verticalAxis else { return .noPosition }
    if keys.contains(EventCode.btnToolPen) || keys.contains(EventCode.btnStylus) { return .pen }
    if description.hasProperty(EventCode.propPointer) { return .touchpad }
    if keys.contains(EventCode.btnToolFinger), !description.isDirect { return .touchpad }
    let hasTouch = keys.contains(EventCode.btnTouch) || description.hasMultitouch
    guard description.isDirect || hasTouch else { return .noTouch }
    return x.maximum != x.minimum && y.maximum != y.minimum ? nil : .emptyAxis
  }
}
