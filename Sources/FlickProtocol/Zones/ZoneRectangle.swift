extension ZoneSpec<Double> {
  /// Creates a zone of the whole panel, whose content is at 0.
  public init(name: String) {
    self.init(name: name, offset: 0)
  }
}

/// The rectangle of a zone, from the panel's top left corner.
public struct ZoneRectangle<Length: Equatable & Sendable>: Equatable, Sendable {
  /// The left side.
  public var x: Length
  /// The top side.
  public var y: Length
  /// The width, from left to right.
  public var width: Length
  /// The height, from top to bottom.
  public var height: Length

  /// Creates a rectangle.
  public init(x: Length, y: Length, width: Length, height: Length) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  func mapLengths<Other>(_ convert: (Length) -> Other) -> ZoneRectangle<Other> {
    ZoneRectangle<Other>(x: convert(x), y: convert(y), width: convert(width), height: convert(height))
  }
}

extension ZoneRectangle<Double> {
  var json: JSONValue {
    .object(of: ["x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height)])
  }
}
