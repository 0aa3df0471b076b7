import LinuxIO
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment))) struct `A scan for panels` {
  @Test func `finds a touchscreen, and ignores a keyboard and a mouse`() async throws {
    let outcome = try await Testbed.run(
      [
        .panel(
          12,
          udev: [
            "ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "ID_PATH": "pci-0000:00:14.0-usb-0:3:1.0",
            "ID_SERIAL_SHORT": "A17", "FLICKD_SIZE_MM": "510x287.5", "ID_SEAT": "seat1",
            "LIBINPUT_CALIBRATION_MATRIX": "0 1 0 -1 0 1",
          ]),
        .keyboard(3, udev: ["ID_INPUT": "1", "ID_INPUT_KEY": "1", "ID_INPUT_KEYBOARD": "1"]),
        .mouse(4, udev: ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"]),
      ], "scan")
    #expect(
      outcome.lines == [
        "node /dev/input/event3 | passed over: a keyboard",
        "node /dev/input/event4 | passed over: a mouse",
        "node /dev/input/event12 | touchscreen",
        "id pci-0000:00:14.0-usb-0:3:1.0",
        "name Sample panel",
        "seat seat1",
        "serial A17",
        "size 510.0 x 287.5",
        "matrix [0.0, 1.0, 0.0, -1.0, 0.0, 1.0]",
      ])
  }

  @Test func `follows the capabilities in sysfs without udev`() async throws {
    let outcome = try await Testbed.run([.panel(2), .keyboard(3), .mouse(4)], "scan")
    #expect(
      outcome.lines == [
        "node /dev/input/event2 | touchscreen by its capabilities (udev reports no class)",
        "id usb-0eef:0005-usb-sample-2/input0",
        "name Sample panel",
        "seat seat0",
        "node /dev/input/event3 | passed over: a keyboard",
        "node /dev/input/event4 | passed over: a mouse",
      ])
  }

  @Test func `assigns two panels at one path different names`() async throws {
    let udev = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "ID_PATH": "platform-i2c"]
    let outcome = try await Testbed.run([.panel(5, udev: udev), .panel(6, udev: udev)], "scan")
    #expect(outcome.lines.filter { $0.hasPrefix("id ") } == ["id platform-i2c", "id platform-i2c-2"])
  }

  @Test func `finds nothing on a machine without input devices`() async throws {
    let outcome = try await Testbed.run([], "scan")
    #expect(outcome.code == 0)
    #expect(outcome.lines == [])
  }
}
