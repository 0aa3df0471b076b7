internal import FlickProtocol

/// The service's greeting to a connection: version, level, clock and panels.
public struct FlickService: Equatable, Sendable {
  /// How much the connection may receive.
  public enum Level: String, CaseIterable, Sendable {
    /// Only ends and cancels, without positions and displacements.
    case decisions
    /// Every phase, without positions.
    case motion
    /// Everything.
    case positions
  }

  /// The clock of flickd's own times; ``Swipe/time`` is always on CLOCK_MONOTONIC.
  public enum Clock: String, CaseIterable, Sendable {
    /// CLOCK_MONOTONIC: ``SwipeClient/now``.
    case monotonic
    /// The clock of the recording that flickd plays.
    case recording
  }

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

    /// Creates a panel.
    public init(
      id: String, name: String, source: String, width: Double, height: Double, scale: String, rotation: Int
    ) {
      self.id = id
      self.name = name
      self.source = source
      self.width = width
      self.height = height
      self.scale = scale
      self.rotation = rotation
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
}

extension FlickService {
  /// Reads a `hello` line.
  init(hello: HelloMessage, after epoch: String?) {
    version = hello.version
    self.epoch = hello.epoch
    isRestarted = epoch != nil && epoch != hello.epoch
    // A later version can add levels and clocks, so an unknown word is not an error.
    level = Level(rawValue: hello.level.text) ?? .decisions
    clock = Clock(rawValue: hello.clock.text) ?? .monotonic
    panels = []
    swipesUnderWay = []
  }
}

extension FlickService.Panel {
  init(_ read: PanelMessage) {
    self.init(
      id: read.panelID, name: read.name, source: read.source.text, width: read.width, height: read.height,
      scale: read.scale, rotation: read.rotation)
  }
}
