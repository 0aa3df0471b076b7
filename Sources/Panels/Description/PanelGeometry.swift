public import GestureCore

/// How a panel's device units lie on what the user sees: size, where the size came from, and how
/// the glass is turned.
///
/// ```
/// device units ─ axes ─▶ 0…1 on the glass ─ matrix ─▶ mirror ─▶ rotation ─▶ 0…1 on the picture ─ extent ─▶ mm
/// ```
///
/// All of it is one affine transform, multiplied out when the geometry is made.
public struct PanelGeometry: Equatable, Sendable {
  /// Who said how large the panel is, in the order in which they are asked.
  public enum Scale: Equatable, Sendable {
    /// The configuration.
    case config
    /// The udev property FLICKD_SIZE_MM.
    case udev
    /// The resolution of the kernel's axes.
    case kernel
    /// The EDID of the one connected display.
    case edid
    /// Nobody: an assumed 10.1 inch panel.
    case assumed
  }

  /// How far the glass is turned under the picture.
  public typealias Rotation = Orientation.Rotation

  /// The horizontal axis in device units.
  public let xAxis: AxisRange
  /// The vertical axis in device units.
  public let yAxis: AxisRange
  /// The size of the glass before matrix and rotation, in mm.
  public let size: Extent
  /// Who said so.
  public let scale: Scale
  /// What the calibration does before all else.
  public let matrix: CalibrationMatrix
  /// How the glass lies under the picture then.
  public let orientation: Orientation
  /// The size as the user sees it, in mm: that of the glass, with width and height exchanged where
  /// the matrix, or else the rotation, lays the glass across.
  public let extent: Extent

  private let across: AffineRow
  private let down: AffineRow

  /// Creates a geometry.
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
    let isAcross = matrix.exchangesAxes != rotation.exchangesAxes
    extent = isAcross ? Extent(width: size.height, height: size.width) : size
    let whole = matrix.followed(by: orientation.matrix)
    across = AffineRow(whole.xx, whole.xy, whole.x0, side: extent.width, xAxis, yAxis)
    down = AffineRow(whole.yx, whole.yy, whole.y0, side: extent.height, xAxis, yAxis)
  }

  /// The place of a pair of device units as the user sees it.
  ///
  /// A value at the axis minimum is 0 mm, one at the maximum is the full size: the kernel's
  /// resolution counts units per mm, so a range 0…4095 at 16 units/mm is 255.94 mm wide. Values
  /// beyond the range lie beyond the glass. Cost: two multiplications, two additions and a division
  /// an axis.
  public func point(x: Int32, y: Int32) -> PanelPoint {
    let x = Double(x)
    let y = Double(y)
    return PanelPoint(x: across.value(x, y), y: down.value(x, y))
  }

  /// How far the place moves across and down when both axes go on by one device unit, in mm.
  public var step: Extent { Extent(width: across.step, height: down.step) }

  /// The longer of the two, in mm.
  public var longestStep: Double { max(step.width, step.height) }
}

/// One coordinate as an affine function of both axes.
private struct AffineRow: Equatable, Sendable {
  private let byX: Double
  private let byY: Double
  private let constant: Double
  /// Divided by at the end, and not beforehand, so that whole millimetres come out whole: decisions
  /// compare unrounded.
  private let divisor: Double

  /// `side` mm times (a·x + b·y + c), where x and y go from 0 to 1 over their axes.
  init(_ a: Double, _ b: Double, _ c: Double, side: Double, _ xAxis: AxisRange, _ yAxis: AxisRange) {
    // An axis without a part in it stays out of the division as well.
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
  /// The steps from minimum to maximum: negative on an axis that counts backwards, which some
  /// drivers state for one that was mounted the other way round, and 1 for an empty one so that it
  /// divides nothing by zero.
  var span: Double {
    let span = Double(maximum) - Double(minimum)
    return span == 0 ? 1 : span
  }
}
