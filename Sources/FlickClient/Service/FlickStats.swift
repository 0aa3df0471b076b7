internal import FlickProtocol

/// The counts of flickd and of its panels: whether they are healthy.
///
/// ``SwipeClient/stats()`` requests them; flickd's docs/protocol.md explains each count. Counts
/// that a tap changes are nil below the level `positions`.
public typealias FlickStats = StatsMessage

extension StatsMessage {
  /// Creates counts, for the tests of an app.
  public init(panels: [Panel] = []) {
    self.init(ServiceCounts(clients: 1, uptime: nil), panels: [], level: .positions)
    self.panels = panels
  }
}

extension StatsMessage.Panel: Identifiable {
  /// The panel's identity.
  public var id: String { panelID }

  /// Creates counts of zero, for the tests of an app.
  public init(id: String) {
    self = PanelCounts(panelID: id).visible(at: .motion)
  }
}
