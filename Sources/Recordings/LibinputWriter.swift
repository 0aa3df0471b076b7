internal import GestureCore
public import Panels

/// Writes YAML of `libinput record`, version 1, for one device.
public enum LibinputWriter {
  /// Returns the file for a device and its events.
  ///
  /// Reading the file returns the same description and events, except for control characters in the
  /// name. Timestamps before 0 are written as 0. `libinput replay` also needs udev's properties of
  /// the device.
  public static func write(
    _ description: PanelDescription, events: [InputEvent], node: String = "/dev/input/event0",
    properties: [String: String] = [:]
  ) -> [UInt8] {
    var bytes = header(description, node: node, properties: properties)
    bytes += eventsHeading
    var isFirst = true
    for event in events {
      append(event, isFirst: isFirst, to: &bytes)
      isFirst = event.endsFrame
    }
    return bytes
  }

  /// Returns the lines that describe a device, up to the events.
  static func header(_ description: PanelDescription, node: String, properties: [String: String]) -> [UInt8] {
    let ids = [description.bus, description.vendor, description.product, description.version]
    let codes: [(UInt16, Set<UInt16>)] = [
      (EventCode.syn, [EventCode.synReport, EventCode.synMTReport, EventCode.synDropped]),
      (EventCode.key, description.keys), (EventCode.rel, description.relatives),
      (EventCode.abs, Set(description.axes.keys)), (EventCode.msc, description.miscellanea),
    ]
    var text = """
      # libinput record
      version: 1
      ndevices: 1
      devices:
      - node: \(node)
        evdev:
          name: \(quoted(description.name))
          id: \(list(ids))
          codes:

      """
    for (type, codes) in codes where !codes.isEmpty { text += "      \(type): \(list(codes.sorted()))\n" }
    if !description.axes.isEmpty { text += "    absinfo:\n" }
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      text += "      \(code): \(list(numbers))\n"
    }
    let bits = (0..<64).filter { description.properties & 1 << UInt64($0) != 0 }
    text += "    properties: \(list(bits))\n"
    text += "  udev:\n    properties:\(properties.isEmpty ? " []" : "")\n"
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
      text += "    - \(quoted("\(name)=\(value)"))\n"
    }
    return Array(text.utf8)
  }

  /// The line between the description and the events.
  static var eventsHeading: [UInt8] { Array("  events:\n".utf8) }

  /// Appends the line of one event, with the heading of its frame before the frame's first event.
  static func append(_ event: InputEvent, isFirst: Bool, to bytes: inout [UInt8]) {
    let microseconds = max(0, event.instant.microseconds)
    if isFirst { bytes += "  - evdev:\n".utf8 }
    let numbers = "\(microseconds / 1_000_000), \(microseconds % 1_000_000), \(event.type), \(event.code)"
    bytes += "    - [\(numbers), \(event.value)]\n".utf8
  }

  private static func list(_ numbers: [some FixedWidthInteger]) -> String {
    "[\(numbers.map { "\($0)" }.joined(separator: ", "))]"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView()
    for scalar in text.onOneLine.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    return "\"\(String(quoted))\""
  }
}
