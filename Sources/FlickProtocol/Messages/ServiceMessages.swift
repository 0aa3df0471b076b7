public import GestureCore

/// The clock of `t_us`.
public enum StreamClock: String, Sendable {
  /// CLOCK_MONOTONIC.
  case monotonic
  /// The clock of the recording that is played.
  case recording
}

/// Why a connection ends.
public enum ByeReason: String, Sendable {
  /// It did not read.
  case slowConsumer = "slow-consumer"
  /// The service ends.
  case shutdown
  /// It broke the protocol.
  case `protocol`
  /// There are too many connections.
  case limit
  /// It may not listen.
  case denied
}

extension LineWriter {
  /// Writes the first line of every connection.
  public mutating func hello(epoch: String, clock: StreamClock, level: Level) {
    beginObject()
    key("type")
    string("hello")
    key("server")
    string("flickd")
    key("version")
    string(flickdVersion)
    key("protocol")
    beginObject()
    key("major")
    integer(Int64(ProtocolLimits.major))
    key("minor")
    integer(Int64(ProtocolLimits.minor))
    endObject()
    key("epoch")
    string(epoch)
    key("clock")
    string(clock.rawValue)
    key("level")
    string(level.rawValue)
    key("features")
    beginArray()
    endArray()
    key("limits")
    beginObject()
    key("clients")
    integer(Int64(ProtocolLimits.clients))
    key("queued_bytes")
    integer(Int64(ProtocolLimits.queuedBytes))
    key("request_bytes")
    integer(Int64(ProtocolLimits.requestBytes))
    endObject()
    endObject()
    endLine()
  }

  /// Writes the second line of every connection: the panels, and the swipes that are under way.
  public mutating func state(panels: [PanelMessage], swipes: [(id: SwipeID, panelID: String)]) {
    beginObject()
    key("type")
    string("state")
    key("panels")
    beginArray()
    for panel in panels { panel.write(into: &self) }
    endArray()
    key("swipes")
    beginArray()
    for swipe in swipes {
      beginObject()
      key("swipe_id")
      integer(Int64(clamping: swipe.id.number))
      key("panel_id")
      string(swipe.panelID)
      endObject()
    }
    endArray()
    endObject()
    endLine()
  }

  /// Writes that a panel came, went or changed.
  public mutating func panel(_ change: PanelChange, _ panel: PanelMessage) {
    beginObject()
    key("type")
    string("panel")
    key("change")
    string(change.rawValue)
    panel.writeFields(into: &self)
    endObject()
    endLine()
  }

  /// Writes the last line of a connection.
  public mutating func bye(_ reason: ByeReason, detail: String) {
    beginObject()
    key("type")
    string("bye")
    key("reason")
    string(reason.rawValue)
    key("detail")
    string(detail)
    endObject()
    endLine()
  }
}
