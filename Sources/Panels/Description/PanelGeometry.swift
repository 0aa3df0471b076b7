public import GestureCore

/// The mapping from a panel's device units to mm on the picture that the user sees.
///
/// ```
/// device units ─ axes ─▶ 0…1 on the glass ─ matrix ─▶ mirror ─▶ rotation ─▶ 0…1 on the picture ─
/// extent ─▶ mm
/// ```
///
/// The whole mapping is one affine transform, computed at creation.
public struct PanelGeometry: Equatable, Sendable {
  /// The rotation of the glass under the picture.
  public typealias Rotation = Orientation.Rotation

  /// The horizontal axis in device units.
  public let xAxis: AxisRange
  /// The vertical axis in device units.
  public let yAxis: AxisRange
  /// The size of the glass before matrix and rotation, in mm.
  public let size: Extent
  /// The source of the size.
  public let scale: Scale
  /// The calibration matrix, which is applied first.
  public let matrix: CalibrationMatrix
  /// How the glass lies under the picture, after the matrix.
  public let orientation: Orientation
  /// The size as the user sees the panel, in mm.
  ///
  /// The size of the glass, with width and height swapped if either the matrix or the rotation,
  /// but not both, swaps the axes.
  public let extent: Extent

  private let across: AffineRow
  private let down: AffineRow

  /// Creates a geometry from the axes, the size, and the mapping to the picture.
  public init(
    xAxis: AxisRange, yAxis: AxisRange, size: Extent, scale: Scale, matrix: CalibrationMatrix = .identity,
    isMirrored: Bool = false, rotation: Rotation = .none
  ) {
    self.xAxis = xAxis
    self.yAxis = yAxis
    self.size = size
    self.scale = scale
    self.matrix = matrix
    orientation = Orientation(isMirrored: isMirrored, rotation: rotation)
    let axesAreSwapped = matrix.swapsAxes != rotation.swapsAxes
    extent = axesAreSwapped ? Extent(width: size.height, height: size.width) : size
    let whole = matrix.followed(by: orientation.matrix)
    across = AffineRow(whole.xx, whole.xy, whole.x0, side: extent.width, xAxis, yAxis)
    down = AffineRow(whole.yx, whole.yy, whole.y0, side: extent.height, xAxis, yAxis)
  }

  /// Returns the position of a pair of device units, as the user sees it.
  ///
  /// A value at the axis minimum is 0 mm, a value at the maximum is the full size. The kernel's
  /// resolution counts units per mm, so a range 0…4095 at 16 units/mm is 255.94 mm wide. Values
  /// beyond the range are beyond the glass. Cost: two multiplications, two additions and a division
  /// per axis.
  public func point(x: Int32, y: Int32) -> PanelPoint {
    let x = Double(x)
    let y = Double(y)
    return PanelPoint(x: across.value(x, y), y: down.value(x, y))
  }

  /// How far the position moves across and down when both axes increase by one device unit, in mm.
  public var step: Extent { Extent(width: across.step, height: down.step) }

  /// The longer side of ``step``, in mm.
  public var longestStep: Double { max(step.width, step.height) }

  /// The standard deviation of a reported position, in mm.
  ///
  /// It combines three parts:
  ///
  /// - the noise of the glass: 0.06 mm, a good capacitive panel
  /// - the rounding to the panel's grid: 1/√12 of a step
  /// - the fuzz that the driver reports: 1/√3 of it, the value of any even spread
  ///
  /// The kernel or flickd smooths positions by the fuzz, but a smoothed position is still wrong by
  /// up to the fuzz.
  public var positionNoise: Double {
    let fuzz = max(step.width * Double(xAxis.fuzz), step.height * Double(yAxis.fuzz))
    let still = Translation(x: 0.06, y: 0.29 * longestStep).length
    return Translation(x: still, y: 0.58 * fuzz).length
  }
}

/// One coordinate as an affine function of both axes.
private struct AffineRow: Equatable, Sendable {
  private let byX: Double
  private let byY: Double
  private let constant: Double
  /// Divides at the end and not before, so that whole millimetres stay whole: decisions compare
  /// unrounded values.
  private let divisor: Double

  /// `side` mm times (a·x + b·y + c), where x and y go from 0 to 1 over their axes.
  init(_ a: Double, _ b: Double, _ c: Double, side: Double, _ xAxis: AxisRange, _ yAxis: AxisRange) {
    // An axis with factor 0 stays out of the division.
    let xSpan = a == 0 ? 1 : xAxis.span
    let ySpan = b == 0 ? 1 : yAxis.span
    byX = side * a * ySpan
    byY = side * b * xSpan
    constant =
      side * (c * xSpan * ySpan - a * Double(xAxis.minimum) * ySpan - b * Double(yAxis.minimum) * xSpan)
    divisor = xSpan * ySpan
  }

  func value(_ x: Double, _ y: Double) -> Double { (byX * x + byY * y + constant) / divisor }

  var step: Double { Translation(x: byX / divisor, y: byY / divisor).length }
}

extension AxisRange {
  /// The steps from minimum to maximum.
  ///
  /// Negative on an axis that counts backwards, which some drivers report for a reversed axis. 1
  /// for an empty range, to avoid a division by 0.
  var span: Double {
    let span = Double(maximum) - Double(minimum)
    return span == 0 ? 1 : span
  }
}
