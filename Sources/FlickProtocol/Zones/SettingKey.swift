internal import GestureCore

/// One key of a table of settings: its names, its documentation, and how it is read.
public struct SettingKey<Target, Value: ZoneValue> {
  /// Sets a value in its table.
  public typealias Read = (inout Target, Value) throws(Value.Fault) -> Void

  /// The name in the configuration.
  public let name: String
  /// The name in a request.
  public let wireName: String
  /// The form of the value in the configuration, in a word or two.
  public let form: String
  /// The default in TOML syntax; nil for "not set".
  public let defaultValue: String?
  /// A value in TOML syntax, shown where there is no default.
  public let example: String
  /// What the key does, in one sentence.
  public let summary: String
  /// Sets the value in its table.
  public let read: Read
  /// The value of a zone in a request; nil for the default.
  let write: (ZoneSpec<Double>) -> JSONValue?

  init(
    _ name: String, wire: String? = nil, _ form: String, defaultValue: String? = nil, example: String? = nil,
    _ summary: String, read: @escaping Read, write: @escaping (ZoneSpec<Double>) -> JSONValue?
  ) {
    self.name = name
    wireName = wire ?? name
    self.form = form
    self.defaultValue = defaultValue
    self.example = defaultValue ?? example ?? ""
    self.summary = summary
    self.read = read
    self.write = write
  }

  /// Creates a key with a default, or with an example if it is not set by default.
  public init(
    _ name: String, wire: String? = nil, _ form: String, defaultValue: String? = nil, example: String? = nil,
    _ summary: String, read: @escaping Read
  ) {
    self.init(
      name, wire: wire, form, defaultValue: defaultValue, example: example, summary, read: read
    ) { _ in nil }
  }

  /// Returns the same key of a table that contains this one.
  public func within<Outer>(_ path: WritableKeyPath<Outer, Target>) -> SettingKey<Outer, Value> {
    SettingKey<Outer, Value>(
      name, wire: wireName, form, defaultValue: defaultValue, example: example, summary
    ) {
      outer, value throws(Value.Fault) in try read(&outer[keyPath: path], value)
    }
  }
}

/// A value of a zone's key: a node of the configuration, or a field of a request.
public protocol ZoneValue {
  /// A length as this source writes it.
  associatedtype Length: Equatable & Sendable
  /// Why a value cannot be used.
  associatedtype Fault: Error

  /// True or false.
  func flag() throws(Fault) -> Bool
  /// One of several words.
  func choice<Word: WireWord>(_: Word.Type) throws(Fault) -> Word
  /// At least one of several words.
  func choices<Word: WireWord>(_: Word.Type) throws(Fault) -> [Word]
  /// The name of a zone.
  func zoneName() throws(Fault) -> String
  /// The sides of a rectangle.
  func zoneRectangle() throws(Fault) -> ZoneRectangle<Length>
  /// A length above 0, along either axis of the panel.
  func zoneDepth() throws(Fault) -> Length
  /// The threshold of a distance.
  func zoneThreshold() throws(Fault) -> Length
  /// The threshold of the travel, 0 or more.
  func zoneTravel() throws(Fault) -> Length
  /// The threshold of a speed.
  func zoneSpeed() throws(Fault) -> Length
  /// A position of the content along the zone's axis.
  func zoneOffset() throws(Fault) -> Length
  /// At most 64 positions of the content.
  func zoneOffsets() throws(Fault) -> [Length]
  /// The period of content that repeats.
  func zonePeriod() throws(Fault) -> Length
  /// A whole number.
  func count(_ range: ClosedRange<Int>) throws(Fault) -> Int
  /// A number without a unit.
  func number(_ range: ClosedRange<Double>) throws(Fault) -> Double
  /// A time, in seconds.
  func seconds(_ range: ClosedRange<Double>) throws(Fault) -> Double
  /// The part of its speed that content keeps every millisecond, as the projection time τ.
  func decelerationRate() throws(Fault) -> Double
  /// A spring; its parts are keys of a table.
  func spring() throws(Fault) -> SpringSpec
}
