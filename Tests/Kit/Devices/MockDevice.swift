public import Panels

/// An invented input device for a testbed, described in the three forms that umockdev reads.
public struct MockDevice: Sendable {
  /// The number of the event node and of its parent.
  public var number: Int
  /// The device's address on its bus, in the kernel's words; nil for an address that no other
  /// device has.
  public var address: String?
  /// The kernel's description of the device.
  public var description = PanelDescription()
  /// The properties in udev's database; empty if udevd does not run.
  public var udev: [String: String] = [:]
  /// By slot: tracking id and position of the contacts that are down when the node is opened.
  public var down: [Int: (id: Int32, x: Int32, y: Int32)] = [:]
  /// The slot of the next event.
  public var currentSlot: Int32 = 0
  /// Whether the node answers libevdev's calls; to the testbed, a node that does not is an ordinary
  /// file.
  public var answersCalls = true

  /// The path of the device's node.
  public var node: String { "/dev/input/event\(number)" }
  /// The node's device below /sys.
  public var path: String { "/devices/virtual/input/input\(number)/event\(number)" }

  /// A ten-finger panel of 4096 × 4096 units.
  public static func panel(_ number: Int, udev: [String: String] = [:]) -> MockDevice {
    var device = MockDevice(number: number, udev: udev)
    device.description.name = "Sample panel"
    (device.description.bus, device.description.vendor, device.description.product) = (3, 0x0eef, 0x0005)
    device.description.version = 0x0100
    device.description.properties = 2
    device.description.keys = [EventCode.btnTouch]
    device.description.axes = [
      EventCode.x: AxisRange(minimum: 0, maximum: 4095, resolution: 8),
      EventCode.y: AxisRange(minimum: 0, maximum: 4095, resolution: 14),
      EventCode.mtSlot: AxisRange(minimum: 0, maximum: 9),
      EventCode.mtPositionX: AxisRange(minimum: 0, maximum: 4095, fuzz: 2, resolution: 8),
      EventCode.mtPositionY: AxisRange(minimum: -5, maximum: 4095, flat: 1, resolution: 14),
      EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
    ]
    return device
  }

  /// A keyboard.
  public static func keyboard(_ number: Int, udev: [String: String] = [:]) -> MockDevice {
    var device = MockDevice(number: number, udev: udev)
    device.description.name = "Sample keyboard"
    device.description.keys = Set(1...120)
    return device
  }

  /// A mouse.
  public static func mouse(_ number: Int, udev: [String: String] = [:]) -> MockDevice {
    var device = MockDevice(number: number, udev: udev)
    device.description.name = "Sample mouse"
    device.description.keys = [0x110, 0x111, 0x112]
    device.description.relatives = [0, 1, 8]
    return device
  }

  /// The device in umockdev's format: the node, then its parent.
  public var deviceText: String {
    let parent = "/devices/virtual/input/input\(number)"
    func hexadecimal(_ number: UInt16) -> String { String(number + 0, radix: 16) }
    // The parent first, in the kernel's order: a program that receives the node's message looks at
    // both.
    var lines = [
      "P: \(parent)", "E: SUBSYSTEM=input", "E: NAME=\"\(description.name)\"",
      "A: name=\(description.name)\\n",
      "A: phys=\(address ?? "usb-sample-\(number)")/input0\\n",
      "A: uniq=\\n", "A: id/bustype=\(hexadecimal(description.bus))\\n",
      "A: id/vendor=\(hexadecimal(description.vendor))\\n",
      "A: id/product=\(hexadecimal(description.product))\\n",
      "A: id/version=\(hexadecimal(description.version))\\n",
      "A: properties=\(String(description.properties, radix: 16))\\n",
      "A: capabilities/abs=\(bitMap(description.axes.keys))\\n",
      "A: capabilities/key=\(bitMap(description.keys))\\n",
      "A: capabilities/rel=\(bitMap(description.relatives))\\n", "",
      "P: \(parent)/event\(number)", "N: input/event\(number)", "E: DEVNAME=\(node)", "E: MAJOR=13",
      "E: MINOR=\(64 + number)", "E: SUBSYSTEM=input",
    ]
    lines += udev.sorted { $0.key < $1.key }.map { "E: \($0.key)=\($0.value)" }
    lines += ["L: device=../../input\(number)", "", ""]
    return lines.joined(separator: "\n")
  }

  /// The answers to libevdev's calls, each in a buffer of the size that libevdev requests.
  public var ioctlText: String {
    var types: Set<UInt16> = [EventCode.syn]
    if !description.keys.isEmpty { types.insert(EventCode.key) }
    if !description.axes.isEmpty { types.insert(EventCode.abs) }
    if !description.relatives.isEmpty { types.insert(EventCode.rel) }
    let name = Array(description.name.utf8) + [0]
    let ids = [description.bus, description.vendor, description.product, description.version]
    var lines = [
      "@DEV \(node)", "EVIOCGBIT(0) 8 \(bits(types, 8))",
      "EVIOCGNAME(0) \(name.count) \(hexadecimal(name, 255))",
      "EVIOCGID 0 \(hexadecimal(ids.flatMap { littleEndian($0) }, 8))", "EVIOCGVERSION 0 01000100",
      "EVIOCGPROP(0) 8 \(hexadecimal(littleEndian(description.properties), 8))",
      "EVIOCGBIT(1) 96 \(bits(description.keys, 96))", "EVIOCGBIT(2) 8 \(bits(description.relatives, 8))",
      "EVIOCGBIT(3) 8 \(bits(Set(description.axes.keys), 8))",
      "EVIOCGKEY(0) 96 \(bits(down.isEmpty ? [] : [EventCode.btnTouch], 96))",
      "EVIOCGLED(0) 8 \(bits([], 8))", "EVIOCGSW(0) 8 \(bits([], 8))",
    ]
    for (type, size) in [(4, 8), (5, 8), (17, 8), (18, 8), (21, 16)] {
      lines.append("EVIOCGBIT(\(type)) \(size) \(bits([], size))")
    }
    for (code, range) in description.axes.sorted(by: { $0.key < $1.key }) {
      let value = code == EventCode.mtSlot ? currentSlot : 0
      let fields = [value, range.minimum, range.maximum, range.fuzz, range.flat, range.resolution]
      let call = code == 0 ? "EVIOCGABS" : "EVIOCGABS(\(code))"
      lines.append("\(call) 0 \(hexadecimal(fields.flatMap { littleEndian($0) }, 24))")
    }
    for code in description.axes.keys.sorted() where code > EventCode.mtSlot {
      // libevdev requests 256 slots in one call, after the code.
      let slots = (0..<256).map { slot -> Int32 in
        switch code {
        case EventCode.mtPositionX: down[slot]?.x ?? 0
        case EventCode.mtPositionY: down[slot]?.y ?? 0
        case EventCode.mtTrackingID: down[slot]?.id ?? -1
        default: 0
        }
      }
      let bytes = littleEndian(Int32(code)) + slots.flatMap { littleEndian($0) }
      lines.append("EVIOCGMTSLOTS(0) 0 \(hexadecimal(bytes, 1028))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func bitMap(_ codes: some Sequence<UInt16>) -> String {
    var words: [UInt] = [0]
    for code in codes {
      let index = Int(code) / UInt.bitWidth
      while words.count <= index { words.append(0) }
      words[index] |= 1 << UInt(Int(code) % UInt.bitWidth)
    }
    return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
  }

  private func bits(_ codes: Set<UInt16>, _ size: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: size)
    for code in codes where Int(code) / 8 < size { bytes[Int(code) / 8] |= 1 << UInt8(code % 8) }
    return hexadecimal(bytes, size)
  }

  private func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
  }

  private func hexadecimal(_ bytes: [UInt8], _ size: Int) -> String {
    (bytes + [UInt8](repeating: 0, count: max(0, size - bytes.count))).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
