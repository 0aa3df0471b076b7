/// The fields of a panel that clients receive.
public struct PanelMessage: Equatable, Sendable {
  /// The source of a panel's frames.
  public enum Source: String, Sendable {
    /// A device.
    case live
    /// A recording.
    case replay
    /// The synthetic panel.
    case demo
  }

  /// The stable id of the panel.
  public var panelID: String
  /// The name in the kernel.
  public var name: String
  /// The vendor id.
  public var vendor: UInt16
  /// The product id.
  public var product: UInt16
  /// The serial number, nil if the device has none.
  public var serial: String?
  /// The node, nil if there is none.
  public var node: String?
  /// The source of the panel's frames.
  public var source: Source
  /// The width as the user sees it, in mm.
  public var width: Double
  /// The height as the user sees it, in mm.
  public var height: Double
  /// The source of the panel's size, as a word: `config`, `udev`, `kernel`, `edid` or `assumed`.
  public var scale: String
  /// The rotation of the glass under the picture, in degrees clockwise.
  public var rotation: Int
  /// Whether left and right of the glass are exchanged before the rotation.
  public var isMirrored: Bool
  /// The six numbers of the calibration matrix, row by row; nil for the identity.
  ///
  /// The matrix applies before mirroring and rotation.
  public var matrix: [Double]?
  /// The number of contacts that the panel can distinguish.
  public var maxContacts: Int
  /// The lift delay of the panel, in µs.
  public var liftDelayMicroseconds: Int64

  /// Creates a message.
  public init(
    panelID: String, name: String, vendor: UInt16, product: UInt16, serial: String?, node: String?,
    source: Source, width: Double, height: Double, scale: String, rotation: Int, isMirrored: Bool = false,
    matrix: [Double]? = nil, maxContacts: Int,
    liftDelayMicroseconds: Int64
  ) {
    self.panelID = panelID
    self.name = name
    self.vendor = vendor
    self.product = product
    self.serial = serial
    self.node = node
    self.source = source
    self.width = width
    self.height = height
    self.scale = scale
    self.rotation = rotation
    self.isMirrored = isMirrored
    self.matrix = matrix
    self.maxContacts = maxContacts
    self.liftDelayMicroseconds = liftDelayMicroseconds
  }

  /// Writes the panel as an object.
  public func write(into line: inout LineWriter) {
    line.beginObject()
    writeFields(into: &line)
    line.endObject()
  }

  /// Writes the panel's fields into an open object.
  public func writeFields(into line: inout LineWriter) {
    line.key("panel_id")
    line.string(panelID)
    line.key("name")
    line.string(name)
    line.key("vendor")
    line.hexadecimal(vendor)
    line.key("product")
    line.hexadecimal(product)
    line.key("serial")
    if let serial { line.string(serial) } else { line.null() }
    line.key("node")
    if let node { line.string(node) } else { line.null() }
    line.key("source")
    line.string(source.rawValue)
    line.key("width_mm")
    line.number(width)
    line.key("height_mm")
    line.number(height)
    line.key("scale")
    line.string(scale)
    line.key("rotation")
    line.integer(Int64(rotation))
    if isMirrored {
      line.key("mirror")
      line.bool(true)
    }
    if let matrix {
      line.key("matrix")
      line.beginArray()
      for number in matrix { line.number(number, places: 6) }
      line.endArray()
    }
    line.key("max_contacts")
    line.integer(Int64(maxContacts))
    line.key("rate_hz")
    line.null()
    line.key("lift_delay_us")
    line.integer(liftDelayMicroseconds)
  }
}

/// How the set of panels changed.
public enum PanelChange: String, Sendable {
  /// The panel is new.
  case added
  /// The panel is gone.
  case removed
  /// The panel's properties have changed.
  case changed
}
