public import Panels

/// Whether a node is a touchscreen, and if not, what it is.
public enum DeviceClass: Equatable, Sendable, CustomStringConvertible {
  /// udev calls it a touchscreen.
  case touchscreen
  /// udev says nothing of it, and by its capabilities in sysfs it is a touchscreen.
  case touchscreenByCapabilities
  /// It is passed over and never opened.
  case passedOver(Reason)

  /// Why a node is passed over.
  public enum Reason: Equatable, Sendable, CustomStringConvertible {
    /// A keyboard.
    case keyboard
    /// A mouse.
    case mouse
    /// A touchpad.
    case touchpad
    /// A drawing tablet.
    case tablet
    /// A joystick or gamepad.
    case joystick
    /// LIBINPUT_IGNORE_DEVICE is set.
    case ignored
    /// None of these, and no touchscreen.
    case notTouch
    /// A touchscreen of another seat, with people of its own.
    case otherSeat(String)
    /// udev calls it a touchscreen, and the kernel's description of it makes no sense as one.
    case unusable(TouchscreenTest.Reason)

    /// What it is, in words.
    public var description: String {
      switch self {
      case .keyboard: "a keyboard"
      case .mouse: "a mouse"
      case .touchpad: "a touchpad"
      case .tablet: "a tablet"
      case .joystick: "a joystick"
      case .ignored: "ignored by LIBINPUT_IGNORE_DEVICE"
      case .notTouch: "not a touch device"
      case .otherSeat(let seat): "a touchscreen of \(seat)"
      case .unusable(let reason): reason.rawValue
      }
    }
  }

  /// Whether the node may be opened.
  public var isTouchscreen: Bool {
    switch self {
    case .touchscreen, .touchscreenByCapabilities: true
    case .passedOver: false
    }
  }

  /// What it is, in words.
  public var description: String {
    switch self {
    case .touchscreen: "touchscreen"
    case .touchscreenByCapabilities: "touchscreen by its capabilities (udev says nothing)"
    case .passedOver(let reason): "passed over: \(reason)"
    }
  }

  /// Judges a node as a service of `seat` does.
  init(_ node: InputNode, seat: String) {
    self.init(node)
    if isTouchscreen, node.seat != seat { self = .passedOver(.otherSeat(node.seat)) }
  }

  /// What the node's verdict becomes once it is open: only then the ranges of its axes are known.
  ///
  /// Where udev calls it a touchscreen, which a person may have told it, only what makes positions
  /// impossible counts.
  public func reviewed(_ description: PanelDescription) -> DeviceClass {
    guard isTouchscreen, case .passedOver(let reason) = TouchscreenTest(description) else { return self }
    let isImpossible = reason == .noPosition || reason == .emptyAxis
    return self == .touchscreen && !isImpossible ? self : .passedOver(.unusable(reason))
  }

  /// Judges a node: a keyboard is never opened, whatever else it claims to be.
  private init(_ node: InputNode) {
    func isSet(_ name: String) -> Bool { (node.properties[name] ?? "0") != "0" }

    // libinput reads the property in this way: any value but 0 counts.
    if isSet("LIBINPUT_IGNORE_DEVICE") {
      self = .passedOver(.ignored)
    } else if node.properties["ID_INPUT"] == nil,
      !node.properties.keys.contains(where: { $0.hasPrefix("ID_INPUT_") })
    {
      self = node.description.judgedByCapabilities
    } else if isSet("ID_INPUT_KEYBOARD") {
      self = .passedOver(.keyboard)
    } else if isSet("ID_INPUT_TOUCHSCREEN") {
      self = .touchscreen
    } else if isSet("ID_INPUT_TOUCHPAD") {
      self = .passedOver(.touchpad)
    } else if isSet("ID_INPUT_TABLET") || isSet("ID_INPUT_TABLET_PAD") {
      self = .passedOver(.tablet)
    } else if isSet("ID_INPUT_JOYSTICK") {
      self = .passedOver(.joystick)
    } else if isSet("ID_INPUT_MOUSE") || isSet("ID_INPUT_POINTINGSTICK") {
      self = .passedOver(.mouse)
    } else {
      self = .passedOver(.notTouch)
    }
  }
}
