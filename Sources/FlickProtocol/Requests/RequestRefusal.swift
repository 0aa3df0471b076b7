/// The code of a refusal on the wire.
public enum RequestErrorCode: String, CaseIterable, WireWord {
  /// The line is not one JSON object.
  case badJSON = "bad-json"
  /// The request does not exist.
  case unknownRequest = "unknown-request"
  /// The request does not have this field.
  case unknownField = "unknown-field"
  /// A field is missing, or its value has a wrong type or is out of range.
  case badValue = "bad-value"
  /// The connection's level does not allow it.
  case forbidden
  /// The unit px needs a panel and the size of its picture.
  case surfaceRequired = "surface-required"
  /// The subscription has too many zones, snap points or panels.
  case tooMany = "too-many"
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
