public import GestureCore

/// The parts of a panel whose contacts are as if absent: the private zones of the configuration.
///
/// A contact belongs to them if it lands there, and stays hidden until its lift, wherever it moves.
public struct PrivateAreas: Equatable, Sendable {
  /// The rectangles, in mm.
  public let rectangles: [Zone.Rectangle]
  /// Whether the areas cover the whole panel, also beyond its edges.
  public let isWhole: Bool

  /// Creates areas; by default there are none.
  public init(_ rectangles: [Zone.Rectangle] = [], isWhole: Bool = false) {
    self.rectangles = rectangles
    self.isWhole = isWhole
  }

  /// Whether nothing is private.
  public var isEmpty: Bool { !isWhole && rectangles.isEmpty }

  /// Whether a contact that lands here is hidden.
  public func contains(_ landing: PanelPoint) -> Bool {
    isWhole || rectangles.contains { $0.contains(landing) }
  }
}
