/// The mapping from the glass to the picture: the two upper rows of a 3 × 3 matrix, by libinput's
/// convention.
///
/// ```
/// x′ = xx·x + xy·y + x0        0 … 1 from an axis's minimum to its maximum, right and down;
/// y′ = yx·x + yy·y + y0        row by row as in LIBINPUT_CALIBRATION_MATRIX "xx xy x0 yx yy y0"
/// ```
///
/// libinput itself uses 1 for the value one unit beyond the maximum, so a rotated corner lands one
/// unit beside the glass. Here, 1 is the maximum, so corners stay corners. For a matrix that
/// rotates or mirrors, the positions differ from libinput's by at most that unit.
public struct CalibrationMatrix: Equatable, Sendable {
  /// The factor of x in x′.
  public let xx: Double
  /// The factor of y in x′.
  public let xy: Double
  /// The constant in x′.
  public let x0: Double
  /// The factor of x in y′.
  public let yx: Double
  /// The factor of y in y′.
  public let yy: Double
  /// The constant in y′.
  public let y0: Double

  /// The matrix that changes no position.
  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  /// The largest magnitude of a number in a matrix: no glass maps to a picture of a thousandth of
  /// its size.
  public static let largestNumber = 1000.0

  /// The smallest area of the mapped glass, as a fraction of the picture's area.
  ///
  /// Below this area, the matrix counts as not invertible: 1e-6 is a point, even with rounding of
  /// the six numbers.
  static let minArea = 1e-6

  /// The reasons why numbers do not form a calibration matrix.
  public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// There are not six numbers, but this number of them.
    case count(Int)
    /// A word is not a plain decimal number.
    case notNumber(String)
    /// A number is infinite, NaN, or beyond ``CalibrationMatrix/largestNumber``.
    case outOfRange
    /// The matrix maps the whole glass to a line or a point.
    case notInvertible

    /// The error and the expected form, as human-readable text.
    public var description: String {
      switch self {
      case .count(9): "a matrix has six numbers: remove the last row, 0 0 1"
      case .count(let count): "a matrix has six numbers, row by row, not \(count)"
      case .notNumber(let word): "'\(word)' is not a decimal number"
      case .outOfRange: "each number must be from -1000 to 1000"
      case .notInvertible: "this matrix maps the whole glass to a line or a point"
      }
    }
  }

  /// Creates a matrix from six numbers, row by row; throws a ``Problem``.
  public init(_ numbers: [Double]) throws(Problem) {
    guard numbers.count == 6 else { throw .count(numbers.count) }
    guard numbers.allSatisfy({ $0.magnitude <= Self.largestNumber }) else { throw .outOfRange }
    self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    guard (xx * yy - xy * yx).magnitude >= Self.minArea else { throw .notInvertible }
  }

  /// Reads libinput's form, six numbers separated by spaces: `0 -1 1 1 0 0`.
  public init(text: some StringProtocol) throws(Problem) {
    var numbers: [Double] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      // Double(_:) also accepts hex, infinities and "nan"; libinput accepts none of them.
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

  /// Whether the glass is mounted sideways, so that width and height are swapped.
  ///
  /// Then the horizontal axis of the glass has more effect on the vertical axis of the picture, and
  /// vice versa. The products of the two pairs decide, because they do not depend on the lengths of
  /// the axes. A rotation by 45° does not swap the axes.
  public var swapsAxes: Bool { (xy * yx).magnitude > (xx * yy).magnitude }

  /// This mapping, then `next`.
  func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
    CalibrationMatrix(
      next.xx * xx + next.xy * yx, next.xx * xy + next.xy * yy, next.xx * x0 + next.xy * y0 + next.x0,
      next.yx * xx + next.yy * yx, next.yx * xy + next.yy * yy, next.yx * x0 + next.yy * y0 + next.y0)
  }
}
