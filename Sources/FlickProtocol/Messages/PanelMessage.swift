/// The fields of a panel that clients receive.
public struct PanelMessage: Equatable, Sendable {
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
  public var source: Word<Source>
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
  /// How often the panel reports a moving contact, in Hz; nil until it is known.
  public var reportRate: Double?
  /// The lift delay of the panel, in µs.
  public var liftDelayMicroseconds: Int64
  /// The source of the lift delay, as a word: `config`, `library`, `remembered`, `learned` or
  /// `none`.
  public var liftDelaySource: String

  /// The values before flickd learned any; nil if none of the values is learned.
  public var opening: Opening?

  /// What was known of a panel when it was opened.
  public struct Opening: Equatable, Sendable {
    var reportRate: Double?
    var liftDelayMicroseconds: Int64
    var liftDelaySource: String

    /// The values of a message before the panel's first contact.
    public init(_ message: PanelMessage) {
      reportRate = message.reportRate
      liftDelayMicroseconds = message.liftDelayMicroseconds
      liftDelaySource = message.liftDelaySource
    }
  }

  /// The message that a client of this level may receive.
  ///
  /// Below `positions` it contains no learned value, because taps and withheld swipes teach too.
  public func visible(at level: Level) -> PanelMessage {
    guard level < .positions, let opening else { return self }
    var message = self
    message.reportRate = opening.reportRate
    message.liftDelayMicroseconds = opening.liftDelayMicroseconds
    message.liftDelaySource = opening.liftDelaySource
    return message
  }

  /// The source of a lift delay of 0.
  public static let noSource = "none"

  /// Creates a message.
  public init(
    panelID: String, name: String, vendor: UInt16, product: UInt16, serial: String?, node: String?,
    source: Source, width: Double, height: Double, scale: String, rotation: Int, isMirrored: Bool = false,
    matrix: [Double]? = nil, maxContacts: Int, reportRate: Double? = nil,
    liftDelayMicroseconds: Int64,
    liftDelaySource: String? = nil
  ) {
    self.panelID = panelID
    self.name = name
    self.vendor = vendor
    self.product = product
    self.serial = serial
    self.node = node
    self.source = Word(source)
    self.width = width
    self.height = height
    self.scale = scale
    self.rotation = rotation
    self.isMirrored = isMirrored
    self.matrix = matrix
    self.maxContacts = maxContacts
    self.reportRate = reportRate
    self.liftDelayMicroseconds = liftDelayMicroseconds
    self.liftDelaySource = liftDelaySource ?? Self.noSource
  }

  /// Reads a panel; those fields that no client needs may be missing or of any type.
  init(_ fields: LineFields) throws(UnreadableLine) {
    panelID = try fields.string("panel_id").required
    name = try fields.string("name").required
    vendor = (try? fields.string("vendor")).flatMap { UInt16($0, radix: 16) } ?? 0
    product = (try? fields.string("product")).flatMap { UInt16($0, radix: 16) } ?? 0
    serial = try? fields.string("serial")
    node = try? fields.string("node")
    source = try fields.word("source", of: Source.self).required
    width = try fields.number("width_mm").required
    height = try fields.number("height_mm").required
    scale = try fields.string("scale").required
    rotation = Int(clamping: try fields.integer("rotation").required)
    isMirrored = (try? fields.bool("mirror")) ?? false
    matrix = try? fields.numbers("matrix")
    maxContacts = Int(clamping: (try? fields.integer("max_contacts")) ?? 0)
    reportRate = try? fields.number("rate_hz")
    liftDelayMicroseconds = (try? fields.integer("lift_delay_us")) ?? 0
    // An earlier flickd does not report the source.
    liftDelaySource = (try? fields.string("lift_delay_source")) ?? Self.noSource
  }

  /// Writes the panel's fields into an open object.
  public func writeFields(into line: inout LineWriter) {
    line.field("panel_id", panelID)
    line.field("name", name)
    line.field("vendor", hexadecimal: vendor)
    line.field("product", hexadecimal: product)
    line.field("serial", serial)
    line.field("node", node)
    line.field("source", source.text)
    line.field("width_mm", width)
    line.field("height_mm", height)
    line.field("scale", scale)
    line.field("rotation", Int64(rotation))
    if isMirrored { line.field("mirror", true) }
    if let matrix { line.array("matrix", matrix) { $0.number($1, places: 6) } }
    line.field("max_contacts", Int64(maxContacts))
    if let reportRate {
      line.field("rate_hz", reportRate, places: 1)
    } else {
      line.field("rate_hz", String?.none)
    }
    line.field("lift_delay_us", liftDelayMicroseconds)
    line.field("lift_delay_source", liftDelaySource)
  }

  /// Writes the line that reports a panel that came, went or changed.
  public func write(_ change: PanelChange, into line: inout LineWriter) {
    line.line(.panel) { line in
      line.field("change", change.word)
      writeFields(into: &line)
    }
  }
}
