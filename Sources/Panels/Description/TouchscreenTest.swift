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
