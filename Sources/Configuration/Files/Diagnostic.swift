/// One thing that is wrong in a configuration file, and where.
public struct Diagnostic: Equatable, Sendable {
  /// The file's name, as it was given.
  public var file: String
  /// Where the key or the value at fault begins.
  public var place: TextPlace
  /// What is wrong, what was seen, and what would be right: one line, without a full stop.
  public var message: String

  /// Creates a diagnostic.
  public init(file: String, place: TextPlace, message: String) {
    self.file = file
    self.place = place
    self.message = message
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The line that compilers print and editors follow: `file:line:column: message`.
  public var description: String { "\(file):\(place.line):\(place.column): \(message)" }
}

/// A place in a text.
///
/// Unit: lines and code points, both counted from 1.
public struct TextPlace: Comparable, Sendable {
  /// The line.
  public var line: Int
  /// The code point within the line.
  public var column: Int

  /// Creates a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether `left` is further up, or on the same line further left.
  public static func < (left: TextPlace, right: TextPlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
