/// What a page requests with the payload of its close frame (RFC 6455, sections 5.5.1 and 7.4).
enum CloseRequest: Equatable {
  /// Close, without a code.
  case plain
  /// Close with this code, which the reply repeats.
  case coded(UInt16)
  /// The payload is not valid, for this reason; the reply must not repeat it.
  case invalid(String)

  init(_ payload: [UInt8]) {
    guard !payload.isEmpty else {
      self = .plain
      return
    }
    guard payload.count >= 2 else {
      self = .invalid("a close frame must contain a code of two bytes, or nothing")
      return
    }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    if !Self.isValid(code) {
      self = .invalid("a close frame must not contain the code \(code)")
    } else if String(validating: payload.dropFirst(2), as: UTF8.self) == nil {
      self = .invalid("the reason in a close frame must be valid UTF-8")
    } else {
      self = .coded(code)
    }
  }

  /// Whether an endpoint may send a code: 1004 to 1006 and 1015 never occur in a frame, and the
  /// registry of IANA ends with 1014.
  private static func isValid(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
