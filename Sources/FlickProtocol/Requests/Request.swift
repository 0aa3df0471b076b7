/// What a client asks of the service in one line.
public struct Request: Equatable, Sendable {
  /// What the reply is to be called; the client's own choice.
  public enum ID: Equatable, Sendable {
    /// A whole number.
    case integer(Int64)
    /// A string.
    case string(String)
  }

  /// What is asked for.
  public enum Verb: Equatable, Sendable {
    /// A sign of life.
    case ping
    /// The panels, as in the state.
    case panels
    /// What has been counted.
    case stats
    /// To be told other things than before.
    case subscribe(Subscription)
    /// That a zone's content is elsewhere.
    case update(ZoneUpdate)
  }

  /// The name of the reply.
  public var id: ID
  /// What is asked for.
  public var verb: Verb

  /// Creates a request.
  public init(id: ID, verb: Verb) {
    self.id = id
    self.verb = verb
  }

  /// Reads a request line without its newline.
  ///
  /// Strict JSON: what RFC 8259 does not allow is refused, and so are a key that comes twice, an
  /// unknown key, and text behind the object. Of several faults the one is told that weighs most:
  /// nesting, JSON, the value of `id` or `request`, the request's word, another value, an unknown
  /// field, a missing one, fields that do not go together. Never traps; cost: one pass over the
  /// line.
  public init(line: Span<UInt8>) throws(RequestFault) {
    var fields = RequestFields()
    do throws(JSONFault) {
      try fields.read(line)
    } catch {
      switch error {
      case .tooDeep: throw .tooDeep
      case .syntax(let offset):
        throw .refused(
          RequestRefusal(
            id: fields.id, code: .badJSON,
            message: offset < line.count
              ? "this is no JSON: byte \(offset + 1) cannot stand there" : "this is no JSON: it breaks off"))
      }
    }
    do throws(RequestRefusal) {
      self = try fields.request()
    } catch {
      throw .refused(error)
    }
  }
}
