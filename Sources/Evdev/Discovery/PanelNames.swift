internal import Panels

/// Assigns each panel its public name, which is stable over replugging and restart and never the
/// event number.
///
/// Panels with the same name get a running number. Examples are two nodes of one USB interface, or
/// two panels whose maker uses one serial number for all. Each panel keeps its number over
/// replugging in any order, as long as something distinguishes the panels. Of two panels that are
/// equal in everything, each gets the lowest free number.
public struct PanelNames: Sendable {
  /// The names in use, by system path.
  private var names: [String: String] = [:]
  /// The mark of the last owner of each name, by the name.
  private var lastOwners: [String: String] = [:]

  /// The number of remembered names above which those of removed panels are dropped.
  ///
  /// No machine has more plugs. The limit also bounds a device that reports another serial number
  /// each time.
  private static let memory = 256

  /// Creates an empty register.
  public init() {}

  /// Names several panels together, independently of the order in which they were found.
  public mutating func name(all nodes: [InputNode]) {
    for node in nodes.sorted(by: { ($0.mark, $0.systemPath) < ($1.mark, $1.systemPath) }) {
      _ = name(of: node)
    }
  }

  /// Returns the name of a panel, for example `pci-0000:00:14.0-usb-0:3:1.0`.
  ///
  /// The name stays the same until it is released.
  public mutating func name(of node: InputNode) -> String {
    if let name = names[node.systemPath] { return name }
    let (base, mark) = (node.baseName, node.mark)
    let taken = Set(names.values)
    var free: String?
    var name = base
    var count = 1
    while let owner = lastOwners[name] {
      if !taken.contains(name) {
        if owner == mark { break }
        free = free ?? name
      }
      count += 1
      name = "\(base)-\(count)"
    }
    // The loop ends at the panel's own name, or at a name that no panel had.
    if lastOwners[name] == nil { name = free ?? name }
    names[node.systemPath] = name
    lastOwners[name] = mark
    return name
  }

  /// Releases the name of a removed panel, which gets it back unless another panel needs it before.
  public mutating func release(systemPath: String) {
    names[systemPath] = nil
    guard lastOwners.count > Self.memory else { return }
    let taken = Set(names.values)
    lastOwners = lastOwners.filter { taken.contains($0.key) }
  }
}

extension InputNode {
  /// Everything that can distinguish two panels and stays the same over replugging.
  var mark: String {
    [properties["ID_PATH"] ?? "", physicalPath, serial ?? "", uniqueID, description.name, kind]
      .joined(separator: "\n")
  }

  /// ID_PATH, else bus, vendor, product and what distinguishes this panel from others of its kind.
  var baseName: String {
    if let path = properties["ID_PATH"], !path.isEmpty { return plain(path) }
    let own = serial ?? (physicalPath.isEmpty ? nil : physicalPath)
    return own.map { "\(kind)-\(plain($0))" } ?? kind
  }

  private var kind: String {
    "\(busName)-\(hexadecimal(description.vendor)):\(hexadecimal(description.product))"
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
