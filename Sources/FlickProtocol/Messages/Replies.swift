extension LineWriter {
  /// Writes the reply to `ping`.
  public mutating func reply(to id: Request.ID) {
    beginReply(to: id, ok: true)
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

  /// Writes the reply to `stats`: the number of connections, how often the service woke up, and the counts of each panel
  /// as far as `level` allows.
  public mutating func reply(
    to id: Request.ID, clients: Int, turns: Int64, counts: [(panelID: String, counts: PanelCounts)],
    level: Level
  ) {
    beginReply(to: id, ok: true)
    key("clients")
    integer(Int64(clients))
    // It grows with every touch, so that below this level it would tell of taps.
    if level == .positions {
      key("turns")
      integer(turns)
    }
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
