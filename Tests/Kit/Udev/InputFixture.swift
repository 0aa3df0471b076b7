public import Panels
public import Testing

/// An event of an input device as flickd's udev rule receives it, after the rules with lower
/// numbers.
public struct InputFixture: Sendable, CustomTestStringConvertible {
  /// The description in words.
  public let testDescription: String
  /// udev's data of the device at that moment.
  public let device: RuledDevice
  /// Whether the service should read the device, which then starts the service.
  public let isForTheService: Bool
  /// Whether the service had access since an earlier event, and should lose it.
  public let isLost: Bool
  /// The kernel's input for such a device; nil if no kernel can make one.
  public let model: PanelDescription?

  private init(
    _ description: String, isForTheService: Bool = false, isLost: Bool = false,
    model: PanelDescription? = nil,
    _ device: RuledDevice
  ) {
    self.isLost = isLost
    testDescription = description
    self.device = device
    self.isForTheService = isForTheService
    self.model = model
  }

  /// Every kind of device and of event for which the rule has a decision.
  public static let all = touchscreens + known + others + foreigners

  /// Devices that were touchscreens at an earlier event.
  private static let known = [
    InputFixture(
      "a touchscreen that was one before", isForTheService: true,
      node("ID_INPUT_TOUCHSCREEN", action: "change", stored: readable)),
    InputFixture(
      "a touchscreen whose property another rule sets", isForTheService: true,
      node("ID_INPUT_TOUCHSCREEN", also: readable)),
    InputFixture(
      "a mouse that was a touchscreen", isLost: true,
      node("ID_INPUT_MOUSE", action: "change", stored: readable)),
    InputFixture(
      "a device that udev must ignore", isLost: true,
      node(action: "change", also: ["ID_INPUT_TOUCHSCREEN": "0"], stored: readable)),
    InputFixture(
      "a touchscreen that turns out to be a keyboard besides", isLost: true,
      node("ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEYBOARD", action: "change", stored: readable)),
    InputFixture(
      "a mouse that was a touchscreen, at a start of udev", isLost: true,
      node("ID_INPUT_MOUSE", stored: readable)),
    InputFixture(
      "a mouse that was a mouse before",
      node("ID_INPUT_MOUSE", action: "change", stored: ["ID_INPUT": "1"])),
    InputFixture(
      "what was a touchscreen and goes", node("ID_INPUT_MOUSE", action: "remove", stored: readable)),
    InputFixture(
      "the emulated mouse of a former touchscreen",
      node("ID_INPUT_MOUSE", as: "mouse0", action: "change", stored: readable)),
  ]

  private static let readable = ["FLICKD_READABLE": "1"]

  private static let touchscreens = [
    InputFixture(
      "a touchscreen", isForTheService: true, model: screen("Touchscreen"), node("ID_INPUT_TOUCHSCREEN")),
    InputFixture(
      "a touchscreen that udev looks at again", isForTheService: true,
      node("ID_INPUT_TOUCHSCREEN", action: "change")),
    InputFixture(
      "a touchscreen that starts something else too", isForTheService: true,
      node("ID_INPUT_TOUCHSCREEN", also: ["SYSTEMD_WANTS": "kiosk.service"])),
    InputFixture("a touchscreen that goes", node("ID_INPUT_TOUCHSCREEN", action: "remove")),
    InputFixture(
      "a touchscreen with a home key", isForTheService: true,
      model: screen("Touchscreen with a key", keys: [172]), node("ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEY")),
    // Like virtio-multitouch of QEMU, which also has the buttons of a mouse.
    InputFixture(
      "a touchscreen that is also a mouse", isForTheService: true,
      model: screen("Touchscreen with buttons", keys: [EventCode.btnLeft, 0x111]),
      node("ID_INPUT_TOUCHSCREEN", "ID_INPUT_MOUSE")),
    InputFixture(
      "a touchscreen with a keyboard property of 0", isForTheService: true,
      node("ID_INPUT_TOUCHSCREEN", also: ["ID_INPUT_KEYBOARD": "0"])),
    // Some monitors put the keys of their case into the descriptor of the touchscreen.
    InputFixture(
      "a touchscreen that is also a keyboard", model: screen("Touchscreen with keys", keys: Set(1...127)),
      node("ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEYBOARD", "ID_INPUT_KEY")),
    InputFixture(
      "a touchscreen that is called a keyboard in another word",
      node("ID_INPUT_TOUCHSCREEN", also: ["ID_INPUT_KEYBOARD": "yes"])),
    InputFixture(
      "a device with a touchscreen property of 0", node("ID_INPUT_MOUSE", also: ["ID_INPUT_TOUCHSCREEN": "0"])
    ),
  ]

  private static let others = [
    InputFixture(
      "a keyboard", model: described("Keyboard", keys: Set(1...127)),
      node("ID_INPUT_KEYBOARD", "ID_INPUT_KEY")
    ),
    InputFixture(
      "a mouse", model: described("Mouse", keys: [EventCode.btnLeft, 0x111, 0x112], relatives: [0, 1, 8]),
      node("ID_INPUT_MOUSE")),
    InputFixture(
      "a touchpad",
      model: described(
        "Touchpad", keys: [EventCode.btnTouch, EventCode.btnToolFinger, EventCode.btnLeft], axes: glass,
        property: EventCode.propPointer), node("ID_INPUT_TOUCHPAD")),
    InputFixture(
      "a tablet with a pen",
      model: described(
        "Tablet", keys: [EventCode.btnTouch, EventCode.btnToolPen, EventCode.btnStylus], axes: plane,
        property: EventCode.propDirect), node("ID_INPUT_TABLET")),
    InputFixture(
      "a joystick", model: described("Joystick", keys: [0x120, 0x121], axes: plane), node("ID_INPUT_JOYSTICK")
    ),
    InputFixture("a power button", model: described("Power button", keys: [116]), node("ID_INPUT_KEY")),
    InputFixture(
      "an accelerometer",
      model: described("Accelerometer", axes: plane, property: EventCode.propAccelerometer),
      node("ID_INPUT_ACCELEROMETER")),
  ]

  private static let foreigners = [
    InputFixture("the emulated mouse of a touchscreen", node("ID_INPUT_TOUCHSCREEN", as: "mouse0")),
    InputFixture("the other node of a joystick", node("ID_INPUT_JOYSTICK", as: "js0")),
    InputFixture("the device behind a touchscreen's nodes", node("ID_INPUT_TOUCHSCREEN", as: "input5")),
    InputFixture(
      "the raw reports of a touchscreen",
      RuledDevice("hidraw0", of: "hidraw", properties: ["DEVNAME": "/dev/hidraw0"])),
    InputFixture(
      "a device of another subsystem with a touchscreen's name and property",
      RuledDevice(
        "event0", of: "iio", properties: ["DEVNAME": "/dev/event0", "ID_INPUT_TOUCHSCREEN": "1"],
        tags: ["seat"])),
  ]

  /// A node of the input layer.
  ///
  /// Earlier rules have added tags and a program that flickd's rule must leave alone.
  private static func node(
    _ names: String..., as kernel: String = "event5", action: String = "add", also: [String: String] = [:],
    stored: [String: String] = [:]
  ) -> RuledDevice {
    var properties = [
      "DEVNAME": "/dev/input/\(kernel)", "DEVPATH": "/devices/virtual/input/input7/\(kernel)",
      "ID_INPUT": "1",
    ]
    for name in names { properties[name] = "1" }
    return RuledDevice(
      kernel, action: action, properties: properties.merging(also) { _, new in new }, database: stored,
      tags: ["seat", "uaccess"], programs: ["uaccess"])
  }

  private static let axis = AxisRange(minimum: 0, maximum: 4000, resolution: 40)
  // ABS_PRESSURE is 0x18.
  private static let plane = [
    EventCode.x: axis, EventCode.y: axis, 0x18: AxisRange(minimum: 0, maximum: 2047),
  ]
  private static let glass = [
    EventCode.x: axis, EventCode.y: axis, EventCode.mtPositionX: axis, EventCode.mtPositionY: axis,
    EventCode.mtSlot: AxisRange(minimum: 0, maximum: 4),
    EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
  ]

  private static func screen(_ name: String, keys: Set<UInt16> = []) -> PanelDescription {
    described(name, keys: keys.union([EventCode.btnTouch]), axes: glass, property: EventCode.propDirect)
  }

  private static func described(
    _ name: String, keys: Set<UInt16> = [], relatives: Set<UInt16> = [], axes: [UInt16: AxisRange] = [:],
    property: Int? = nil
  ) -> PanelDescription {
    var description = PanelDescription()
    description.name = name
    (description.bus, description.vendor, description.product) = (3, 0x1209, 0x0003)
    description.keys = keys
    description.relatives = relatives
    description.axes = axes
    if let property { description.properties = 1 << UInt64(property) }
    return description
  }
}
