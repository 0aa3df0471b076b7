public import GestureCore
public import Panels

/// Converts scenarios to the events that a described panel would send.
///
/// The player uses the panel's protocol (slots, list or single touch) and axes. It adds BTN_TOUCH,
/// the pointer emulation on ABS_X and ABS_Y, and MSC_TIMESTAMP if the panel has them. Every frame
/// contains the position of every contact that is down; the kernel omits unchanged values.
public struct ScenarioPlayer {
  package let frames: ScenarioFrames
  package var language: TouchLanguage

  /// The timestamp of the first frame.
  package static let start = Instant(microseconds: 1_000_000)

  /// Prepares a scenario for a panel.
  ///
  /// Throws if the panel cannot play scenarios, or if a position is beyond the panel.
  package init(_ scenario: Scenario, on panel: PanelDescription, size: Extent?) throws(ScenarioError) {
    language = try Result { () throws(TouchLanguage.Unspeakable) in try TouchLanguage(panel, size: size) }
      .mapError {
        ScenarioError(file: scenario.file, message: "\(panel.name) cannot be played: \($0.reason)")
      }.get()
    if let line = scenario.lineOfSlots, !language.reportsWidths { throw .needsSlots(scenario, line: line) }
    frames = try ScenarioFrames(scenario, extent: language.extent, capacity: language.capacity)
  }

  /// Returns the scenario as a recording of the panel; timestamps begin at one second.
  ///
  /// nil is the default panel with slots. `unplug` and `plug` are errors, because a recording ends
  /// with its device.
  public static func recording(
    of scenario: Scenario, on panel: PanelDescription? = nil, size: Extent? = nil
  ) throws(ScenarioError) -> Recording {
    let unplug = scenario.steps.first { $0.deed == .unplug || $0.deed == .plug }
    if let unplug {
      throw ScenarioError(
        file: scenario.file, line: unplug.line,
        message: "a recording cannot contain `unplug` and `plug`: play the scenario to a device")
    }
    return try recordings(of: scenario, on: panel, size: size)[0]
  }

  /// Returns the scenario as recordings of the panel: one for each time that it is plugged in.
  ///
  /// A contact that is down at `unplug` is lost when its recording ends.
  public static func recordings(
    of scenario: Scenario, on panel: PanelDescription? = nil, size: Extent? = nil
  ) throws(ScenarioError) -> [Recording] {
    let panel = panel ?? Self.panel(.slots, for: scenario)
    var player = try ScenarioPlayer(scenario, on: panel, size: size)
    var recordings: [Recording] = []
    var recording = Recording(name: scenario.name, format: .scenario, description: panel, events: [])
    recording.configuration = scenario.configuration
    // The configuration of the next recording, after the reloads.
    var configuration = scenario.configuration
    func end() {
      guard !recording.events.isEmpty || recordings.isEmpty else { return }
      recordings.append(recording)
      (recording.events, recording.cues) = ([], [])
      recording.configuration = configuration
    }
    for (line, offset, action) in player.frames.actions {
      switch action {
      case .frame(let touches):
        recording.events += player.language.frame(touches, at: start + offset)
        recording.unliftedFingers = touches.filter { $0.change != .lifted && !$0.isLost }.map(\.finger)
      case .drop:
        recording.events += [EventCode.synDropped, EventCode.synReport].map {
          InputEvent(instant: start + offset, type: EventCode.syn, code: $0, value: 0)
        }
      case .unplug:
        recording.unliftedFingers = []
        end()
      case .plug: player.language.forget()
      case .cue(let action):
        recording.cues.append(
          ScenarioCue(file: scenario.file, line: line, instant: start + offset, action: action))
        if case .reload(let changed) = action { configuration = changed }
      }
    }
    end()
    return recordings
  }

  /// Returns the panel on which a scenario is played by default: 217 × 136 mm, 20 units per
  /// millimetre.
  ///
  /// For a scenario that needs them, the slots have widths and tools.
  public static func panel(_ touchProtocol: TouchProtocol, for scenario: Scenario) -> PanelDescription {
    touchProtocol == .slots && scenario.needsSlots ? slotPanel : panel(touchProtocol)
  }

  /// The default panel with the widths and the tools of contacts.
  static var slotPanel: PanelDescription {
    var panel = panel(.slots)
    panel.axes[EventCode.mtTouchMajor] = AxisRange(minimum: 0, maximum: 200 * 20, resolution: 20)
    panel.axes[EventCode.mtToolType] = AxisRange(minimum: 0, maximum: EventCode.toolPalm)
    return panel
  }

  /// Returns the default panel of scenarios: 217 × 136 mm, 20 units per millimetre.
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

extension ScenarioError {
  /// Returns the error for a step that only a panel with slots can play.
  package static func needsSlots(_ scenario: Scenario, line: Int) -> ScenarioError {
    ScenarioError(
      file: scenario.file, line: line,
      message: "this panel does not report widths and palms as a scenario sets them: "
        + "play the scenario on the default panel")
  }
}
