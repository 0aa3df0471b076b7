internal import LinuxIO
internal import Panels

/// An input device that this program creates; it is unplugged when this value is destroyed.
///
/// Source: the kernel's Documentation/input/uinput.rst.
struct UinputDevice: ~Copyable {
  private let file: OwnedFD
  /// The device's folder in sysfs.
  let systemPath: String

  init(_ description: PanelDescription, physicalPath: String) throws(VirtualPanelError) {
    let file = try Door.uinput.open()
    let name: String
    do throws(SystemCallError) {
      try Self.enable(description, on: file)
      try SystemCalls.createInput(
        file, name: description.name, physicalPath: physicalPath, bus: description.bus,
        vendor: description.vendor,
        product: description.product, version: description.version)
      name = try SystemCalls.inputName(of: file)
    } catch {
      throw .refused(error)
    }
    self.file = file
    systemPath = "/sys/devices/virtual/input/\(name)"
  }

  private static func enable(
    _ description: PanelDescription, on file: borrowing OwnedFD
  ) throws(SystemCallError) {
    for property in 0..<UInt16(64) where description.hasProperty(Int(property)) {
      try SystemCalls.enableInput(.property, property, of: file)
    }
    try enable(.key, EventCode.key, description.keys, on: file)
    try enable(.relative, EventCode.rel, description.relatives, on: file)
    try enable(.miscellaneous, EventCode.msc, description.miscellanea, on: file)
    if !description.axes.isEmpty { try SystemCalls.enableInput(.type, EventCode.abs, of: file) }
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      try SystemCalls.setUpInputAxis(
        code, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
        resolution: axis.resolution, of: file)
    }
  }

  private static func enable(
    _ bit: SystemCalls.InputBit, _ type: UInt16, _ codes: Set<UInt16>, on file: borrowing OwnedFD
  ) throws(SystemCallError) {
    if codes.isEmpty { return }
    try SystemCalls.enableInput(.type, type, of: file)
    for code in codes.sorted() { try SystemCalls.enableInput(bit, code, of: file) }
  }

  /// Sends events; the kernel sets their timestamps and omits unchanged values.
  func send(_ events: [InputEvent]) throws(SystemCallError) {
    for event in events {
      try SystemCalls.sendInput(file, type: event.type, code: event.code, value: event.value)
    }
  }
}
