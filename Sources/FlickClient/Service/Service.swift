/// What a connection is greeted with: who speaks, and which panels there are.
public struct Service: Equatable, Sendable {
  /// How much the connection may know.
  public enum Level: String, CaseIterable, Sendable {
    /// Only ends and cancels, without any place or displacement.
    case decisions
    /// Every phase, without places.
    case motion
    /// Everything.
    case positions
  }

  /// The clock of ``Swipe/time``.
  public enum Clock: String, CaseIterable, Sendable {
    /// CLOCK_MONOTONIC: ``FlickClient/FlickClient/now``.
    case monotonic
    /// That of the recording which is played.
    case recording
  }

  /// A touchscreen.
  public struct Panel: Equatable, Sendable, Identifiable {
    /// Its identity, the same after it was unplugged and plugged in again.
    public var id: String
    /// The kernel's name of it.
    public var name: String
    /// `live`, `replay` or `demo`.
    public var source: String
    /// The width as the user sees it, in mm.
    public var width: Double
    /// The height as the user sees it, in mm.
    public var height: Double
    /// Who said how large it is: `config`, `udev`, `kernel`, `edid`, or nobody: `assumed`.
    public var scale: String
    /// How far the glass is turned clockwise under the picture, in degrees.
    public var rotation: Int
  }

  /// The version of flickd.
  public var version: String
  /// Names its run: swipe ids count from 1 in each.
  public var epoch: String
  /// Whether it is another run than the one that this sequence was connected to before.
  public var isRestarted: Bool
  /// How much this connection may know.
  public var level: Level
  /// The clock of ``Swipe/time``.
  public var clock: Clock
  /// The panels.
  public var panels: [Panel]
  /// The swipes under way which go on, or whose begin was missed.
  public var swipesUnderWay: Set<Int64>
}

extension Service {
  /// Reads `hello`.
  init(hello: ServerLine, after epoch: String?) {
    version = hello.version ?? ""
    self.epoch = hello.epoch ?? ""
    isRestarted = epoch != nil && epoch != hello.epoch
    // A word of a later version can only be a level or a clock that it has added.
    level = hello.level.flatMap(Level.init) ?? .decisions
    clock = hello.clock.flatMap(Clock.init) ?? .monotonic
    panels = []
    swipesUnderWay = []
  }
}

extension Service.Panel {
  init(_ read: ServerLine.Panel) {
    self.init(
      id: read.panelID, name: read.name, source: read.source, width: read.width, height: read.height,
      scale: read.scale, rotation: read.rotation)
  }
}
