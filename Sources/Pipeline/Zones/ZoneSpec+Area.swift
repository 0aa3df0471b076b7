internal import FlickProtocol
internal import GestureCore

extension ZoneSpec<RelativeLength> {
  /// The rectangle on a panel; `.some(nil)` is the whole panel.
  ///
  /// Nil if it is in pixels and the panel has no configured surface.
  func area(on whole: Extent, surface: Extent?) -> Zone.Rectangle?? {
    func side(_ length: RelativeLength, _ axis: Axis) -> Double? {
      length.millimeters(along: axis, zone: whole, panel: whole, surface: surface)
    }
    if let edge {
      let depth = depth ?? .millimeters(ZoneEdge.usualDepth)
      guard let across = side(depth, .x), let down = side(depth, .y) else { return nil }
      let width = edge.isAtSide ? min(across, whole.width) : whole.width
      let height = edge.isAtEnd ? min(down, whole.height) : whole.height
      return Zone.Rectangle(
        x: edge.isAtRight ? whole.width - width : 0, y: edge.isAtBottom ? whole.height - height : 0,
        width: width, height: height)
    }
    guard let rectangle else { return .some(nil) }
    guard let x = side(rectangle.x, .x), let y = side(rectangle.y, .y),
      let width = side(rectangle.width, .x), let height = side(rectangle.height, .y)
    else { return nil }
    return Zone.Rectangle(x: x, y: y, width: width, height: height)
  }
}

extension ZoneEdge {
  fileprivate var isAtRight: Bool { self == .right || self == .topRight || self == .bottomRight }
  fileprivate var isAtBottom: Bool { self == .bottom || self == .bottomLeft || self == .bottomRight }
  /// Whether the zone's width is its depth: at the left, at the right, or in a corner.
  fileprivate var isAtSide: Bool { self != .top && self != .bottom }
  /// Whether the zone's height is its depth: at the top, at the bottom, or in a corner.
  fileprivate var isAtEnd: Bool { self != .left && self != .right }
}
