public import Panels

/// One event node of the input layer, as udev and sysfs describe it, without opening it.
public struct InputNode: Equatable, Sendable {
  /// The path of the node, for example `/dev/input/event5`.
  ///
  /// The kernel uses the number again for another device.
  public var node: String
  /// The path of the device in sysfs, which tells two devices apart that had the same node one after the other.
  public var systemPath: String
  /// The properties in udev's database, with those of the parent device where the node has none of its own.
  public var properties: [String: String]
  /// What sysfs says of the device: name, ids, property bits, keys; its axes are there without their ranges.
  public var description: PanelDescription
  /// The device's place on its bus as the kernel words it, `phys`; empty if there is none.
  public var physicalPath: String
  /// The device's serial number, `uniq`; empty if there is none.
  public var uniqueID: String

  /// Creates a node.
  public init(
    node: String, systemPath: String, properties: [String: String], description: PanelDescription,
    physicalPath: String = "", uniqueID: String = ""
  ) {
    self.node = node
    self.systemPath = systemPath
    self.properties = properties
    self.description = description
    self.physicalPath = physicalPath
    self.uniqueID = uniqueID
  }

  /// Whether it is a touchscreen, and if not, what it is.
  public var verdict: NodeVerdict { NodeVerdict(self) }

  /// ID_SEAT, `seat0` where udev does not say.
  public var seat: String { properties["ID_SEAT"] ?? "seat0" }

  /// The serial number: ID_SERIAL_SHORT, else the device's own.
  public var serial: String? {
    if let serial = properties["ID_SERIAL_SHORT"], !serial.isEmpty { return serial }
    return uniqueID.isEmpty ? nil : uniqueID
  }

}

/// Whether a node is a touchscreen, and if not, what it is.
public enum NodeVerdict: Equatable, Sendable, CustomStringConvertible {
  /// udev calls it a touchscreen.
  case touchscreen
  /// udev says nothing of it, and by its capabilities in sysfs it is a touchscreen.
  case touchscreenByCapabilities
  /// It is passed over and never opened.
  case passedOver(Reason)

  /// Why a node is passed over.
  public enum Reason: Equatable, Sendable, CaseIterable, CustomStringConvertible {
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

  /// Judges a node: a keyboard is never opened, whatever else it claims to be.
  init(_ node: InputNode) {
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
