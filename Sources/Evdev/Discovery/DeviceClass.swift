public import Panels

/// Whether a node is a touchscreen, and if not, what it is instead.
public enum DeviceClass: Equatable, Sendable, CustomStringConvertible {
  /// udev classifies the node as a touchscreen.
  case touchscreen
  /// udev has no class for the node, and its capabilities in sysfs are those of a touchscreen.
  case touchscreenByCapabilities
  /// The node is ignored and never opened.
  case passedOver(Reason)

  /// Why a node is ignored.
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
    /// None of these, and not a touchscreen.
    case notTouch
    /// A touchscreen of another seat, which other people use.
    case otherSeat(String)
    /// udev classifies the node as a touchscreen, but the kernel's description contradicts this.
    case unusable(TouchscreenTest.Reason)

    /// The reason in words.
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

  /// The class in words.
  public var description: String {
    switch self {
    case .touchscreen: "touchscreen"
    case .touchscreenByCapabilities: "touchscreen by its capabilities (udev reports no class)"
    case .passedOver(let reason): "passed over: \(reason)"
    }
  }

  /// Classifies a node for a service of `seat`.
  init(_ node: InputNode, seat: String) {
    self.init(node)
    if isTouchscreen, node.seat != seat { self = .passedOver(.otherSeat(node.seat)) }
  }

  /// Returns the class of an open node, for which the ranges of the axes are known.
  ///
  /// If udev classifies the node as a touchscreen, perhaps by a user's rule, only errors that make
  /// positions impossible count.
  public func reviewed(_ description: PanelDescription) -> DeviceClass {
    guard isTouchscreen, case .passedOver(let reason) = TouchscreenTest(description) else { return self }
    let isImpossible = reason == .noPosition || reason == .emptyAxis
    return self == .touchscreen && !isImpossible ? self : .passedOver(.unusable(reason))
  }

  /// Returns the class that a recorded device would have live, with udev and without a user's rule.
  public init(recorded description: PanelDescription) {
    self = description.judgedByUdev.reviewed(description)
  }

  /// Classifies a node: a keyboard is never opened, even if it has other classes too.
  private init(_ node: InputNode) {
    func isSet(_ name: String) -> Bool { (node.properties[name] ?? "0") != "0" }

    // As in libinput, any value except 0 counts.
    if isSet("LIBINPUT_IGNORE_DEVICE") {
      self = .passedOver(.ignored)
    } else if node.properties["ID_INPUT"] == nil,
      !node.properties.keys.contains(where: { $0.hasPrefix("ID_INPUT_") })
    {
      self = node.description.judgedByCapabilities
    } else {
      self = Self.classes.first { isSet("ID_INPUT_\($0.word)") }?.deviceClass ?? .passedOver(.notTouch)
    }
  }

  /// The words of udev, the strongest first.
  private static let classes: [(word: String, deviceClass: DeviceClass)] = [
    ("KEYBOARD", .passedOver(.keyboard)), ("TOUCHSCREEN", .touchscreen), ("TOUCHPAD", .passedOver(.touchpad)),
    ("TABLET", .passedOver(.tablet)), ("TABLET_PAD", .passedOver(.tablet)),
    ("JOYSTICK", .passedOver(.joystick)), ("MOUSE", .passedOver(.mouse)),
    ("POINTINGSTICK", .passedOver(.mouse)),
  ]
}

extension InputNode {
  /// Whether the capabilities in sysfs are those of a touchscreen, regardless of udev's class.
  public var looksLikeTouchscreen: Bool { description.judgedByCapabilities.isTouchscreen }
}

extension PanelDescription {
  /// Reads the bit maps in sysfs, `capabilities/` and `properties`; axes get empty ranges.
  mutating func setCapabilities(absolute: String, keys: String, relatives: String, properties: String) {
    for code in setBits(absolute) { axes[code] = AxisRange(minimum: 0, maximum: 0) }
    self.keys = Set(setBits(keys))
    self.relatives = Set(setBits(relatives))
    for bit in setBits(properties) where bit < 64 { self.properties |= 1 << UInt64(bit) }
  }

  /// The device class by udev's `input_id`, if the device is not a kind of its own by its bus.
  var judgedByUdev: DeviceClass {
    if (1...31).allSatisfy({ keys.contains($0) }) { return .passedOver(.keyboard) }
    let positions = axes[EventCode.x] != nil && axes[EventCode.y] != nil
    let multitouch =
      axes[EventCode.mtPositionX] != nil && axes[EventCode.mtPositionY] != nil
      && axes[EventCode.mtSlot - 1] == nil
    guard positions || multitouch else { return judgedByCapabilities }
    let hasPen = keys.contains(EventCode.btnToolPen) || keys.contains(EventCode.btnStylus)
    if hasPen { return .passedOver(.tablet) }
    if keys.contains(EventCode.btnToolFinger), !isDirect { return .passedOver(.touchpad) }
    let touches = isDirect || keys.contains(EventCode.btnTouch)
    // BTN_LEFT to BTN_TASK: VMware's mouse has absolute axes. With multitouch axes, such a device
    // is a touchscreen too.
    let isMouse = positions && (0x110...0x117).contains { keys.contains($0) }
    if touches, multitouch || !isMouse { return .touchscreen }
    if isMouse || keys.contains(EventCode.btnLeft) { return .passedOver(.mouse) }
    return judgedByCapabilities
  }

  /// The device class if udev's database has no entry for the device, as in a container.
  ///
  /// The rules are those of udev's `input_id`, as far as they distinguish a touchscreen from other
  /// devices.
  var judgedByCapabilities: DeviceClass {
    // KEY_ESC to KEY_S: input_id treats a device with all of them as a keyboard.
    if (1...31).allSatisfy({ keys.contains($0) }) { return .passedOver(.keyboard) }
    // BTN_TOOL_PEN, BTN_STYLUS.
    if keys.contains(0x140) || keys.contains(0x14b) { return .passedOver(.tablet) }
    let slots = axes[EventCode.mtPositionX] != nil && axes[EventCode.mtPositionY] != nil
    // A device with the axis below ABS_MT_SLOT numbers all its axes in sequence, so its multitouch
    // codes mean something else.
    let multitouch = slots && axes[EventCode.mtSlot - 1] == nil
    let single =
      keys.contains(EventCode.btnTouch) && axes[EventCode.x] != nil && axes[EventCode.y] != nil
    if isDirect && (multitouch || single) { return .touchscreenByCapabilities }
    // BTN_TOOL_FINGER.
    if keys.contains(0x145) { return .passedOver(.touchpad) }
    // BTN_JOYSTICK to BTN_THUMBR: joysticks and gamepads.
    if (0x120...0x13e).contains(where: { keys.contains($0) }) { return .passedOver(.joystick) }
    // BTN_LEFT with REL_X and REL_Y.
    if keys.contains(0x110) && relatives.isSuperset(of: [0, 1]) { return .passedOver(.mouse) }
    // A power button counts as a keyboard, like any other key.
    if keys.contains(where: { (1...0xff).contains($0) }) { return .passedOver(.keyboard) }
    return .passedOver(.notTouch)
  }
}

/// The numbers of the bits that are set in a bit map of sysfs: hexadecimal words of a `long`, the
/// most significant first.
func setBits(_ map: String) -> [UInt16] {
  var bits: [UInt16] = []
  for (index, word) in map.split(whereSeparator: { $0.isWhitespace }).reversed().enumerated() {
    guard index < 16, let value = UInt(word, radix: 16) else { return bits }
    for bit in 0..<UInt.bitWidth where value & (1 << UInt(bit)) != 0 {
      bits.append(UInt16(index * UInt.bitWidth + bit))
    }
  }
  return bits
}
