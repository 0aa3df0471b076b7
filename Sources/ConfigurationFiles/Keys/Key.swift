internal import Settings

/// A key of one section of the configuration; the order of the keys is that of the documentation.
protocol Key: Equatable, Sendable {
  /// What holds the values of the section.
  associatedtype Target

  static var section: Section { get }
  /// Every key of the section.
  static var all: [Self] { get }
  /// The key with this name.
  init?(name: String)

  /// The name in the configuration.
  var name: String { get }
  /// The name of the key whose property this key sets.
  var property: String { get }
  /// The default in TOML, or an example if it is not set by default.
  var example: String { get }
  /// Whether the example is the default.
  var hasDefault: Bool { get }
  func read(_ value: ValueDecoder, into target: inout Target) throws(ValueError)
}

extension Key {
  var property: String { name }
}

extension Key where Self: RawRepresentable<String> & CaseIterable {
  static var all: [Self] { Array(allCases) }
  init?(name: String) { self.init(rawValue: name) }
  var name: String { rawValue }
}

extension SwipeKey {
  /// Whether `[[panel]]` has the key too: a point has one length in all messages of flickd.
  var isPerPanel: Bool { self != .pointsPerInch }
}
