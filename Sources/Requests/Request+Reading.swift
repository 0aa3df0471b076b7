public import FlickProtocol

extension Request {
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

/// Why a line cannot be carried out as a request.
public enum RequestFault: Error, Equatable, Sendable {
  /// The request is refused, and the connection stays open.
  case refused(RequestRefusal)
  /// The line is nested deeper than ``ProtocolLimits/depth``, which ends the connection.
  case tooDeep
}
