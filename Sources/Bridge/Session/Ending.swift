/// Why a page's WebSocket is closed: a code of RFC 6455, and words for people.
struct Ending: Equatable, Sendable {
  /// The codes that occur.
  enum Code: Int, Sendable {
    /// The bridge stops.
    case goingAway = 1001
    /// Against RFC 6455, or nested too deep.
    case protocolError = 1002
    /// Not text.
    case unacceptable = 1003
    /// Not UTF-8.
    case badText = 1007
    /// Against the rules of the bridge or of flickd.
    case policy = 1008
    /// A frame or message of more than 64 KiB.
    case tooLarge = 1009
    /// The bridge cannot do what it should.
    case failure = 1011
    /// The page did not read; it may come again.
    case tryAgain = 1013
  }

  /// The code.
  var code: Code
  /// Why, at most 123 bytes of ASCII.
  var words: String
}
