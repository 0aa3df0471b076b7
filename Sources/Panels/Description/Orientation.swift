public import GestureCore

/// How the glass lies under the picture: one of the eight orientations of a rectangle.
///
/// The glass is first mirrored along its own horizontal axis, then rotated.
public struct Orientation: Equatable, Sendable {
  /// The clockwise rotation of the glass under the picture, in degrees.
  ///
  /// At 90, right on the glass is down for the user, and up on the glass is right: the matrix `0 -1
  /// 1 1 0 0` in libinput's documentation. The same is true for a picture that was rotated
  /// anticlockwise on the glass.
  public enum Rotation: Int, Equatable, Sendable, CaseIterable {
    /// Upright.
    case none = 0
    /// A quarter turn clockwise.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// A quarter turn anticlockwise.
    case threeQuarters = 270

    /// Whether width and height are swapped.
    public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
  }

  /// Whether left and right of the glass are exchanged.
  public var isMirrored: Bool
  /// The rotation of the glass after the mirroring.
  public var rotation: Rotation

  /// Creates an orientation; the default is upright and not mirrored.
  public init(isMirrored: Bool = false, rotation: Rotation = .none) {
    self.isMirrored = isMirrored
    self.rotation = rotation
  }

  /// All eight orientations.
  public static let all = [false, true].flatMap { mirrored in
    Rotation.allCases.map { Orientation(isMirrored: mirrored, rotation: $0) }
  }

  /// The orientation as a matrix of whole numbers.
  public var matrix: CalibrationMatrix {
    let mirror = isMirrored ? CalibrationMatrix(-1, 0, 1, 0, 1, 0) : .identity
    return mirror.followed(by: rotation.matrix)
  }

  /// Returns a movement on the glass as the user sees the movement.
  ///
  /// The length does not change, whatever the aspect of the glass.
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
