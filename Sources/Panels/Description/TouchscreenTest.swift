/// Whether a device is a touchscreen, and if not, why it is passed over.
///
/// The rules are those of udev's `input_id` builtin, read for the one question: do touches land
/// where they show?
public enum TouchscreenTest: Equatable, Sendable {
  /// Its touches land where they show.
  case touchscreen
  /// It is something else.
  case passedOver(Reason)

  /// What a device that is no touchscreen is.
  public enum Reason: String, Equatable, Sendable, CaseIterable {
    /// It has no pair of absolute axes: a keyboard, a mouse, a switch.
    case noPosition = "it reports no positions on two axes"
    /// Its axes measure acceleration.
    case accelerometer = "it is an accelerometer"
    /// It is the node of a pen or of a graphics tablet.
    case pen = "it is a pen or a graphics tablet"
    /// Its touches move a pointer elsewhere.
    case touchpad = "it is a touchpad"
    /// It has positions, but neither BTN_TOUCH nor the direct property: an absolute mouse, a
    /// joystick.
    case noTouch = "it reports positions but no touch"
    /// An axis has the same minimum and maximum, so positions on it mean nothing.
    case emptyAxis = "an axis has an empty range"
  }

  /// Judges a device by its description.
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
