public import GestureCore

/// How the glass lies under the picture: one of the eight ways of laying one rectangle on another.
///
/// The mirror comes first, along the glass's own horizontal axis, then the rotation.
public struct Orientation: Equatable, Sendable {
  /// How far the glass is turned clockwise under the picture, in degrees.
  ///
  /// Turned by 90, what the glass calls right is down for the user, and what it calls up is right:
  /// the matrix `0 -1 1 1 0 0` of libinput's documentation. The same holds for a picture that was
  /// turned anticlockwise on the glass.
  public enum Rotation: Int, Equatable, Sendable, CaseIterable {
    /// Upright.
    case none = 0
    /// A quarter turn clockwise.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// A quarter turn anticlockwise.
    case threeQuarters = 270

    /// Whether width and height are exchanged.
    public var exchangesAxes: Bool { self == .quarter || self == .threeQuarters }
  }

  /// Whether left and right of the glass are exchanged.
  public var isMirrored: Bool
  /// How far the glass is turned then.
  public var rotation: Rotation

  /// Creates an orientation.
  public init(isMirrored: Bool = false, rotation: Rotation = .none) {
    self.isMirrored = isMirrored
    self.rotation = rotation
  }

  /// All eight.
  public static let all = [false, true].flatMap { mirrored in
    Rotation.allCases.map { Orientation(isMirrored: mirrored, rotation: $0) }
  }

  /// The orientation as a matrix, of whole numbers only.
  public var matrix: CalibrationMatrix {
    let mirror = isMirrored ? CalibrationMatrix(-1, 0, 1, 0, 1, 0) : .identity
    return mirror.followed(by: rotation.matrix)
  }

  /// Where a movement on the glass goes for the user; its length counts as it stands, whatever the
  /// sides of the glass.
  public func turned(_ movement: Translation) -> Translation {
    let matrix = matrix
    return Translation(
      x: matrix.xx * movement.x + matrix.xy * movement.y, y: matrix.yx * movement.x + matrix.yy * movement.y)
  }
}

extension Orientation.Rotation {
  /// The rotation as a matrix.
  fileprivate var matrix: CalibrationMatrix {
    switch self {
    case .none: .identity
    case .quarter: CalibrationMatrix(0, -1, 1, 1, 0, 0)
    case .half: CalibrationMatrix(-1, 0, 1, 0, -1, 1)
    case .threeQuarters: CalibrationMatrix(0, 1, 0, -1, 0, 1)
    }
  }
}
