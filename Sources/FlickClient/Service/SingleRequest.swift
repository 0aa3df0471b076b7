internal import FlickProtocol
internal import Installation
internal import LinuxIO

/// One request to the service, on its own connection.
struct SingleRequest {
  let client: SwipeClient
  let verb: Request.Verb

  /// Returns the content of the reply; nil if the task is cancelled.
  ///
  /// Connects again if the connection is lost before the reply, unless the client does not wait.
  func reply() async throws(FlickError) -> ReplyMessage.Content? {
    var backoff = Backoff()
    while !Task.isCancelled {
      do throws(FlickError) {
        let connection = try client.connect()
        defer { connection.end() }
        if let content = try await reply(on: connection) { return content }
        if !client.waitsForService, !Task.isCancelled { throw client.unreachable(.closed) }
      } catch {
        guard case .unreachable = error, client.waitsForService else { throw error }
      }
      // The loop checks for a cancelled task.
      try? await Task.sleep(for: .microseconds(backoff.next()))
    }
    return nil
  }

  /// Returns the content of the reply; nil if the connection is lost or the task is cancelled.
  private func reply(on connection: Connection) async throws(FlickError) -> ReplyMessage.Content? {
    var buffer = LineBuffer()
    var line: [UInt8] = []
    // The socket of a new connection has room for a line.
    connection.send(Request(id: .integer(1), verb: verb).line)
    while !Task.isCancelled {
      switch try? connection.readLine(into: &line, through: &buffer) {
      case .line: break
      case .wouldBlock:
        await connection.untilReadable()
        continue
      case .ended, nil: return nil
      }
      switch ServerMessage(line) {
      case .hello(let hello): if let failure = hello.failure { throw failure }
      case .bye(let bye):
        if let failure = bye.failure { throw failure }
        return nil
      case .reply(let reply):
        guard case .refused(let code, let message) = reply.content else { return reply.content }
        throw .refused(code: code.text, message: message)
      case .state, .swipe, .press, .panel, .activity, .unknown: break
      case nil: return nil
      }
    }
    return nil
  }
}

extension SwipeClient {
  /// The error of a client that does not wait, for a connection that was lost.
  fileprivate func unreachable(_ why: Disconnection) -> FlickError {
    .unreachable(path: SocketPath.client(named: socket), reason: "\(why)")
  }
}

extension HelloMessage {
  /// The error of a service with another major version; nil if the line has no version at all.
  var failure: FlickError? {
    guard let major = protocolVersion?.major, major != ProtocolLimits.major else { return nil }
    return .incompatible(major: Int(clamping: major))
  }
}
