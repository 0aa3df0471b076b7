public import GestureCore
public import Panels

/// A panel under measurement: its description, and its size if that is known.
public struct MeasuredPanel: Equatable, Sendable {
  /// The description by the kernel or by the recording.
  public let description: PanelDescription
  /// The mapping from device units to mm on the glass, without calibration and rotation.
  ///
  /// A metric measures what the panel reports, not what the user sees.
  public let geometry: PanelGeometry
  /// Whether the ranges of the position axes are known; else they are derived from the events.
  public let hasAxisRanges: Bool
  /// The visible area of the display under the glass, if somebody measured it.
  public let visibleArea: Extent?
  /// The width of the fingertips or pens that touch the panel, in mm, if somebody measured it.
  public let fingerWidth: Double?

  /// Creates the panel; without a size, the kernel's size counts.
  public init(
    _ description: PanelDescription, size: PanelSize? = nil, hasAxisRanges: Bool = true,
    visibleArea: Extent? = nil, fingerWidth: Double? = nil
  ) {
    self.description = description
    self.hasAxisRanges = hasAxisRanges
    self.visibleArea = visibleArea
    self.fingerWidth = fingerWidth
    geometry = PanelGeometry(description: description, size: size ?? PanelSize(description: description))
  }

  /// The size of one device unit on each axis, in mm.
  public var unit: Extent { geometry.step }

  /// The number of contacts that the panel distinguishes; nil if it does not report one.
  public var slots: Int? {
    switch TouchProtocol(description) {
    case .slots: description.axes[EventCode.mtSlot].map { max(1, Int($0.maximum) + 1) }
    case .list: nil
    case .single: 1
    }
  }

  /// Why lengths in mm are unknown; nil if they are known.
  ///
  /// Counts, ratios and times do not need the size. For these, the assumed size only selects
  /// movements.
  public var missingSize: String? {
    if !hasAxisRanges {
      return "the recording has no ranges of its axes, so lengths in mm are unknown: record it again with "
        + "flickctl record"
    }
    guard geometry.scale == .assumed else { return nil }
    return "the recording has no resolution, so lengths in mm are unknown: set size in [[panel]]"
  }

  /// Returns the device units of a position on the glass.
  ///
  /// The decoder multiplied whole units by the size of a unit, so rounding restores them exactly.
  func units(at location: PanelPoint) -> (x: Int32, y: Int32) {
    (
      Self.unit(location.x, of: geometry.size.width, on: geometry.xAxis),
      Self.unit(location.y, of: geometry.size.height, on: geometry.yAxis)
    )
  }

  private static func unit(_ length: Double, of side: Double, on axis: AxisRange) -> Int32 {
    let span = Double(axis.maximum) - Double(axis.minimum)
    let value = Double(axis.minimum) + length / side * (span == 0 ? 1 : span)
    return Int32(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }

  /// The distance of a position from the nearest edge of the glass, in mm.
  func edgeDistance(of location: PanelPoint) -> Double {
    min(location.x, location.y, geometry.size.width - location.x, geometry.size.height - location.y)
  }
}
