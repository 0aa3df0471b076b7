extension Direction {
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

extension Axis {
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
