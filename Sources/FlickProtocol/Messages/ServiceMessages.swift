internal import GestureCore

extension HelloMessage {
  /// The feature of a service that reports presses.
  public static let press = "press"
  /// The feature of a service that reports presses of content at rest too.
  public static let pressesAtRest = "presses_at_rest"
  /// What this version can do beyond the first one.
  public static let allFeatures = [
    "subscribe", "update", "zones", "max_rate_hz", "lookahead_ms", "activity", "level", press, pressesAtRest,
  ]

  /// Writes the line.
  public func write(into line: inout LineWriter) {
    line.line(.hello) { line in
      line.field("server", "flickd")
      writeFields(into: &line)
      line.object("limits") { line in
        for (name, limit) in ProtocolLimits.announced { line.field(name, limit) }
      }
    }
  }
}

extension StateMessage {
  /// Writes the line.
  public func write(into line: inout LineWriter) { line.line(.state, writeFields) }
}

extension LineFields {
  /// Reads the field `swipes`: the active swipes.
  func swipes() throws(UnreadableLine) -> [(id: SwipeID, panelID: String)]? {
    try objects("swipes")?.map { fields throws(UnreadableLine) in
      let number = try fields.integer("swipe_id").required
      return (SwipeID(number: UInt64(clamping: number)), try fields.string("panel_id") ?? "")
    }
  }

  func panels() throws(UnreadableLine) -> [PanelMessage]? {
    try objects("panels")?.map { fields throws(UnreadableLine) in try PanelMessage(fields) }
  }
}

extension LineWriter {
  /// Writes the field `swipes`: the active swipes.
  mutating func swipes(_ swipes: [(id: SwipeID, panelID: String)]) {
    objects("swipes", swipes) { line, swipe in
      line.field("swipe_id", Int64(clamping: swipe.id.number))
      line.field("panel_id", swipe.panelID)
    }
  }

  /// Writes the field `panels`.
  public mutating func panels(_ panels: [PanelMessage]) {
    objects("panels", panels) { $1.writeFields(into: &$0) }
  }
}

extension ActivityMessage {
  /// Writes the line.
  public func write(into line: inout LineWriter) { line.line(.activity, writeFields) }
}

extension ByeMessage {
  /// Writes the line.
  public func write(into line: inout LineWriter) { line.line(.bye, writeFields) }
}

/// The bridge's own message to a page: whether flickd is connected.
public enum BridgeMessage {
  /// The connection to flickd is made; flickd's `hello` and `state` follow.
  ///
  /// Swipe ids and `seq` start again. `repeated` reports whether the page's earlier subscription
  /// applies again, `detail` the reason if it does not.
  case connected(repeated: Bool, detail: String?)
  /// The connection to flickd is lost, and the bridge reconnects.
  ///
  /// Messages that flickd sends meanwhile are lost.
  case disconnected(detail: String)

  /// The line without its newline.
  public var line: [UInt8] {
    var line = LineWriter(capacity: 256)
    line.object { line in
      line.field("type", "bridge")
      switch self {
      case .connected(let repeated, let detail):
        line.field("state", "connected")
        line.field("repeated", repeated)
        if let detail { line.field("detail", detail) }
      case .disconnected(let detail):
        line.field("state", "disconnected")
        line.field("detail", detail)
      }
    }
    return Array(line.bytes)
  }
}
