// What an app and flickd have in common is one type. Each is exported by itself, so an app has
// these types and their members with `import FlickClient` alone, and no other type of their
// modules.

@_exported public import struct FlickProtocol.ConfigurationReport
@_exported public import enum FlickProtocol.Criterion
@_exported public import struct FlickProtocol.DurationSummary
@_exported public import enum FlickProtocol.Edge
@_exported public import enum FlickProtocol.Level
@_exported public import enum FlickProtocol.PanelChange
@_exported public import struct FlickProtocol.PanelMessage
@_exported public import enum FlickProtocol.Phase
@_exported public import struct FlickProtocol.ServiceCounts
@_exported public import struct FlickProtocol.StatsMessage
@_exported public import enum FlickProtocol.StreamClock
@_exported public import protocol FlickProtocol.WireWord
@_exported public import struct FlickProtocol.Word
@_exported public import enum FlickProtocol.ZoneEdge
@_exported public import struct FlickProtocol.ZoneRectangle
@_exported public import struct FlickProtocol.ZoneSnap
@_exported public import enum GestureCore.Axis
@_exported public import struct GestureCore.Decision
@_exported public import struct GestureCore.DecisionRule
@_exported public import enum GestureCore.Direction

extension Swipe {
  /// A phase of a swipe or of a press.
  public typealias Phase = FlickProtocol.Phase
  /// An edge of the panel.
  public typealias Edge = FlickProtocol.Edge
  /// The eight directions of a swipe; y points down.
  public typealias Direction = GestureCore.Direction
  /// A criterion that commits a swipe; one is enough.
  public typealias Criterion = FlickProtocol.Criterion
  /// The interpretation of a swipe.
  public typealias Decision = GestureCore.Decision
  /// The snap point to which a swipe moves the content of a zone.
  public typealias Snap = ZoneSnap
}

extension SwipeZone {
  /// The line along which content moves: `horizontal` or `vertical`.
  public typealias Axis = GestureCore.Axis
  /// An edge or a corner of the panel along which a zone lies.
  public typealias Edge = ZoneEdge
  /// The position and extent of a zone, from the panel's top left corner.
  public typealias Rectangle = ZoneRectangle<Double>
  /// How to interpret a release against the displacement.
  public typealias Reversal = DecisionRule.Reversal
}

extension Axis {
  /// Left and right.
  public static var horizontal: Axis { .x }
  /// Up and down.
  public static var vertical: Axis { .y }
}
