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

  /// Reads a request line without its newline.
  ///
  /// Strict JSON: text that RFC 8259 does not allow is rejected, and so are a repeated key, an
  /// unknown key, and text behind the object. Of several faults, the first one in this order is
  /// reported:
  ///
  /// - nesting
  /// - JSON
  /// - the value of `id` or `request`
  /// - the word of the request
  /// - another value
  /// - an unknown field
  /// - a missing field
  /// - fields that exclude each other
  ///
  /// It never traps. Cost: one tree of the line's values, at most a few times its bytes.
  public init(line: Span<UInt8>) throws(RequestFault) {
    var parser = JSONParser()
    var value = JSONValue.null
    var syntax: String?
    do throws(JSONFault) {
      value = try parser.read(line)
    } catch {
      switch error {
      case .tooDeep: throw .tooDeep
      case .syntax(let offset):
        syntax = SyntaxAdvice.message(offset: offset, in: line)
      }
    }
    let id = ID(parser.members)
    do throws(FieldFault) {
      if let syntax { throw FieldFault(code: .badJSON, message: syntax) }
      self = try Request(id: id, value)
    } catch {
      throw .refused(RequestRefusal(id: id, code: error.code, message: error.message))
    }
  }
}

/// The refusal of a request, which has changed nothing.
public struct RequestRefusal: Error, Equatable, Sendable {
  /// The id of the request, nil if none could be read.
  public var id: Request.ID?
  /// The reason for programs.
  public var code: RequestErrorCode
  /// The reason for people.
  public var message: String

  /// Creates a refusal.
  public init(id: Request.ID?, code: RequestErrorCode, message: String) {
    self.id = id
    self.code = code
    self.message = message
  }
}

/// Why a line cannot be carried out as a request.
public enum RequestFault: Error, Equatable, Sendable {
  /// The request is refused, and the connection stays open.
  case refused(RequestRefusal)
  /// The line is nested deeper than ``ProtocolLimits/depth``, which ends the connection.
  case tooDeep
}
