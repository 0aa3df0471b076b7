import GestureCore
import Panels
import VirtualPanels

/// Panels of 217 × 136 mm that say so in unusual ways, or do not say so.
enum OddPanel: String, CaseIterable {
  case offset
  case negative
  case unevenResolution
  case coarse
  case withoutResolution
  case hugeRange
  case withoutTouchKey
  case ownPointerRange
  case fewTrackingIDs
  case withClock
  case listWithoutIDs
  case listWithoutTouchKey
  case singleNegative

  var takesTwo: Bool { self != .singleNegative }

  var description: PanelDescription {
    var panel = ScenarioPlayer.panel(base)
    panel.name = rawValue
    switch self {
    case .offset: setAxes(of: &panel, x: range(1000, 217 * 20, 20), y: range(500, 136 * 20, 20))
    case .negative, .singleNegative:
      setAxes(of: &panel, x: range(-2170, 217 * 20, 20), y: range(-136 * 20, 136 * 20, 20))
    case .unevenResolution: setAxes(of: &panel, x: range(0, 217 * 151, 151), y: range(7, 136 * 30, 30))
    case .coarse: setAxes(of: &panel, x: range(0, 217 * 3, 3), y: range(0, 136 * 3, 3))
    case .withoutResolution: setAxes(of: &panel, x: range(0, 32767, 0), y: range(-100, 4095, 0))
    case .hugeRange:
      let whole = AxisRange(minimum: .min, maximum: .max)
      setAxes(of: &panel, x: whole, y: AxisRange(minimum: 0, maximum: .max))
    case .withoutTouchKey, .listWithoutTouchKey: panel.keys = []
    case .ownPointerRange:
      panel.axes[EventCode.x] = range(0, 100, 0)
      panel.axes[EventCode.y] = range(-50, 100, 0)
    case .fewTrackingIDs: panel.axes[EventCode.mtTrackingID] = AxisRange(minimum: 0, maximum: 1)
    case .withClock: panel.miscellanea = [EventCode.mscTimestamp]
    case .listWithoutIDs: panel.axes[EventCode.mtTrackingID] = nil
    }
    return panel
  }

  private var base: TouchProtocol {
    switch self {
    case .listWithoutIDs, .listWithoutTouchKey: .list
    case .singleNegative: .single
    default: .slots
    }
  }

  private func range(_ minimum: Int32, _ span: Int32, _ resolution: Int32) -> AxisRange {
    AxisRange(minimum: minimum, maximum: minimum + span, resolution: resolution)
  }

  private func setAxes(of panel: inout PanelDescription, x: AxisRange, y: AxisRange) {
    for code in [EventCode.x, EventCode.mtPositionX] where panel.axes[code] != nil { panel.axes[code] = x }
    for code in [EventCode.y, EventCode.mtPositionY] where panel.axes[code] != nil { panel.axes[code] = y }
  }
}
