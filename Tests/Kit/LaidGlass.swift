/// A glass under a picture, laid in one of eight ways: where on the glass a place on the picture
/// is.
///
/// Written down by hand for each turn, so that what it says is not computed by what it tests.
public struct LaidGlass: Sendable, CustomStringConvertible {
  /// Whether left and right of the glass are exchanged.
  public var isMirrored: Bool
  /// How far the glass is turned clockwise under the picture, in degrees: 0, 90, 180 or 270.
  public var degrees: Int

  /// Creates one of the eight ways.
  public init(isMirrored: Bool, degrees: Int) {
    self.isMirrored = isMirrored
    self.degrees = degrees
  }

  /// All eight ways.
  public static let all = [false, true].flatMap { mirrored in
    [0, 90, 180, 270].map { LaidGlass(isMirrored: mirrored, degrees: $0) }
  }

  /// The lines of a configuration that say so.
  public var toml: String { "[[panel]]\nmirror = \(isMirrored)\nrotation = \(degrees)\n" }

  /// The way in words, for a test that fails.
  public var description: String { "\(degrees)\(isMirrored ? ", mirrored" : "")" }

  /// The place on the glass, in parts of its sides from its own upper left, of a place on the
  /// picture.
  public func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
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

  /// The steps of a scenario that play strokes, each from and to a place in percent of the picture,
  /// in so many ms.
  public func story(_ strokes: [PictureStroke]) -> String {
    strokes.map { stroke in
      "down 1 \(percent(stroke.from))\nto 1 \(percent(stroke.to)) in \(stroke.milliseconds)ms\nup 1\n400ms\n"
    }.joined()
  }

  private func percent(_ place: (x: Double, y: Double)) -> String {
    let glass = self.place(place.x / 100, place.y / 100)
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

  /// A fast one to the right.
  public static let right = PictureStroke(from: (20, 40), to: (80, 42), in: 80)
  /// A fast one down.
  public static let down = PictureStroke(from: (50, 20), to: (51, 80), in: 80)
}
