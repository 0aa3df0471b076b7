internal import FlickProtocol

/// The service's greeting to a connection: version, level, clock and panels.
public struct FlickService: Equatable, Sendable {
  /// A touchscreen.
  public typealias Panel = PanelMessage

  /// The version of flickd.
  public var version: String
  /// The name of this run of flickd; swipe ids count from 1 in each run.
  public var epoch: String
  /// Whether flickd has restarted since the last connection of this sequence.
  public var isRestarted: Bool
  /// How much this connection may receive.
  public var level: Level
  /// The clock of flickd's own times: whether it plays recordings.
  public var clock: StreamClock
  /// The connected panels.
  public var panels: [Panel]
  /// The active swipes: those that continue, and those whose begin was missed.
  public var activeSwipes: Set<Int64>

  /// Creates a greeting, for the tests of an app.
  public init(
    version: String = "", epoch: String = "", isRestarted: Bool = false, level: Level = .motion,
    clock: StreamClock = .monotonic, panels: [Panel] = [], activeSwipes: Set<Int64> = []
  ) {
    self.version = version
    self.epoch = epoch
    self.isRestarted = isRestarted
    self.level = level
    self.clock = clock
    self.panels = panels
    self.activeSwipes = activeSwipes
  }
}

extension FlickService {
  init(hello: HelloMessage, after epoch: String?) {
    self.init(
      version: hello.version, epoch: hello.epoch, isRestarted: epoch != nil && epoch != hello.epoch,
      // A later version can add levels and clocks, so an unknown word is not an error.
      level: hello.level.value ?? .decisions, clock: hello.clock.value ?? .monotonic)
  }
}

extension PanelMessage: Identifiable {
  /// The panel's identity; it stays the same after unplugging and plugging in again.
  public var id: String { panelID }
  /// How late the panel reports a lift.
  public var liftDelay: Duration { .microseconds(liftDelayMicroseconds) }

  /// Creates a live panel without a lift delay, for the tests of an app.
  public init(id: String, name: String = "", width: Double, height: Double, reportRate: Double? = nil) {
    self.init(
      panelID: id, name: name, vendor: 0, product: 0, serial: nil, node: nil, source: .live, width: width,
      height: height, scale: "config", rotation: 0, maxContacts: 10, reportRate: reportRate,
      liftDelayMicroseconds: 0)
  }
}
