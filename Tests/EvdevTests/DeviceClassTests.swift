import Evdev
import GestureCore
import Panels
import TestKit
import Testing

@Suite struct `The device class of a node` {
  private func node(_ udev: [String: String], _ device: MockDevice = .panel(1)) -> InputNode {
    InputNode(
      node: device.node, systemPath: "/sys/\(device.number)", properties: udev,
      description: device.description)
  }

  @Test(arguments: [
    (["ID_INPUT_TOUCHSCREEN": "1"], DeviceClass.touchscreen),
    (["ID_INPUT_TOUCHSCREEN": "1", "ID_INPUT_MOUSE": "1"], .touchscreen),
    (["ID_INPUT_TOUCHSCREEN": "1", "LIBINPUT_IGNORE_DEVICE": "0"], .touchscreen),
    (["ID_INPUT_TOUCHSCREEN": "1", "LIBINPUT_IGNORE_DEVICE": "1"], .passedOver(.ignored)),
    (["ID_INPUT_TOUCHSCREEN": "1", "ID_INPUT_KEYBOARD": "1"], .passedOver(.keyboard)),
    (["ID_INPUT_TOUCHPAD": "1", "ID_INPUT_MOUSE": "1"], .passedOver(.touchpad)),
    (["ID_INPUT_TABLET": "1"], .passedOver(.tablet)),
    (["ID_INPUT_JOYSTICK": "1"], .passedOver(.joystick)),
    (["ID_INPUT_POINTINGSTICK": "1"], .passedOver(.mouse)),
    (["ID_INPUT_TOUCHSCREEN": "0"], .passedOver(.notTouch)),
    // udev has classified the device, so its capabilities do not matter.
    (["ID_INPUT": "1"], .passedOver(.notTouch)),
    ([:], .touchscreenByCapabilities),
  ])
  func `follows udev, and a keyboard is never opened`(udev: [String: String], outcome: DeviceClass) {
    #expect(node(udev).deviceClass(seat: "seat0") == outcome)
  }

  @Test func `follows the capabilities without udev`() {
    var indirect = MockDevice.panel(1)
    indirect.description.properties = 0
    indirect.description.keys.insert(0x145)
    #expect(node([:], indirect).deviceClass(seat: "seat0") == .passedOver(.touchpad))
    var pen = MockDevice.panel(1)
    pen.description.keys.insert(0x140)
    #expect(node([:], pen).deviceClass(seat: "seat0") == .passedOver(.tablet))
    var typing = MockDevice.panel(1)
    typing.description.keys.formUnion(1...120)
    #expect(node([:], typing).deviceClass(seat: "seat0") == .passedOver(.keyboard))
    var fake = MockDevice.panel(1)
    fake.description.axes[EventCode.mtSlot - 1] = AxisRange(minimum: 0, maximum: 1)
    fake.description.keys = []
    #expect(node([:], fake).deviceClass(seat: "seat0") == .passedOver(.notTouch))
    var single = MockDevice.panel(1)
    single.description.axes = [
      EventCode.x: AxisRange(minimum: 0, maximum: 1), EventCode.y: .init(minimum: 0, maximum: 1),
    ]
    #expect(node([:], single).deviceClass(seat: "seat0") == .touchscreenByCapabilities)
  }

  @Test(
    arguments: [
      ("510x287.5", Extent(width: 510, height: 287.5)), ("510", nil), ("510x", nil), ("0x5", nil),
      ("-1x5", nil),
      ("nanx5", nil), ("1x2x3", nil), ("infx5", nil),
    ] as [(String, Extent?)])
  func `comes with a size if it is valid`(text: String, size: Extent?) {
    #expect(node(["FLICKD_SIZE_MM": text]).size == size)
  }

  @Test(
    arguments: [
      ("1 0 0 0 1 0", [1, 0, 0, 0, 1, 0]), ("1 0 0 0 1", nil), ("1 0 0 0 1 x", nil), ("1 0 0 0 1 0 0", nil),
    ] as [(String, [Double]?)])
  func `comes with a matrix if it is valid`(text: String, matrix: [Double]?) {
    #expect(node(["LIBINPUT_CALIBRATION_MATRIX": text]).calibrationMatrix?.numbers == matrix)
  }
}

@Suite struct `A panel's name` {
  private func node(_ path: String, udev: [String: String] = [:], phys: String = "", unique: String = "")
    -> InputNode
  {
    InputNode(
      node: "/dev/input/event\(path)", systemPath: "/sys/\(path)", properties: udev,
      description: MockDevice.panel(1).description, physicalPath: phys, uniqueID: unique)
  }

  @Test func `comes from properties that survive replugging`() {
    var names = PanelNames()
    #expect(names.name(of: node("1", udev: ["ID_PATH": "pci-0:1"], phys: "p")) == "pci-0:1")
    #expect(names.name(of: node("2", udev: ["ID_SERIAL_SHORT": "S1"], phys: "p")) == "usb-0eef:0005-S1")
    #expect(names.name(of: node("3", phys: "p", unique: "U")) == "usb-0eef:0005-U")
    #expect(names.name(of: node("4", phys: "usb 1/é")) == "usb-0eef:0005-usb_1/__")
    #expect(names.name(of: node("5")) == "usb-0eef:0005")
  }

  @Test func `differs between equal panels and is free after release`() {
    var names = PanelNames()
    #expect(names.name(of: node("1")) == "usb-0eef:0005")
    #expect(names.name(of: node("2")) == "usb-0eef:0005-2")
    #expect(names.name(of: node("1")) == "usb-0eef:0005")
    names.release(systemPath: "/sys/1")
    #expect(names.name(of: node("3")) == "usb-0eef:0005")
    #expect(names.name(of: node("2")) == "usb-0eef:0005-2")
  }
}
