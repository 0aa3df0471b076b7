/// A touchscreen under a picture, in one of eight orientations, which maps a position on the
/// picture to the touchscreen.
///
/// Each turn is written out manually, so that the code under test does not compute its own
/// expectation.
public struct LaidGlass: Sendable, CustomStringConvertible {
  /// Whether left and right of the glass are exchanged.
  public var isMirrored: Bool
  /// The clockwise rotation of the touchscreen under the picture, in degrees: 0, 90, 180 or 270.
  public var degrees: Int

  /// Creates one of the eight orientations.
  public init(isMirrored: Bool, degrees: Int) {
    self.isMirrored = isMirrored
    self.degrees = degrees
  }

  /// All eight orientations.
  public static let all = [false, true].flatMap { mirrored in
    [0, 90, 180, 270].map { LaidGlass(isMirrored: mirrored, degrees: $0) }
  }

  /// The lines of a configuration for this orientation.
  public var toml: String { "[[panel]]\nmirror = \(isMirrored)\nrotation = \(degrees)\n" }

  /// The orientation in words, for a test that fails.
  public var description: String { "\(degrees)\(isMirrored ? ", mirrored" : "")" }

  /// The position on the touchscreen of a position on the picture, as fractions of its sides from
  /// its own top left.
  public func position(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let turned: (x: Double, y: Double) =
      switch degrees {
      // The glass's right is the picture's bottom, its bottom the picture's left.
      case 90: (y, 1 - x)
      case 180: (1 - x, 1 - y)
      // Its right is the picture's top, its bottom the picture's right.
      case 270: (1 - y, x)
      default: (x, y)
      }
    return isMirrored ? (1 - turned.x, turned.y) : turned
  }

  /// The steps of a scenario that play strokes, each from and to a position in percent of the
  /// picture, in a number of ms.
  public func steps(_ strokes: [PictureStroke]) -> String {
    strokes.map { stroke in
      "down 1 \(percent(stroke.from))\nto 1 \(percent(stroke.to)) in \(stroke.milliseconds)ms\nup 1\n400ms\n"
    }.joined()
  }

  private func percent(_ point: (x: Double, y: Double)) -> String {
    let glass = position(point.x / 100, point.y / 100)
    return "\((glass.x * 1000).rounded() / 10)% \((glass.y * 1000).rounded() / 10)%"
  }
}

/// A straight stroke of a finger on the picture.
public struct PictureStroke: Sendable {
  /// Where it begins, in percent of the picture.
  public var from: (x: Double, y: Double)
  /// Where it ends, in percent of the picture.
  public var to: (x: Double, y: Double)
  /// How long it takes, in ms.
  public var milliseconds: Int

  /// Creates a stroke.
  public init(from: (x: Double, y: Double), to: (x: Double, y: Double), in milliseconds: Int) {
    self.from = from
    self.to = to
    self.milliseconds = milliseconds
  }

  /// A fast stroke to the right.
  public static let right = PictureStroke(from: (20, 40), to: (80, 42), in: 80)
  /// A fast stroke down.
  public static let down = PictureStroke(from: (50, 20), to: (51, 80), in: 80)
}
