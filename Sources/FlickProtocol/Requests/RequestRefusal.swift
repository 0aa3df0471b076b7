/// Why a request was refused, in the protocol's words.
public enum RequestErrorCode: String, Sendable {
  /// The line is not one JSON object.
  case badJSON = "bad-json"
  /// There is no such request.
  case unknownRequest = "unknown-request"
  /// The request has no such field.
  case unknownField = "unknown-field"
  /// A field is missing, or its value is of another kind or out of its range.
  case badValue = "bad-value"
  /// The connection's level does not allow it.
  case forbidden
  /// Pixels are asked for without saying on which panel and of which picture.
  case surfaceRequired = "surface-required"
  /// There are more zones, snap points or panels than one subscription may have.
  case tooMany = "too-many"
}

/// The refusal of a request: nothing has changed.
public struct RequestRefusal: Error, Equatable, Sendable {
  /// The request's id, nil if none could be read.
  public var id: Request.ID?
  /// Why, for programs.
  public var code: RequestErrorCode
  /// Why, for people.
  public var message: String

  /// Creates a refusal.
  public init(id: Request.ID?, code: RequestErrorCode, message: String) {
    self.id = id
    self.code = code
    self.message = message
  }
}

/// Why a line is no request that can be carried out.
public enum RequestFault: Error, Equatable, Sendable {
  /// The request is refused, and the connection goes on.
  case refused(RequestRefusal)
  /// The line is nested deeper than ``ProtocolLimits/depth``, which ends the connection.
  case tooDeep
}
