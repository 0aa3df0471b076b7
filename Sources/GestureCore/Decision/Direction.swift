/// The eight directions of a swipe; y points down.
///
/// The raw value is a bit of ``DirectionSet``.
public enum Direction: UInt8, Equatable, Sendable {
  /// Towards greater x.
  case right = 1
  /// Towards greater x and y.
  case rightDown = 2
  /// Towards greater y.
  case down = 4
  /// Towards smaller x and greater y.
  case leftDown = 8
  /// Towards smaller x.
  case left = 16
  /// Towards smaller x and y.
  case leftUp = 32
  /// Towards smaller y.
  case up = 64
  /// Towards greater x and smaller y.
  case rightUp = 128

  /// Whether the direction goes towards greater y along ``Axis/y``, or towards greater x along
  /// another axis.
  func isPositive(along axis: Axis) -> Bool {
    switch self {
    case .right, .rightUp: axis != .y
    case .rightDown: true
    case .down, .leftDown: axis == .y
    case .left, .leftUp, .up: false
    }
  }
}

/// A line through the start of a swipe, along which a rule measures the swipe.
public enum Axis: Equatable, Sendable {
  /// Left and right.
  case x
  /// Up and down.
  case y
  /// From the top left to the bottom right.
  case falling
  /// From the bottom left to the top right.
  case rising

  /// The unit vector of the axis: towards greater x, or towards greater y for the y axis.
  var unit: Translation {
    // cos 45°.
    let half = 0.707_106_781_186_547_6
    return switch self {
    case .x: Translation(x: 1, y: 0)
    case .y: Translation(x: 0, y: 1)
    case .falling: Translation(x: half, y: half)
    case .rising: Translation(x: half, y: -half)
    }
  }

  /// The direction along the axis for a positive or a negative sign.
  func direction(isPositive: Bool) -> Direction {
    switch (self, isPositive) {
    case (.x, true): .right
    case (.x, false): .left
    case (.y, true): .down
    case (.y, false): .up
    case (.falling, true): .rightDown
    case (.falling, false): .leftUp
    case (.rising, true): .rightUp
    case (.rising, false): .leftDown
    }
  }
}

/// A set of directions.
///
/// Not an `OptionSet`: its array literal allocates, and the core never allocates.
public struct DirectionSet: Equatable, Sendable {
  private var bits: UInt8

  private init(bits: UInt8) {
    self.bits = bits
  }

  /// Creates an empty set.
  public init() {
    bits = 0
  }

  /// Every direction.
  public static let all = DirectionSet(bits: 0xff)

  /// Adds a direction.
  public mutating func insert(_ direction: Direction) {
    bits |= direction.rawValue
  }

  /// Whether the direction is in the set.
  public func contains(_ direction: Direction) -> Bool { bits & direction.rawValue != 0 }

  /// Whether a direction of the set lies along the axis.
  public func hasDirection(along axis: Axis) -> Bool {
    contains(axis.direction(isPositive: true)) || contains(axis.direction(isPositive: false))
  }
}
