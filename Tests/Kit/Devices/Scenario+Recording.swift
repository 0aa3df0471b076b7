public import GestureCore
internal import LinuxIO
public import Panels
public import VirtualPanels

extension ScenarioPlayer {
  /// Returns the scenario as a recording of the panel.
  ///
  /// `unplug` and `plug` are errors, because a recording ends with its device.
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
          message: "a recording cannot contain `unplug` and `plug`: play the scenario to a device")
      }
    }
    return Recording(name: scenario.name, format: .evemu, description: panel, events: events)
  }
}

extension Scenario {
  /// Reads every scenario in a folder (`*.touch`), in the order of their names.
  public static func all(in folder: String) throws(ScenarioError) -> [Scenario] {
    let names = try Result { () throws(SystemCallError) in try SystemCalls.names(in: folder) }
      .mapError { ScenarioError(file: folder, message: "\($0)") }.get()
    var scenarios: [Scenario] = []
    for name in names where name.hasSuffix(".touch") {
      scenarios.append(try read("\(folder)/\(name)"))
    }
    return scenarios
  }
}
