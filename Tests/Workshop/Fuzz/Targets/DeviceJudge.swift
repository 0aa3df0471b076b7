import Evdev
import FlickClient
import FlickProtocol
import Panels
import Pipeline
import Settings

/// Checks everything that a device reports of itself before it is touched.
///
/// A device gets a plain name that no other device has, and keeps the name; everything that reaches
/// a log or a client is text; and an accepted panel works, whatever its axes are.
///
/// The input is text. Each line is `E name=value`, a property of udev; `A name=value`, an attribute
/// in sysfs; or `R code minimum maximum fuzz flat resolution`, the range of an axis. An empty line
/// starts another device.
enum DeviceJudge {
  /// Further lines belong to the last device.
  private static let maxDevices = 8

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    var devices = [Described(number: 0)]
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.isEmpty, devices.count < maxDevices {
        devices.append(Described(number: devices.count))
      } else {
        devices[devices.count - 1].add(String(decoding: line, as: UTF8.self))
      }
    }
    let nodes = devices.map(\.node)
    try checkNames(nodes)
    for (device, node) in zip(devices, nodes) { try check(device, node) }
  }

  /// Names are unique, stay the same while a panel exists, and return with the panel.
  private static func checkNames(_ nodes: [InputNode]) throws(BrokenPromise) {
    var register = PanelNames()
    register.name(all: nodes)
    let names = nodes.map { register.name(of: $0) }
    try BrokenPromise.unless(nodes.map { register.name(of: $0) } == names, "a panel keeps its name")
    try BrokenPromise.unless(Set(names).count == names.count, "two panels have different names, got \(names)")
    for name in names {
      try BrokenPromise.unless(
        !name.isEmpty && name.utf8.allSatisfy { (0x21..<0x7f).contains($0) && !"\"'\\".utf8.contains($0) },
        "a name needs no quotes, got '\(name)'")
    }
    guard let first = nodes.first else { return }
    register.release(systemPath: first.systemPath)
    let again = register.name(of: first)
    try BrokenPromise.unless(again == names[0], "a panel that comes back is \(names[0]), not \(again)")
  }

  private static func check(_ device: Described, _ node: InputNode) throws(BrokenPromise) {
    let outcome = node.deviceClass(seat: node.seat)
    let texts =
      ["\(outcome)", node.description.name, node.physicalPath, node.uniqueID, node.seat, node.serial ?? ""]
      + node.complaints
    for text in texts {
      try BrokenPromise.unless(
        !text.unicodeScalars.contains(where: \.isUnsafeOnTerminal),
        "the description of a device is text: \(text)")
    }
    try BrokenPromise.unless(node.isAsBefore(node), "a device with the same properties is as before")
    var description = node.description
    description.axes.merge(device.ranges) { _, stated in stated }
    guard outcome.reviewed(description).isTouchscreen else { return }
    let identity = PanelIdentity(
      panelID: "fuzz", path: node.properties["ID_PATH"], serial: node.serial, node: node.node, source: .live,
      udevSize: node.size, udevMatrix: node.calibrationMatrix)
    guard let setup = PanelSetup(description, identity: identity, settings: Settings()) else { return }
    try check(setup.message)
    try FlickAcross.check(setup)
  }

  /// Checks that the message of a panel is one line of JSON.
  private static func check(_ message: PanelMessage) throws(BrokenPromise) {
    var line = LineWriter()
    StateMessage(panels: [message], swipes: []).write(into: &line)
    try BrokenPromise.unless(
      line.bytes.last == UInt8(ascii: "\n") && line.bytes.dropLast().allSatisfy { $0 >= 0x20 },
      "a line ends with its only control character")
    guard case .state(let read)? = ServerMessage(Array(line.bytes.dropLast())), read.panels == [message]
    else {
      throw BrokenPromise(
        description: "a client can read each line: \(String(decoding: line.bytes, as: UTF8.self))")
    }
  }
}

/// A device with the properties of these lines.
private struct Described {
  private let number: Int
  private var properties: [String: String] = [:]
  private var attributes: [String: String] = [:]
  /// The ranges of the listed axes.
  private(set) var ranges: [UInt16: AxisRange] = [:]

  init(number: Int) {
    self.number = number
  }

  mutating func add(_ line: String) {
    let rest = String(line.dropFirst(2))
    let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch line.prefix(2) {
    case "E " where parts.count == 2: properties[parts[0]] = parts[1]
    case "A " where parts.count == 2: attributes[parts[0]] = parts[1]
    case "R ":
      let numbers = rest.split(separator: " ").compactMap { Int32($0) }
      guard numbers.count == 6, let code = UInt16(exactly: numbers[0]) else { return }
      ranges[code] = AxisRange(
        minimum: numbers[1], maximum: numbers[2], fuzz: numbers[3], flat: numbers[4], resolution: numbers[5])
    default: break
    }
  }

  var node: InputNode {
    InputNode(
      node: "/dev/input/event\(number)", systemPath: "/sys/devices/fuzz/event\(number)",
      properties: properties
    ) { attributes[$0] ?? "" }
  }
}
