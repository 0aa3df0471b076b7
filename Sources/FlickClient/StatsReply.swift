internal import FoundationEssentials

/// The reply to `stats`, read.
public struct StatsReply: Decodable, Sendable {
  /// What has been counted on one panel since it was opened.
  public struct Panel: Decodable, Equatable, Sendable {
    /// The stable identity.
    public var panelID: String
    /// How many contacts landed, nil if this connection may not know.
    public var contacts: Int64?
    /// How many of them are down, nil if this connection may not know.
    public var contactsDown: Int64?
    /// How many frames were complete, nil if this connection may not know.
    public var frames: Int64?
    /// How often events were lost.
    public var dropped: Int64
    /// How many swipes were decided.
    public var swipes: Int64
    /// How many of them were flicks.
    public var flicks: Int64
    /// How many of them were drags.
    public var drags: Int64
    /// How many of them were meant.
    public var commits: Int64
    /// How many swipes were cancelled, by reason.
    public var cancels: [String: Int64]

    private enum CodingKeys: String, CodingKey {
      case contacts, frames, dropped, swipes, flicks, drags, commits, cancels
      case panelID = "panel_id"
      case contactsDown = "contacts_down"
    }
  }

  /// The number of connections that the service has.
  public var clients: Int
  /// What has been counted on each panel.
  public var panels: [Panel]

  /// Reads a line, without its newline; nil if it is another one.
  public init?(_ line: [UInt8]) {
    guard let read = try? JSONDecoder().decode(StatsReply.self, from: Data(line)) else { return nil }
    self = read
  }
}
