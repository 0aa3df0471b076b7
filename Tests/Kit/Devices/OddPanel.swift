internal import GestureCore
public import Panels
internal import Recordings

/// Panels of 217 × 136 mm that describe themselves in unusual ways, or not at all.
public enum OddPanel: String, CaseIterable, Sendable {
  /// Its axes begin far from 0.
  case offset
  /// Its axes begin below 0.
  case negative
  /// It has more units a millimetre on one axis than on the other.
  case unevenResolution
  /// It has three units a millimetre.
  case coarse
  /// It does not report its units a millimetre.
  case withoutResolution
  /// Its axes have the largest possible range.
  case hugeRange
  /// It has slots, and no BTN_TOUCH.
  case withoutTouchKey
  /// The axes of its emulated pointer differ from those of its contacts.
  case ownPointerRange
  /// It specifies two tracking ids for ten slots.
  case fewTrackingIDs
  /// It sends MSC_TIMESTAMP.
  case withClock
  /// It lists its contacts without tracking ids.
  case listWithoutIDs
  /// It lists its contacts and has no BTN_TOUCH.
  case listWithoutTouchKey
  /// It reports a single finger, and its axes begin below 0.
  case singleNegative

  /// Whether it reports two fingers at the same time.
  public var takesTwo: Bool { self != .singleNegative }

  /// The kernel's description of the panel.
  public var description: PanelDescription {
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
