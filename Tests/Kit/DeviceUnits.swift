internal import GestureCore
public import Panels

extension PanelGeometry {
  /// A geometry in which one device unit is one millimetre, so that a test sees device units.
  public static let deviceUnits = PanelGeometry(
    xAxis: AxisRange(minimum: 0, maximum: 65536), yAxis: AxisRange(minimum: 0, maximum: 65536),
    size: Extent(width: 65536, height: 65536), scale: .assumed)
}
