public import GestureCore

/// The clock of `t_us`.
public enum StreamClock: String, Sendable {
  /// The clock is CLOCK_MONOTONIC.
  case monotonic
  /// The clock is that of the recording that is played.
  case recording
}

/// Why a connection ends.
public enum ByeReason: String, Sendable {
  /// The client did not read.
  case slowConsumer = "slow-consumer"
  /// The service stops.
  case shutdown
  /// The client broke the protocol.
  case `protocol`
  /// There are too many connections.
  case limit
  /// The user may not connect.
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
    for feature in ["subscribe", "update", "zones", "max_rate_hz", "lookahead_ms", "activity", "level"] {
      string(feature)
    }
    endArray()
    key("limits")
    beginObject()
    limits()
    endObject()
    endObject()
    endLine()
  }

  private mutating func limits() {
    for (name, limit) in [
      ("clients", ProtocolLimits.clients), ("clients_per_user", ProtocolLimits.clientsPerUser),
      ("queued_bytes", ProtocolLimits.queuedBytes), ("request_bytes", ProtocolLimits.requestBytes),
      ("request_bytes_per_second", Int(ProtocolLimits.requestBytesPerSecond)),
      ("depth", ProtocolLimits.depth), ("half_line_us", Int(ProtocolLimits.halfLineMicroseconds)),
    ] {
      key(name)
      integer(Int64(limit))
    }
  }

  /// Writes the second line of every connection: the panels and the active swipes.
  public mutating func state(panels: [PanelMessage], swipes: [(id: SwipeID, panelID: String)]) {
    beginObject()
    key("type")
    string("state")
    key("panels")
    beginArray()
    for panel in panels { panel.write(into: &self) }
    endArray()
    self.swipes(swipes)
    endObject()
    endLine()
  }

  /// Writes the field `swipes`: the active swipes.
  mutating func swipes(_ swipes: [(id: SwipeID, panelID: String)]) {
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
  }

  /// Writes the line that reports that a panel is touched.
  ///
  /// `moment` is in µs of CLOCK_MONOTONIC, nil if the stream has another clock.
  public mutating func activity(panelID: String, moment: Int64?) {
    beginObject()
    key("type")
    string("activity")
    key("panel_id")
    string(panelID)
    if let moment {
      key("t_us")
      integer(moment)
    }
    endObject()
    endLine()
  }

  /// Writes the line that reports a panel that came, went or changed.
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
