/// Why a page's WebSocket closes: a code of RFC 6455, and a reason for people.
struct Ending: Equatable, Sendable {
  /// The codes that the bridge uses.
  enum Code: Int, Sendable {
    /// The bridge stops.
    case goingAway = 1001
    /// The page violates RFC 6455, or nests a request too deep.
    case protocolError = 1002
    /// The message is not text.
    case unacceptable = 1003
    /// The text is not UTF-8.
    case badText = 1007
    /// The page violates the rules of the bridge or of flickd.
    case policy = 1008
    /// A frame or message exceeds 64 KiB.
    case tooLarge = 1009
    /// The bridge failed.
    case failure = 1011
    /// The page did not read in time; it may reconnect.
    case tryAgain = 1013
  }

  /// The close code.
  var code: Code
  /// The reason, at most 123 bytes of ASCII.
  var words: String
}
