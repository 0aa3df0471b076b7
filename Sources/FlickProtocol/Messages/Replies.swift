public import GestureCore

extension LineWriter {
  /// Writes the reply to `ping` and `update`.
  public mutating func reply(to id: Request.ID) {
    beginReply(to: id, ok: true)
    endReply()
  }

  /// Writes the reply to `subscribe`, with the active swipes that the connection receives from now
  /// on.
  public mutating func reply(to id: Request.ID, swipes: [(id: SwipeID, panelID: String)]) {
    beginReply(to: id, ok: true)
    self.swipes(swipes)
    endReply()
  }

  /// Writes the reply to `panels`.
  public mutating func reply(to id: Request.ID, panels: [PanelMessage]) {
    beginReply(to: id, ok: true)
    key("panels")
    beginArray()
    for panel in panels { panel.write(into: &self) }
    endArray()
    endReply()
  }

  /// Writes the reply to `stats`, as far as `level` allows.
  ///
  /// The reply has the counts of the service and of each panel, and the state of the configuration.
  public mutating func reply(
    to id: Request.ID, service: ServiceCounts, panels counts: [(panelID: String, counts: PanelCounts)],
    configuration: ConfigurationReport = ConfigurationReport(.good), level: Level
  ) {
    beginReply(to: id, ok: true)
    service.writeFields(into: &self, level: level)
    configuration.write(into: &self, level: level)
    key("panels")
    beginArray()
    for panel in counts { panel.counts.write(panelID: panel.panelID, level: level, into: &self) }
    endArray()
    endReply()
  }

  /// Writes the refusal of a request.
  public mutating func reply(_ refusal: RequestRefusal) {
    beginReply(to: refusal.id, ok: false)
    key("error")
    beginObject()
    key("code")
    string(refusal.code.rawValue)
    key("message")
    string(refusal.message)
    endObject()
    endReply()
  }

  private mutating func beginReply(to id: Request.ID?, ok: Bool) {
    beginObject()
    key("type")
    string("reply")
    key("id")
    switch id {
    case .integer(let number): integer(number)
    case .string(let text): string(text)
    case nil: null()
    }
    key("ok")
    bool(ok)
  }

  private mutating func endReply() {
    endObject()
    endLine()
  }
}
