/// What a subscriber is told of a panel.
public struct PanelMessage: Equatable, Sendable {
  /// Where a panel's frames come from.
  public enum Source: String, Sendable {
    /// A device.
    case live
    /// A recording.
    case replay
    /// The synthetic panel.
    case demo
  }

  /// The stable identity.
  public var panelID: String
  /// The kernel's name.
  public var name: String
  /// The vendor id.
  public var vendor: UInt16
  /// The product id.
  public var product: UInt16
  /// The serial number, where the device has one.
  public var serial: String?
  /// The device node, nil where there is none.
  public var node: String?
  /// Where its frames come from.
  public var source: Source
  /// The width as the user sees it, in mm.
  public var width: Double
  /// The height as the user sees it, in mm.
  public var height: Double
  /// Who said how large it is.
  public var scale: String
  /// How far the glass is turned under the picture, in degrees clockwise.
  public var rotation: Int
  /// Whether left and right of the glass are exchanged before it is turned.
  public var isMirrored: Bool
  /// The six numbers of the calibration matrix before that, row by row; nil for one that changes
  /// nothing.
  public var matrix: [Double]?
  /// The number of contacts that the panel can tell apart.
  public var maxContacts: Int
  /// How late it reports a lift, in µs.
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
  /// It is there now.
  case added
  /// It is gone.
  case removed
  /// Its properties changed.
  case changed
}
