public import GestureCore

/// How a panel's device units lie on its glass: size, where the size came from, and how the panel is turned.
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

  /// A quarter turn clockwise of the picture on the glass, in degrees.
  public enum Rotation: Int, Equatable, Sendable, CaseIterable {
    /// Upright.
    case none = 0
    /// A quarter turn clockwise.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// A quarter turn anticlockwise.
    case threeQuarters = 270
  }

  /// The horizontal axis in device units.
  public var xAxis: AxisRange
  /// The vertical axis in device units.
  public var yAxis: AxisRange
  /// The size of the glass before rotation, in mm.
  public var size: Extent
  /// Who said so.
  public var scale: Scale
  /// How the picture is turned.
  public var rotation: Rotation

  /// Creates a geometry.
  public init(xAxis: AxisRange, yAxis: AxisRange, size: Extent, scale: Scale, rotation: Rotation = .none) {
    self.xAxis = xAxis
    self.yAxis = yAxis
    self.size = size
    self.scale = scale
    self.rotation = rotation
  }

  /// The size as the user sees it, after rotation, in mm.
  public var extent: Extent {
    switch rotation {
    case .none, .half: size
    case .quarter, .threeQuarters: Extent(width: size.height, height: size.width)
    }
  }

  /// The place on the glass of a pair of device units, after rotation.
  ///
  /// A value at the axis minimum is 0 mm, one at the maximum is the full size less one unit's step: the kernel's
  /// resolution counts units per mm, so a range 0…4095 at 16 units/mm is 255.94 mm wide.
  public func point(x: Int32, y: Int32) -> PanelPoint {
    let across = (Double(x) - Double(xAxis.minimum)) * size.width / xAxis.span
    let down = (Double(y) - Double(yAxis.minimum)) * size.height / yAxis.span
    return switch rotation {
    case .none: PanelPoint(x: across, y: down)
    case .quarter: PanelPoint(x: size.height - down, y: across)
    case .half: PanelPoint(x: size.width - across, y: size.height - down)
    case .threeQuarters: PanelPoint(x: down, y: size.width - across)
    }
  }
}

extension AxisRange {
  /// The number of steps from minimum to maximum, at least 1 so that an empty range divides nothing by zero.
  var span: Double { max(1, Double(maximum) - Double(minimum)) }
}
