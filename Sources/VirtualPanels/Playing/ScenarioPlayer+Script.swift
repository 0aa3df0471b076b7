public import GestureCore
public import Panels
public import Recordings

extension ScenarioPlayer {
  /// Returns the panel's actions with their times; timestamps begin at one second.
  ///
  /// A device replaces the timestamps. nil is the default panel with slots. `size` is the glass in
  /// mm; the default is the size that flickd assumes from the kernel's description alone. A `drop`
  /// is an error, because only a real kernel loses events of a device.
  public static func script(
    of scenario: Scenario, on panel: PanelDescription? = nil, size: Extent? = nil
  ) throws(ScenarioError) -> PanelScript {
    let panel = panel ?? Self.panel(.slots, for: scenario)
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
      case .cue(let action): script.append(.cue(action), at: offset)
      case .drop: throw .drop(in: scenario, line: line)
      }
    }
    return script
  }
}

extension ScenarioError {
  /// Returns the error for a `drop` in a scenario that is played on a device.
  static func drop(in scenario: Scenario, line: Int) -> ScenarioError {
    ScenarioError(
      file: scenario.file, line: line,
      message: "`drop` cannot be played to a kernel: only the kernel decides when it loses events")
  }
}
