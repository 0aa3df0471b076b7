public import GestureCore

// The words are generated from Sources/Tables/words.toml. The core's enumerations have no strings.

/// A value with one word, on the wire and in the configuration.
public protocol WireWord: Equatable, Sendable {
  /// Every value that has a word, in the order of the documents.
  static var all: [Self] { get }
  /// The word.
  var word: String { get }
}

extension WireWord {
  /// The words of all values.
  public static var words: [String] { all.map(\.word) }

  /// Creates the value of a word; nil if there is none.
  public init?(word: some StringProtocol) {
    guard let value = Self.all.first(where: { $0.word == word }) else { return nil }
    self = value
  }
}

/// A word as it was read: one of this version, or one of a later version.
public struct Word<Value: WireWord>: Equatable, Sendable {
  /// The word.
  public let text: String

  /// Creates the word of a value.
  public init(_ value: Value) {
    text = value.word
  }

  /// Creates a word that was read.
  init(text: String) {
    self.text = text
  }

  /// The value of the word; nil if this version has none.
  public var value: Value? { Value(word: text) }
}

extension WireWord where Self: CaseIterable & RawRepresentable<String> {
  /// Every case.
  public static var all: [Self] { Array(allCases) }
  /// The raw value.
  public var word: String { rawValue }
}

extension DirectionSet {
  /// Creates the set of these directions.
  public init(_ directions: some Sequence<Direction>) {
    self.init()
    for direction in directions { insert(direction) }
  }

  /// The directions in the set, the straight ones first, as a request writes them.
  var directions: [Direction] {
    [.left, .right, .up, .down, .leftUp, .leftDown, .rightUp, .rightDown].filter(contains)
  }
}

extension ZoneEdge {
  /// The depth of such a zone in mm, if the request does not set one.
  ///
  /// 20 pt, the reach of UIKit's screen-edge gestures.
  public static let usualDepth = 20 * millimetersPerPoint
}

extension Phase {
  /// Creates the phase of a fact.
  public init(_ phase: SwipePhase) {
    switch phase {
    case .begin: self = .begin
    case .update: self = .update
    case .end: self = .end
    case .cancel: self = .cancel
    }
  }
}

extension Phases {
  /// The phases of a connection that sent no request.
  public static let standard: Phases = [.end, .cancel]
}
