internal import FlickProtocol

/// The service's greeting to a connection: version, level, clock and panels.
public struct FlickService: Equatable, Sendable {
  /// A touchscreen.
  public struct Panel: Equatable, Sendable, Identifiable {
    /// The panel's identity; it stays the same after unplugging and plugging in again.
    public var id: String
    /// The name that the kernel reports for the panel.
    public var name: String
    /// `live`, `replay` or `demo`.
    public var source: String
    /// The width as the user sees it, in mm.
    public var width: Double
    /// The height as the user sees it, in mm.
    public var height: Double
    /// The source of the size: `config`, `library`, `udev`, `kernel`, `edid`, or `assumed`.
    public var scale: String
    /// The clockwise rotation of the glass relative to the picture, in degrees.
    public var rotation: Int
    /// The vendor id.
    public var vendor: UInt16
    /// The product id.
    public var product: UInt16
    /// The serial number; nil if the device has none.
    public var serial: String?
    /// The number of contacts that the panel distinguishes.
    public var maxContacts: Int
    /// How often the panel reports a moving contact, in Hz; nil until flickd knows the rate.
    public var reportRate: Double?
    /// How late the panel reports a lift.
    public var liftDelay: Duration
    /// The source of the lift delay: `config`, `library`, `learned`, `remembered`, or `none`.
    public var liftDelaySource: String

    /// Creates a panel, for the tests of an app; by default a live one without a lift delay.
    public init(
      id: String, name: String = "", source: String? = nil, width: Double, height: Double,
      scale: String = "config", rotation: Int = 0, vendor: UInt16 = 0, product: UInt16 = 0,
      serial: String? = nil, maxContacts: Int = 10, reportRate: Double? = nil, liftDelay: Duration = .zero,
      liftDelaySource: String? = nil
    ) {
      self.id = id
      self.name = name
      self.source = source ?? PanelMessage.Source.live.rawValue
      self.width = width
      self.height = height
      self.scale = scale
      self.rotation = rotation
      self.vendor = vendor
      self.product = product
      self.serial = serial
      self.maxContacts = maxContacts
      self.reportRate = reportRate
      self.liftDelay = liftDelay
      self.liftDelaySource = liftDelaySource ?? PanelMessage.noSource
    }
  }

  /// The version of flickd.
  public var version: String
  /// The name of this run of flickd; swipe ids count from 1 in each run.
  public var epoch: String
  /// Whether flickd has restarted since the last connection of this sequence.
  public var isRestarted: Bool
  /// How much this connection may receive.
  public var level: Level
  /// The clock of flickd's own times: whether it plays recordings.
  public var clock: Clock
  /// The connected panels.
  public var panels: [Panel]
  /// The active swipes: those that continue, and those whose begin was missed.
  public var swipesUnderWay: Set<Int64>

  /// Creates a greeting, for the tests of an app.
  public init(
    version: String = "", epoch: String = "", isRestarted: Bool = false, level: Level = .motion,
    clock: Clock = .monotonic, panels: [Panel] = [], swipesUnderWay: Set<Int64> = []
  ) {
    self.version = version
    self.epoch = epoch
    self.isRestarted = isRestarted
    self.level = level
    self.clock = clock
    self.panels = panels
    self.swipesUnderWay = swipesUnderWay
  }
}

extension FlickService {
  /// Reads a `hello` line.
  init(hello: HelloMessage, after epoch: String?) {
    self.init(
      version: hello.version, epoch: hello.epoch, isRestarted: epoch != nil && epoch != hello.epoch,
      // A later version can add levels and clocks, so an unknown word is not an error.
      level: Level(rawValue: hello.level.text) ?? .decisions,
      clock: Clock(rawValue: hello.clock.text) ?? .monotonic)
  }
}

extension FlickService.Panel {
  init(_ read: PanelMessage) {
    self.init(
      id: read.panelID, name: read.name, source: read.source.text, width: read.width, height: read.height,
      scale: read.scale, rotation: read.rotation, vendor: read.vendor, product: read.product,
      serial: read.serial, maxContacts: read.maxContacts, reportRate: read.reportRate,
      liftDelay: .microseconds(read.liftDelayMicroseconds), liftDelaySource: read.liftDelaySource)
  }
}
