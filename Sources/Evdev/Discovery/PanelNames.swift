internal import Panels

/// Gives each panel the name by which the outside knows it: stable over replugging and restart, never the event number.
///
/// Panels that look the same, such as two nodes of one USB interface, are told apart by a running number.
public struct PanelNames: Sendable {
  private var names: [String: String] = [:]

  /// Creates an empty register.
  public init() {}

  /// The name of a panel, for example `pci-0000:00:14.0-usb-0:3:1.0`; the same until it is released.
  public mutating func name(of node: InputNode) -> String {
    if let name = names[node.systemPath] { return name }
    let base = node.baseName
    let taken = Set(names.values)
    var name = base
    var count = 1
    while taken.contains(name) {
      count += 1
      name = "\(base)-\(count)"
    }
    names[node.systemPath] = name
    return name
  }

  /// Frees the name of a panel that has left; the next one that looks the same gets it.
  public mutating func release(systemPath: String) {
    names[systemPath] = nil
  }
}

extension InputNode {
  /// ID_PATH, else bus, vendor, product and what tells this one from others of its kind.
  var baseName: String {
    if let path = properties["ID_PATH"], !path.isEmpty { return plain(path) }
    let kind = "\(busName)-\(hexadecimal(description.vendor)):\(hexadecimal(description.product))"
    let own = serial ?? (physicalPath.isEmpty ? nil : physicalPath)
    return own.map { "\(kind)-\(plain($0))" } ?? kind
  }

  private var busName: String {
    // The numbers of linux/input.h.
    switch description.bus {
    case 0x03: "usb"
    case 0x05: "bluetooth"
    case 0x06: "virtual"
    case 0x18: "i2c"
    case 0x19: "host"
    case 0x1c: "spi"
    case let bus: "bus\(bus)"
    }
  }

  private func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// The text with everything replaced that would need quoting in a file name or on a command line.
  private func plain(_ text: String) -> String {
    String(
      text.utf8.prefix(128).map { byte in
        let character = Character(UnicodeScalar(byte))
        let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || ":.-_/".contains(character))
        return isPlain ? character : "_"
      })
  }
}
