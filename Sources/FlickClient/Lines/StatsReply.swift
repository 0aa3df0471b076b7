internal import FoundationEssentials

/// The reply to `stats`, read.
package struct StatsReply: Decodable, Sendable {
  /// What has been counted on one panel since it was opened.
  package struct Panel: Decodable, Equatable, Sendable {
    /// The stable identity.
    package var panelID: String
    /// How many contacts landed, nil if this connection may not know.
    package var contacts: Int64?
    /// How many of them are down, nil if this connection may not know.
    package var contactsDown: Int64?
    /// How many frames were complete, nil if this connection may not know.
    package var frames: Int64?
    /// How many contacts were not fingers, by reason; nil if this connection may not know.
    package var rejected: [String: Int64]?
    /// How often events were lost.
    package var dropped: Int64
    /// How many swipes were decided.
    package var swipes: Int64
    /// How many of them were flicks.
    package var flicks: Int64
    /// How many of them were drags.
    package var drags: Int64
    /// How many of them were meant.
    package var commits: Int64
    /// How many swipes were cancelled, by reason.
    package var cancels: [String: Int64]

    private enum CodingKeys: String, CodingKey {
      case contacts, frames, rejected, dropped, swipes, flicks, drags, commits, cancels
      case panelID = "panel_id"
      case contactsDown = "contacts_down"
    }
  }

  /// The quantiles of a number of durations, in µs.
  package struct Durations: Decodable, Equatable, Sendable {
    /// How many there were.
    package var count: Int64
    /// Half of them were at most this long.
    package var p50: Int64
    /// Of a hundred, 99 were at most this long.
    package var p99: Int64
    /// Of a thousand, 999 were at most this long.
    package var p999: Int64
    /// The longest.
    package var max: Int64
  }

  /// What the service reports of its configuration.
  package struct Configuration: Decodable, Equatable, Sendable {
    /// `good`, `degraded`, `outdated`, or a word of a later version.
    package var state: String
    /// What is wrong with the files; nil if nothing is.
    package var detail: String?
    /// Parts of the configuration without effect; nil if there is none, or this connection may not
    /// know.
    package var notes: [String]?
  }

  /// The number of connections that the service has.
  package var clients: Int
  /// How long the service has run, in µs without those for which the machine was suspended; nil
  /// from one that does not say.
  package var uptime: Int64?
  /// How many connections were turned away, nil if this connection may not know.
  package var refused: Int64?
  /// How many were ended because they did not read, nil if this connection may not know.
  package var slowConsumers: Int64?
  /// How many updates were replaced by newer ones before they were read, nil if this connection may
  /// not know.
  package var merged: Int64?
  /// How often the service woke up, nil if this connection may not know.
  package var turns: Int64?
  /// How long it was awake each time, nil if this connection may not know.
  package var turn: Durations?
  /// From the kernel's stamp of a frame to the end of writing its lines, nil if this connection may
  /// not know.
  package var latency: Durations?
  /// What there is to report of the configuration; nil if all is well, or the service is older.
  package var configuration: Configuration?
  /// What has been counted on each panel.
  package var panels: [Panel]

  private enum CodingKeys: String, CodingKey {
    case clients, refused, merged, turns, configuration, panels
    case uptime = "uptime_us"
    case slowConsumers = "slow_consumers"
    case turn = "turn_us"
    case latency = "latency_us"
  }

  /// Reads a line, without its newline; nil if it is another one.
  package init?(_ line: [UInt8]) {
    guard let read = try? JSONDecoder().decode(StatsReply.self, from: Data(line)) else { return nil }
    self = read
  }
}
