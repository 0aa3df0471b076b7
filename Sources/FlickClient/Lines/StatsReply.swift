internal import FoundationEssentials

/// The decoded reply to `stats`.
package struct StatsReply: Decodable, Sendable {
  /// The counts of one panel since it was opened.
  package struct Panel: Decodable, Equatable, Sendable {
    /// The stable identity.
    package var panelID: String
    /// The number of contacts; nil if this connection may not receive it.
    package var contacts: Int64?
    /// The number of contacts that are down; nil if this connection may not receive it.
    package var contactsDown: Int64?
    /// The number of complete frames; nil if this connection may not receive it.
    package var frames: Int64?
    /// The number of contacts that were not fingers, by reason.
    ///
    /// nil if this connection may not receive it.
    package var rejected: [String: Int64]?
    /// How often the kernel dropped events.
    package var dropped: Int64
    /// The number of swipes with a decision.
    package var swipes: Int64
    /// The number of flicks among them.
    package var flicks: Int64
    /// The number of drags among them.
    package var drags: Int64
    /// The number of commits among them.
    package var commits: Int64
    /// The number of cancelled swipes, by reason.
    package var cancels: [String: Int64]

    private enum CodingKeys: String, CodingKey {
      case contacts, frames, rejected, dropped, swipes, flicks, drags, commits, cancels
      case panelID = "panel_id"
      case contactsDown = "contacts_down"
    }
  }

  /// The quantiles of a set of durations, in µs.
  package struct Durations: Decodable, Equatable, Sendable {
    /// The number of durations.
    package var count: Int64
    /// The median.
    package var p50: Int64
    /// The quantile 0.99.
    package var p99: Int64
    /// The quantile 0.999.
    package var p999: Int64
    /// The longest duration.
    package var max: Int64
  }

  /// What the service reports about its configuration.
  package struct Configuration: Decodable, Equatable, Sendable {
    /// `good`, `degraded`, `outdated`, or a word of a later version.
    package var state: String
    /// The problem in the files; nil without a problem.
    package var detail: String?
    /// The parts of the configuration that have no effect.
    ///
    /// nil if there are none, or if this connection may not receive them.
    package var notes: [String]?
  }

  /// The number of connections to the service.
  package var clients: Int
  /// How long the service has run, in µs, without the time when the machine was suspended.
  ///
  /// nil if the service does not report it.
  package var uptime: Int64?
  /// The number of rejected connections; nil if this connection may not receive it.
  package var refused: Int64?
  /// The number of connections closed because their clients did not read.
  ///
  /// nil if this connection may not receive it.
  package var slowConsumers: Int64?
  /// The number of updates that newer ones replaced before the client read them.
  ///
  /// nil if this connection may not receive it.
  package var merged: Int64?
  /// How often the service woke up; nil if this connection may not receive it.
  package var turns: Int64?
  /// How long the service was awake each time; nil if this connection may not receive it.
  package var turn: Durations?
  /// The time from a frame's kernel timestamp until the service has written its lines.
  ///
  /// nil if this connection may not receive it.
  package var latency: Durations?
  /// The configuration report; nil if all is well or the service is older than this field.
  package var configuration: Configuration?
  /// The counts of each panel.
  package var panels: [Panel]

  private enum CodingKeys: String, CodingKey {
    case clients, refused, merged, turns, configuration, panels
    case uptime = "uptime_us"
    case slowConsumers = "slow_consumers"
    case turn = "turn_us"
    case latency = "latency_us"
  }

  /// Reads a line, without its newline; nil if the line is not a reply to `stats`.
  package init?(_ line: [UInt8]) {
    guard let read = try? JSONDecoder().decode(StatsReply.self, from: Data(line)) else { return nil }
    self = read
  }
}
