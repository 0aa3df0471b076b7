/// Where on the picture a place on the glass lies: the two upper rows of a 3 × 3 matrix, by
/// libinput's convention.
///
/// ```
/// x′ = xx·x + xy·y + x0        0 … 1 from an axis's minimum to its maximum, right and down;
/// y′ = yx·x + yy·y + y0        row by row as in LIBINPUT_CALIBRATION_MATRIX "xx xy x0 yx yy y0"
/// ```
///
/// libinput itself calls one unit beyond the maximum 1, which lays a turned corner one unit beside
/// the glass; with the maximum as 1 corners stay corners, and no position differs by more than that
/// unit for a matrix that turns or mirrors.
public struct CalibrationMatrix: Equatable, Sendable {
  /// The part of x in x′.
  public let xx: Double
  /// The part of y in x′.
  public let xy: Double
  /// What is added to x′.
  public let x0: Double
  /// The part of x in y′.
  public let yx: Double
  /// The part of y in y′.
  public let yy: Double
  /// What is added to y′.
  public let y0: Double

  /// Leaves every place where it is.
  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  /// No number of a matrix is greater: none lays a glass on a picture of a thousandth of its size.
  public static let largestNumber = 1000.0

  /// The picture of the glass has at least this share of the picture's area, else the matrix counts
  /// as one that cannot be undone: 1e-6 is a point, whatever the rounding of the six numbers.
  static let leastArea = 1e-6

  /// Why six numbers are no calibration.
  public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// There are not six of them, but so many.
    case count(Int)
    /// One is no plain decimal number.
    case notNumber(String)
    /// One is infinite, no number or beyond ``CalibrationMatrix/largestNumber``.
    case outOfRange
    /// They lay the whole glass on a line or a point.
    case notInvertible

    /// What is wrong and what would be right.
    public var description: String {
      switch self {
      case .count(9): "a matrix has six numbers: leave the last row, 0 0 1, out"
      case .count(let count): "a matrix has six numbers, row by row, and here are \(count)"
      case .notNumber(let word): "'\(word)' is no decimal number"
      case .outOfRange: "each number must be from -1000 to 1000"
      case .notInvertible: "this matrix lays the whole glass on a line or a point"
      }
    }
  }

  /// Takes six numbers, row by row.
  public init(_ numbers: [Double]) throws(Problem) {
    guard numbers.count == 6 else { throw .count(numbers.count) }
    guard numbers.allSatisfy({ $0.magnitude <= Self.largestNumber }) else { throw .outOfRange }
    self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    guard (xx * yy - xy * yx).magnitude >= Self.leastArea else { throw .notInvertible }
  }

  /// Reads libinput's form, six numbers with spaces between them: `0 -1 1 1 0 0`.
  public init(text: some StringProtocol) throws(Problem) {
    var numbers: [Double] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      // Double(_:) also takes hex, infinities and "nan"; libinput takes none of them.
      let isPlain = word.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
      guard isPlain, let number = Double(String(word)) else {
        throw .notNumber(String(word.unicodeScalars.prefix(20).map(Character.init)))
      }
      numbers.append(number)
    }
    try self.init(numbers)
  }

  init(_ xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double) {
    self.xx = xx
    self.xy = xy
    self.x0 = x0
    self.yx = yx
    self.yy = yy
    self.y0 = y0
  }

  /// The six numbers, row by row.
  public var numbers: [Double] { [xx, xy, x0, yx, yy, y0] }

  /// Whether the glass lies across the picture, so that width and height are exchanged.
  ///
  /// Its horizontal axis then counts more for the picture's vertical one, and the other way round:
  /// by the products of the two pairs, which do not depend on how long the axes are. A turn by 45°
  /// does not exchange them.
  public var exchangesAxes: Bool { (xy * yx).magnitude > (xx * yy).magnitude }

  /// First this, then `next`.
  func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
    CalibrationMatrix(
      next.xx * xx + next.xy * yx, next.xx * xy + next.xy * yy, next.xx * x0 + next.xy * y0 + next.x0,
      next.yx * xx + next.yy * yx, next.yx * xy + next.yy * yy, next.yx * x0 + next.yy * y0 + next.y0)
  }
}
