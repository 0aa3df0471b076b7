internal import FlickProtocol
internal import Logging
internal import Pipeline
internal import Requests
internal import Settings

/// Answers the requests of one connection, as far as its level allows.
struct RequestHandler {
  /// The client that sent the request.
  let client: Client
  let clients: Clients

  /// The reply to a request line; nil if the nesting is so deep that the connection must end.
  func reply(to line: Span<UInt8>) -> LineWriter? {
    do throws(RequestFault) {
      return try reply(to: Request(line: line))
    } catch {
      guard case .refused(let refusal) = error else { return nil }
      client.noteRefusal()
      clients.log.debug("client \(client.number): request refused: \(refusal.code.word): \(refusal.message)")
      var reply = LineWriter()
      ReplyMessage(refusal).write(into: &reply)
      return reply
    }
  }

  /// The refusal of a zone that the client does not have, with the names of those that it has.
  private var unknownZone: String {
    let names = clients.zoneNames(of: client)
    // A subscription may have many zones, with long names.
    let list = names.prefix(8).map { String($0.prefix(40)) }.joined(separator: ", ")
    let advice = names.isEmpty ? "the subscription has none" : "the zones are \(list)"
    return "`zone`: there is no zone of this name: \(advice)\(names.count > 8 ? ", ..." : "")"
  }

  /// Carries out a request and returns its reply.
  private func reply(to request: Request) throws(RequestFault) -> LineWriter {
    let content: ReplyMessage.Content
    clients.log.trace("client \(client.number): \(request.verb.name.word)")
    switch request.verb {
    case .ping: content = .granted
    case .panels: content = .panels(clients.panels.messages.map { $0.visible(at: client.level) })
    case .stats:
      content = .stats(
        StatsMessage(
          clients.counts, panels: clients.panels.counts, configuration: clients.configuration,
          level: client.level))
    case .subscribe(let subscription):
      do throws(ViewRefusal) {
        content = .swipes(try clients.subscribe(client, to: subscription))
      } catch {
        throw .refused(RequestRefusal(id: request.id, code: error.code, message: error.message))
      }
    case .update(let update):
      guard clients.update(update, of: client) else {
        throw .refused(
          RequestRefusal(id: request.id, code: .badValue, message: unknownZone))
      }
      content = .granted
    }
    var reply = LineWriter()
    ReplyMessage(to: request.id, content).write(into: &reply)
    return reply
  }
}

extension Request.Verb {
  /// The word of the request, without what it contains.
  fileprivate var name: Request.Name {
    switch self {
    case .ping: .ping
    case .panels: .panels
    case .stats: .stats
    case .subscribe: .subscribe
    case .update: .update
    }
  }
}

/// The incomplete request line of one connection.
struct RequestLine {
  /// The result of adding bytes to the line.
  enum Outcome {
    case unfinished
    /// The line is complete, without its newline; call ``clear()`` before the next one.
    case complete
    /// The line is longer than the protocol allows.
    case tooLong
  }

  private(set) var bytes: [UInt8] = []
  /// When the first byte of the line was received, in µs of CLOCK_MONOTONIC; nil before it.
  private(set) var begun: Int64?

  /// Reads bytes from position `index` on, up to the end of the line.
  mutating func append(_ input: [UInt8], from index: inout Int, now: Int64) -> Outcome {
    while index < input.count {
      let byte = input[index]
      index += 1
      if byte == UInt8(ascii: "\n") {
        begun = nil
        return .complete
      }
      if bytes.isEmpty { begun = now }
      bytes.append(byte)
      if bytes.count >= ProtocolLimits.requestBytes { return .tooLong }
    }
    return .unfinished
  }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }
}
