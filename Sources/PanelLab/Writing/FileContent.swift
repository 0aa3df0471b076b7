internal import Recordings

/// What a file contains, by its first bytes.
enum FileContent: Equatable {
  case empty
  /// HTML, such as the page of `flickctl report`.
  case page
  /// SVG, such as the pictures of `flickctl evaluate`.
  case picture
  /// A recording in any format.
  case recording
  /// gzip, such as a compressed recording.
  case packed
  case text
  case binary

  /// How many bytes are enough.
  static let enough = 4096

  /// Finds the kind of content that begins with these bytes.
  init(beginning bytes: [UInt8]) {
    if bytes.isEmpty {
      self = .empty
    } else if bytes.starts(with: [0x1f, 0x8b]) {
      self = .packed
    } else if let markup = Self.markup(bytes) {
      self = markup
    } else if RecordingFormat(beginning: bytes) != nil {
      self = .recording
    } else {
      self = bytes.contains(0) ? .binary : .text
    }
  }

  private static func markup(_ bytes: [UInt8]) -> FileContent? {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    let begin = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if begin.hasPrefix("<!doctype html") || begin.hasPrefix("<html") { return .page }
    if begin.hasPrefix("<svg") || begin.hasPrefix("<?xml") && begin.contains("<svg") { return .picture }
    return nil
  }

  /// The name of the content in a message.
  var name: String {
    switch self {
    case .empty: "empty"
    case .page: "a page (HTML)"
    case .picture: "a picture (SVG)"
    case .recording: "a recording"
    case .packed: "a compressed file (gzip)"
    case .text: "a text"
    case .binary: "binary data"
    }
  }
}
