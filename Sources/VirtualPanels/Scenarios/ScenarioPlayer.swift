public import GestureCore
public import Panels

/// Turns scenarios into the events that a described panel would send.
///
/// It speaks the panel's protocol, on the panel's axes: slots, lists or a single touch, with
/// BTN_TOUCH, the pointer emulation on ABS_X and ABS_Y, and MSC_TIMESTAMP where the panel has them.
/// Every frame tells the place of every finger that is down, changed or not; the kernel leaves out
/// what did not change.
public struct ScenarioPlayer {
  private let scenario: Scenario
  private let frames: ScenarioFrames
  private var language: TouchLanguage

  /// The stamp of the first frame.
  private static let start = Instant(microseconds: 1_000_000)

  /// Prepares a scenario for a panel; a panel that cannot be played, or a place beyond it, is an
  /// error.
  private init(_ scenario: Scenario, on panel: PanelDescription, size: Extent?) throws(ScenarioError) {
    language = try Result { () throws(TouchLanguage.Unspeakable) in try TouchLanguage(panel, size: size) }
      .mapError {
        ScenarioError(file: scenario.file, message: "\(panel.name) cannot be played: \($0.reason)")
      }.get()
    self.scenario = scenario
    frames = try ScenarioFrames(scenario, extent: language.extent, capacity: language.capacity)
  }

  /// What the panel does, and when; stamps begin at one second, and a device stamps anew.
  ///
  /// `size` is the glass in mm; without it, it is what flickd takes the panel's size to be when
  /// nobody but the kernel states it. A `drop` is an error: only a real kernel loses a device's
  /// events.
  public static func script(
    of scenario: Scenario, on panel: PanelDescription = panel(.slots), size: Extent? = nil
  ) throws(ScenarioError) -> PanelScript {
    var player = try ScenarioPlayer(scenario, on: panel, size: size)
    var script = PanelScript(lasting: player.frames.now)
    for (line, offset, action) in player.frames.actions {
      switch action {
      case .frame(let touches):
        script.append(.events(player.language.frame(touches, at: start + offset)), at: offset)
      case .unplug:
        player.language.forget()
        script.append(.unplug, at: offset)
      case .plug: script.append(.plug, at: offset)
      case .drop: throw .drop(in: scenario, line: line)
      }
    }
    return script
  }

  /// The scenario as a recording of the panel.
  ///
  /// `unplug` and `plug` are errors: a recording ends with its device.
  public static func recording(
    of scenario: Scenario, on panel: PanelDescription = panel(.slots), size: Extent? = nil
  ) throws(ScenarioError) -> Recording {
    var player = try ScenarioPlayer(scenario, on: panel, size: size)
    var events: [InputEvent] = []
    for (line, offset, action) in player.frames.actions {
      switch action {
      case .frame(let touches): events += player.language.frame(touches, at: start + offset)
      case .drop:
        for code in [EventCode.synDropped, EventCode.synReport] {
          events.append(InputEvent(instant: start + offset, type: EventCode.syn, code: code, value: 0))
        }
      case .unplug, .plug:
        throw ScenarioError(
          file: scenario.file, line: line,
          message: "a recording cannot tell of `unplug` and `plug`; play the scenario to a device")
      }
    }
    return Recording(name: scenario.name, format: .evemu, description: panel, events: events)
  }

  /// The panel that scenarios are played on unless another is given: 217 × 136 mm, 20 units a
  /// millimetre.
  public static func panel(_ touchProtocol: TouchProtocol) -> PanelDescription {
    func axis(_ extent: Double) -> AxisRange {
      AxisRange(minimum: 0, maximum: Int32(extent) * 20, resolution: 20)
    }
    var panel = PanelDescription()
    panel.name = "Scenario panel"
    panel.properties = 1 << UInt64(EventCode.propDirect)
    panel.keys = [EventCode.btnTouch]
    panel.axes = [EventCode.x: axis(Scenario.extent.width), EventCode.y: axis(Scenario.extent.height)]
    if touchProtocol != .single {
      panel.axes[EventCode.mtPositionX] = axis(Scenario.extent.width)
      panel.axes[EventCode.mtPositionY] = axis(Scenario.extent.height)
      panel.axes[EventCode.mtTrackingID] = AxisRange(minimum: 0, maximum: 65535)
    }
    if touchProtocol == .slots { panel.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 9) }
    return panel
  }
}
