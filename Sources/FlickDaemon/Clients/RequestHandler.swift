internal import Configuration
internal import FlickProtocol
internal import Pipeline

/// What the service knows of its panels, for those who ask.
protocol PanelInventory {
  /// What subscribers are told of each panel.
  var messages: [PanelMessage] { get }
  /// What has been counted on each, in the same order.
  var counts: [PanelCounts] { get }
  /// Whether there is a panel, one that the configuration disables included, and whether one
  /// matches.
  var matching: ((PanelMatch) -> Bool)? { get }
}

/// Answers the requests of one connection, as far as its level allows.
struct RequestHandler {
  let panels: any PanelInventory
  /// How often the service has woken up.
  let turns: Int64
  /// Who asks.
  let client: Client
  let clients: Clients

  /// The reply to a request line, nil if the line is nested so deep that the connection is to end.
  func reply(to line: Span<UInt8>) -> LineWriter? {
    do throws(RequestFault) {
      return try reply(to: Request(line: line))
    } catch {
      guard case .refused(let refusal) = error else { return nil }
      client.noteRefusal()
      var reply = LineWriter()
      reply.reply(refusal)
      return reply
    }
  }

  /// The reply to a request, which is carried out.
  private func reply(to request: Request) throws(RequestFault) -> LineWriter {
    var reply = LineWriter()
    switch request.verb {
    case .ping:
      reply.reply(to: request.id)
    case .panels:
      reply.reply(to: request.id, panels: panels.messages)
    case .stats:
      let counts = zip(panels.messages, panels.counts).map { (panelID: $0.panelID, counts: $1) }
      reply.reply(
        to: request.id, service: clients.counts(turns: turns), panels: counts,
        configuration: clients.configuration(for: panels), level: client.level)
    case .subscribe(let subscription):
      do throws(ViewRefusal) {
        reply.reply(to: request.id, swipes: try clients.subscribe(client, to: subscription))
      } catch {
        throw .refused(RequestRefusal(id: request.id, code: .forbidden, message: error.message))
      }
    case .update(let update):
      guard clients.update(update, of: client) else {
        throw .refused(
          RequestRefusal(
            id: request.id, code: .badValue, message: "`zone`: there is no zone of this name"))
      }
      reply.reply(to: request.id)
    }
    return reply
  }
}
