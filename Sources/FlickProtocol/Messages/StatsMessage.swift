internal import GestureCore

/// The quantiles of a number of durations, in µs.
public struct DurationSummary: Equatable, Sendable {
  /// The number of durations.
  public var count: Int64
  /// The median: half of the durations were at most this long.
  public var p50: Int64
  /// The 99 % quantile: of a hundred durations, 99 were at most this long.
  public var p99: Int64
  /// The 99.9 % quantile: of a thousand durations, 999 were at most this long.
  public var p999: Int64
  /// The longest duration.
  public var max: Int64

  /// Creates a summary.
  public init(count: Int64 = 0, p50: Int64 = 0, p99: Int64 = 0, p999: Int64 = 0, max: Int64 = 0) {
    self.count = count
    self.p50 = p50
    self.p99 = p99
    self.p999 = p999
    self.max = max
  }

  init(_ fields: LineFields) throws(UnreadableLine) {
    count = try fields.integer("count").required
    p50 = try fields.integer("p50").required
    p99 = try fields.integer("p99").required
    p999 = try fields.integer("p999").required
    max = try fields.integer("max").required
  }

  fileprivate func writeFields(into line: inout LineWriter) {
    line.field("count", count)
    line.field("p50", p50)
    line.field("p99", p99)
    line.field("p999", p999)
    line.field("max", max)
  }
}

/// The counts of the whole service since it started.
///
/// All counts but `clients` and `uptime` grow with touches, including taps, so only clients of the
/// level `positions` receive them; for other clients they are nil.
public struct ServiceCounts: Equatable, Sendable {
  /// The present number of connections.
  public var clients: Int64
  /// The time since the start, in µs of CLOCK_MONOTONIC, without the time of suspends.
  public var uptime: Int64?
  /// The number of connections that were turned away: denied, or beyond a limit.
  public var refused: Int64?
  /// The number of connections that were closed because the client did not read.
  public var slowConsumers: Int64?
  /// The number of updates that newer ones replaced before a slow client received them.
  public var merged: Int64?
  /// The number of updates that were not evaluated because a panel delivered faster than flickd
  /// answered.
  public var skipped: Int64?
  /// The number of turns.
  public var turns: Int64?
  /// The durations of the turns.
  public var turn: DurationSummary?
  /// The times from the kernel's timestamp of a frame until its lines were written.
  public var latency: DurationSummary?

  /// Creates the counts that every client may receive.
  public init(clients: Int64 = 0, uptime: Int64? = 0) {
    self.clients = clients
    self.uptime = uptime
  }

  init(_ fields: LineFields, clients: Int64) throws(UnreadableLine) {
    self.clients = clients
    uptime = try fields.integer("uptime_us")
    refused = try fields.integer("refused")
    slowConsumers = try fields.integer("slow_consumers")
    merged = try fields.integer("merged")
    skipped = try fields.integer("skipped")
    turns = try fields.integer("turns")
    turn = try fields.object("turn_us").map(DurationSummary.init)
    latency = try fields.object("latency_us").map(DurationSummary.init)
  }

  /// Writes the fields into an open object.
  public func writeFields(into line: inout LineWriter) {
    line.field("clients", clients)
    for (name, value) in [
      ("uptime_us", uptime), ("refused", refused), ("slow_consumers", slowConsumers), ("merged", merged),
      ("skipped", skipped), ("turns", turns),
    ] {
      if let value { line.field(name, value) }
    }
    if let turn { line.object("turn_us", turn.writeFields) }
    if let latency { line.object("latency_us", latency.writeFields) }
  }
}

/// The content of the reply to `stats`.
public struct StatsMessage: Equatable, Sendable {
  /// The counts of one panel since it was opened.
  ///
  /// The counts that a tap changes are nil below the level `positions`, because a client that polls
  /// often could count taps. The counts of swipes are those of the lines that a connection of the
  /// level receives without a subscription.
  public struct Panel: Equatable, Sendable {
    /// The stable id of the panel.
    public var panelID: String
    /// The number of contacts that landed.
    public var contacts: Int64?
    /// The number of contacts that are down.
    public var contactsDown: Int64?
    /// The number of complete frames.
    public var frames: Int64?
    /// The number of contacts that were not fingers, by reason.
    public var rejected: [String: Int64]?
    /// The number of times that events were lost.
    public var dropped: Int64
    /// The number of swipes with a decision.
    public var swipes: Int64
    /// The number of flicks among them.
    public var flicks: Int64
    /// The number of drags among them.
    public var drags: Int64
    /// The number of commits among them.
    public var commits: Int64
    /// The number of cancelled swipes, by reason.
    public var cancels: [String: Int64]

    /// Creates the counts that a client of this level may receive.
    public init(panelID: String, _ counts: PanelCounts, level: Level) {
      self.panelID = panelID
      if level == .positions {
        contacts = counts.contacts
        contactsDown = counts.contactsDown
        frames = counts.frames
        rejected = counts.rejected.words
      }
      dropped = counts.dropped
      let outcomes = level == .positions ? counts.swipes : counts.publicSwipes
      swipes = outcomes.decided
      flicks = outcomes.flicks
      drags = outcomes.drags
      commits = outcomes.commits
      cancels = outcomes.cancelWords
    }

    init(_ fields: LineFields) throws(UnreadableLine) {
      panelID = try fields.string("panel_id").required
      contacts = try fields.integer("contacts")
      contactsDown = try fields.integer("contacts_down")
      frames = try fields.integer("frames")
      rejected = try fields.counts("rejected")
      dropped = try fields.integer("dropped").required
      swipes = try fields.integer("swipes").required
      flicks = try fields.integer("flicks").required
      drags = try fields.integer("drags").required
      commits = try fields.integer("commits").required
      cancels = try fields.counts("cancels").required
    }

    fileprivate func writeFields(into line: inout LineWriter) {
      line.field("panel_id", panelID)
      if let contacts { line.field("contacts", contacts) }
      if let contactsDown { line.field("contacts_down", contactsDown) }
      if let frames { line.field("frames", frames) }
      if let rejected { line.reasons("rejected", rejected) }
      line.field("dropped", dropped)
      line.field("swipes", swipes)
      line.field("flicks", flicks)
      line.field("drags", drags)
      line.field("commits", commits)
      line.reasons("cancels", cancels)
    }
  }

  /// The counts of the service.
  public var service: ServiceCounts
  /// The report about the configuration; nil if there is nothing to report.
  public var configuration: ConfigurationReport?
  /// The counts of each panel.
  public var panels: [Panel]

  /// Creates the content that a client of this level may receive.
  ///
  /// Notes name groups and panels of the configuration, so they need the level `positions` too.
  public init(
    _ service: ServiceCounts, panels: [(panelID: String, counts: PanelCounts)],
    configuration: ConfigurationReport = ConfigurationReport(.good), level: Level
  ) {
    var configuration = configuration
    if level < .positions { configuration.notes = [] }
    self.service =
      level == .positions ? service : ServiceCounts(clients: service.clients, uptime: service.uptime)
    self.configuration = configuration.isEmpty ? nil : configuration
    self.panels = panels.map { Panel(panelID: $0.panelID, $0.counts, level: level) }
  }

  /// Reads the content of a reply; nil if it is the reply to another request.
  init?(_ fields: LineFields) throws(UnreadableLine) {
    guard let clients = try fields.integer("clients") else { return nil }
    service = try ServiceCounts(fields, clients: clients)
    configuration = try fields.object("configuration").map(ConfigurationReport.init)
    panels = try fields.objects("panels").required.map { fields throws(UnreadableLine) in try Panel(fields) }
  }

  func writeFields(into line: inout LineWriter) {
    service.writeFields(into: &line)
    configuration?.write(into: &line)
    line.objects("panels", panels) { $1.writeFields(into: &$0) }
  }
}

extension LineWriter {
  /// Writes the counts of those reasons that occurred.
  fileprivate mutating func reasons(_ name: String, _ counts: [String: Int64]) {
    object(name) { line in
      for reason in CancelReason.words {
        if let count = counts[reason] { line.field(reason, count) }
      }
    }
  }
}

/// How the settings in use relate to the configuration files, for the reply to `stats`.
public struct ConfigurationReport: Equatable, Sendable {
  /// The largest number of notes in one report; it keeps the reply short among the swipe lines.
  static let mostNotes = 16

  /// The relation of the settings to the files.
  public var state: Word<State>
  /// A short summary of the files' problems; nil if there are none.
  public var detail: String?
  /// Parts of the configuration that have no effect.
  ///
  /// These are rules and zones that match no panel, and groups that do not exist.
  public var notes: [String]

  /// Creates a report; only the first notes are reported.
  public init(_ state: State, detail: String? = nil, notes: [String] = []) {
    self.state = Word(state)
    self.detail = detail
    let rest = notes.count - Self.mostNotes
    self.notes = Array(notes.prefix(Self.mostNotes))
    if rest > 0 { self.notes.append("\(rest) more: `flickctl check` names them all") }
  }

  init(_ fields: LineFields) throws(UnreadableLine) {
    state = try fields.word("state", of: State.self).required
    detail = try fields.string("detail")
    notes = try fields.strings("notes") ?? []
  }

  /// Whether there is nothing to report.
  var isEmpty: Bool { state.value == .good && notes.isEmpty }

  /// Writes the field `configuration` into an open object.
  public func write(into line: inout LineWriter) {
    line.object("configuration") { line in
      line.field("state", state.text)
      if let detail { line.field("detail", detail) }
      if !notes.isEmpty { line.strings("notes", notes) }
    }
  }
}
