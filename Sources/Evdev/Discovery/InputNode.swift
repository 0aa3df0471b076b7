public import GestureCore
internal import LinuxIO
public import Panels

/// One event node of the input layer, as udev and sysfs describe it, without opening it.
public struct InputNode: Equatable, Sendable {
  /// The limit for texts that a device reports, in bytes; longer texts are cut.
  static let maxTextBytes = 256

  /// The path of the node, for example `/dev/input/event5`.
  ///
  /// The kernel may reuse the number for another device.
  public var node: String
  /// The path of the device in sysfs.
  ///
  /// The path distinguishes two devices that used the same node one after the other.
  public var systemPath: String
  /// The properties in udev's database; the parent's property applies where the node has none.
  public var properties: [String: String]
  /// The device as sysfs describes it: name, ids, property bits, keys, and axes without ranges.
  public var description: PanelDescription
  /// The device's physical path on its bus, `phys` of the kernel; empty if there is none.
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

  /// Creates a node from udev's properties and the device's attributes in sysfs.
  ///
  /// `attribute` returns the text of the attribute of this name, empty if there is none. A device
  /// can choose all these texts, so control characters are replaced and long texts cut.
  public init(
    node: String, systemPath: String, properties: [String: String], attribute: (String) -> String
  ) {
    func text(_ name: String) -> String { attribute(name).displayable(upTo: Self.maxTextBytes) }
    func number(_ name: String) -> UInt16 { UInt16(attribute(name), radix: 16) ?? 0 }
    var description = PanelDescription()
    description.name = text("name")
    description.bus = number("id/bustype")
    description.vendor = number("id/vendor")
    description.product = number("id/product")
    description.version = number("id/version")
    description.setCapabilities(
      absolute: attribute("capabilities/abs"), keys: attribute("capabilities/key"),
      relatives: attribute("capabilities/rel"), properties: attribute("properties"))
    self.init(
      node: node, systemPath: systemPath,
      properties: properties.mapValues { $0.displayable(upTo: Self.maxTextBytes) }, description: description,
      physicalPath: text("phys"), uniqueID: text("uniq"))
  }

  /// Returns whether the node is a touchscreen of this seat, and if not, what it is.
  public func deviceClass(seat: String) -> DeviceClass { DeviceClass(self, seat: seat) }

  /// ID_SEAT; `seat0` if udev does not set it.
  public var seat: String { properties["ID_SEAT"] ?? Seat.first }

  /// Whether the device was removed: its folder in sysfs is gone.
  ///
  /// The kernel removes the folder before readers receive ENODEV. It reuses the node's number only
  /// after both.
  public var isRemoved: Bool {
    do throws(SystemCallError) {
      return try SystemCalls.target(of: systemPath) == nil
    } catch {
      // If we may not inspect the folder, assume that it exists.
      return false
    }
  }

  /// Returns whether nothing that flickd uses has changed: the device, its seat, name and settings,
  /// and whether it is a touchscreen.
  public func isEquivalent(to other: InputNode) -> Bool {
    func relevantProperties(_ node: InputNode) -> [String: String] {
      node.properties.filter { name, _ in
        ["ID_SEAT", "ID_PATH", "ID_SERIAL_SHORT"].contains(name) || name.hasPrefix("LIBINPUT_")
          || name.hasPrefix("FLICKD_")
      }
    }
    return systemPath == other.systemPath && node == other.node
      && relevantProperties(self) == relevantProperties(other)
      && deviceClass(seat: seat).isTouchscreen == other.deviceClass(seat: other.seat).isTouchscreen
  }

  /// The serial number: ID_SERIAL_SHORT, else the device's own.
  public var serial: String? {
    if let serial = properties["ID_SERIAL_SHORT"], !serial.isEmpty { return serial }
    return uniqueID.isEmpty ? nil : uniqueID
  }
}

extension InputNode {
  /// The size of the glass in mm, from FLICKD_SIZE_MM in the form `510x287`; nil if absent or
  /// invalid.
  public var size: Extent? { properties[Self.sizeName].flatMap { PanelSize.parse($0) } }

  /// LIBINPUT_CALIBRATION_MATRIX; nil if absent or invalid.
  public var calibrationMatrix: CalibrationMatrix? {
    properties[Self.matrixName].flatMap { try? CalibrationMatrix(text: $0) }
  }

  /// The driver's fuzz, if libinput's rule has moved it from the kernel; nil if absent or invalid.
  ///
  /// The properties are LIBINPUT_FUZZ_35 and _36, or 00 and 01 of a panel without multitouch: the
  /// numbers of the axes. Source: libinput's 90-libinput-fuzz-override.rules.
  public var fuzz: PositionFuzz? {
    func value(_ name: String) -> Int32? { properties[name].flatMap(Self.fuzz) }
    let names = fuzzNames
    let (x, y) = (value(names.x), value(names.y))
    return x == nil && y == nil ? nil : PositionFuzz(x: x ?? 0, y: y ?? 0)
  }

  private var fuzzNames: (x: String, y: String) {
    description.hasMultitouch
      ? (Self.fuzzName + "35", Self.fuzzName + "36") : (Self.fuzzName + "00", Self.fuzzName + "01")
  }

  /// Reads a whole number of device units.
  private static func fuzz(_ text: String) -> Int32? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int32(text) : nil
  }

  /// The invalid udev properties of the glass, each in a sentence with the reason; empty if all are
  /// valid.
  ///
  /// An invalid property does not prevent reading the panel: it counts as absent.
  public var propertyWarnings: [String] {
    var warnings: [String] = []
    if let text = properties[Self.sizeName], size == nil {
      warnings.append(
        "\(Self.sizeName)='\(text)' is ignored: write width and height in mm, for example 510x287")
    }
    if let text = properties[Self.matrixName] {
      do throws(CalibrationMatrix.Problem) {
        _ = try CalibrationMatrix(text: text)
      } catch {
        warnings.append("\(Self.matrixName)='\(text)' is ignored: \(error)")
      }
    }
    for name in [fuzzNames.x, fuzzNames.y] {
      guard let text = properties[name], Self.fuzz(text) == nil else { continue }
      warnings.append("\(name)='\(text)' is ignored: write a whole number of device units, for example 15")
    }
    return warnings
  }

  private static let sizeName = "FLICKD_SIZE_MM"
  private static let matrixName = "LIBINPUT_CALIBRATION_MATRIX"
  private static let fuzzName = "LIBINPUT_FUZZ_"
}

extension PanelIdentity {
  /// Creates the identity of a live panel, from udev's properties and the size of the only display.
  public init(_ node: InputNode, panelID: String) {
    self.init(
      panelID: panelID, path: node.properties["ID_PATH"], serial: node.serial, node: node.node, source: .live,
      udevSize: node.size, udevMatrix: node.calibrationMatrix, udevFuzz: node.fuzz,
      displaySize: ConnectedDisplay.find().extent)
  }
}
