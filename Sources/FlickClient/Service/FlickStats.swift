internal import FlickProtocol

/// The counts of flickd and of its panels: whether they are healthy.
///
/// ``SwipeClient/stats()`` requests them; flickd's docs/protocol.md explains each count. Counts
/// that a tap changes are nil below the level `positions`.
public struct FlickStats: Equatable, Sendable {
  /// How the settings of flickd relate to its configuration files.
  public struct Configuration: Equatable, Sendable {
    /// The relation of the settings to the files.
    public var state: State
    /// What is wrong with the files, for people.
    public var detail: String?
    /// The parts of the files that have no effect, for people; empty below the level `positions`.
    public var notes: [String]

    /// Creates a report, for the tests of an app.
    public init(_ state: State = .good, detail: String? = nil, notes: [String] = []) {
      self.state = state
      self.detail = detail
      self.notes = notes
    }
  }

  /// The quantiles of a number of durations.
  public struct Durations: Equatable, Sendable {
    /// The number of durations.
    public var count: Int
    /// The median.
    public var p50: Duration
    /// The 99 % quantile.
    public var p99: Duration
    /// The 99.9 % quantile.
    public var p999: Duration
    /// The longest duration.
    public var max: Duration

    /// Creates quantiles, for the tests of an app.
    public init(
      count: Int = 0, p50: Duration = .zero, p99: Duration = .zero, p999: Duration = .zero,
      max: Duration = .zero
    ) {
      self.count = count
      self.p50 = p50
      self.p99 = p99
      self.p999 = p999
      self.max = max
    }
  }

  /// The counts of one panel since flickd opened it.
  public struct Panel: Equatable, Sendable, Identifiable {
    /// The panel's identity.
    public var id: String
    /// The number of contacts that landed.
    public var contacts: Int?
    /// The number of contacts that are down.
    public var contactsDown: Int?
    /// The number of complete frames.
    public var frames: Int?
    /// The number of contacts that were not fingers, by reason: `palm`, `size` or `ghost`.
    public var rejected: [String: Int]?
    /// How often events were lost.
    public var dropped = 0
    /// The number of swipes with a decision.
    public var swipes = 0
    /// The number of flicks among the swipes.
    public var flicks = 0
    /// The number of drags among the swipes.
    public var drags = 0
    /// The number of swipes that committed.
    public var commits = 0
    /// The number of cancelled swipes, by reason.
    public var cancels: [String: Int] = [:]

    /// Creates counts of zero, for the tests of an app.
    public init(id: String) {
      self.id = id
    }
  }

  /// The number of connections.
  public var clients = 1
  /// How long flickd has run, without suspends of the machine; nil if flickd does not report it.
  public var uptime: Duration?
  /// The state of the configuration.
  public var configuration = Configuration()
  /// The counts of each panel.
  public var panels: [Panel] = []
  /// The number of connections that flickd rejected.
  public var refused: Int?
  /// The number of connections that flickd ended because the client did not read.
  public var slowConsumers: Int?
  /// The number of updates that newer updates replaced before a slow client received them.
  public var merged: Int?
  /// The number of updates that flickd did not evaluate, because a panel was too fast.
  public var skipped: Int?
  /// How often flickd woke up.
  public var turns: Int?
  /// How long flickd was awake in each turn.
  public var turn: Durations?
  /// The time from the kernel's timestamp of a frame until its lines were written.
  public var latency: Durations?

  /// Creates counts, for the tests of an app.
  public init(panels: [Panel] = []) {
    self.panels = panels
  }
}

extension FlickStats {
  init(_ read: StatsMessage) {
    self.init(panels: read.panels.map(Panel.init))
    let service = read.service
    clients = Int(clamping: service.clients)
    uptime = service.uptime.map { .microseconds($0) }
    configuration = read.configuration.map(Configuration.init) ?? Configuration()
    refused = service.refused.map(Int.init(clamping:))
    slowConsumers = service.slowConsumers.map(Int.init(clamping:))
    merged = service.merged.map(Int.init(clamping:))
    skipped = service.skipped.map(Int.init(clamping:))
    turns = service.turns.map(Int.init(clamping:))
    turn = service.turn.map(Durations.init)
    latency = service.latency.map(Durations.init)
  }
}

extension FlickStats.Configuration {
  init(_ read: ConfigurationReport) {
    // A later version can add states, and reports none of them while all is good.
    self.init(State(rawValue: read.state.text) ?? .outdated, detail: read.detail, notes: read.notes)
  }
}

extension FlickStats.Durations {
  init(_ read: DurationSummary) {
    self.init(
      count: Int(clamping: read.count), p50: .microseconds(read.p50), p99: .microseconds(read.p99),
      p999: .microseconds(read.p999), max: .microseconds(read.max))
  }
}

extension FlickStats.Panel {
  init(_ read: StatsMessage.Panel) {
    self.init(id: read.panelID)
    contacts = read.contacts.map(Int.init(clamping:))
    contactsDown = read.contactsDown.map(Int.init(clamping:))
    frames = read.frames.map(Int.init(clamping:))
    rejected = read.rejected?.mapValues(Int.init(clamping:))
    dropped = Int(clamping: read.dropped)
    swipes = Int(clamping: read.swipes)
    flicks = Int(clamping: read.flicks)
    drags = Int(clamping: read.drags)
    commits = Int(clamping: read.commits)
    cancels = read.cancels.mapValues(Int.init(clamping:))
  }
}
