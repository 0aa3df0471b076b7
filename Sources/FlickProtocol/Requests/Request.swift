/// One request line of a client.
public struct Request: Equatable, Sendable {
  /// The id that the client chose, and that the reply repeats.
  public enum ID: Equatable, Sendable {
    /// A whole number.
    case integer(Int64)
    /// A string.
    case string(String)
  }

  /// The action of a request.
  public enum Verb: Equatable, Sendable {
    /// Checks that the service is alive.
    case ping
    /// Requests the panels, as in the state.
    case panels
    /// Requests the counts.
    case stats
    /// Replaces the subscription.
    case subscribe(Subscription)
    /// Sets the offset of a zone's content.
    case update(ZoneUpdate)
  }

  /// The id of the request and its reply.
  public var id: ID
  /// The action.
  public var verb: Verb

  /// Creates a request.
  public init(id: ID, verb: Verb) {
    self.id = id
    self.verb = verb
  }
}

/// The refusal of a request, which has changed nothing.
public struct RequestRefusal: Error, Equatable, Sendable {
  /// The id of the request, nil if none could be read.
  public var id: Request.ID?
  /// The reason for programs.
  public var code: RequestErrorCode
  /// The human-readable reason.
  public var message: String

  /// Creates a refusal.
  public init(id: Request.ID?, code: RequestErrorCode, message: String) {
    self.id = id
    self.code = code
    self.message = message
  }
}
