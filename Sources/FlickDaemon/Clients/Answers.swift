internal import FlickProtocol

/// What the service knows of its panels, for those who ask.
protocol PanelRecord {
  /// What subscribers are told of each panel.
  var messages: [PanelMessage] { get }
  /// What has been counted on each, in the same order.
  var counts: [PanelCounts] { get }
}

/// Answers the requests of one connection, as far as its level allows.
struct Answers {
  let panels: any PanelRecord
  /// The number of connections.
  let clients: Int
  /// How often the service's loop has turned.
  let turns: Int64
  let level: Level

  /// The reply to a request line, nil if the line is nested so deep that the connection is to end.
  func reply(to line: Span<UInt8>) -> LineWriter? {
    var reply = LineWriter()
    do throws(RequestFault) {
      let request = try Request(line: line)
      switch request.verb {
      case .ping:
        reply.reply(to: request.id)
      case .panels:
        reply.reply(to: request.id, panels: panels.messages)
      case .stats:
        let counts = zip(panels.messages, panels.counts).map { (panelID: $0.panelID, counts: $1) }
        reply.reply(to: request.id, clients: clients, turns: turns, counts: counts, level: level)
      }
    } catch {
      switch error {
      case .refused(let refusal): reply.reply(refusal)
      case .tooDeep: return nil
      }
    }
    return reply
  }
}
