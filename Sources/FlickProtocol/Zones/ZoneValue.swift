internal import GestureCore

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
