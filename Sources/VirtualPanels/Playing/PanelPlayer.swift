public import GestureCore
public import Recordings

/// Plays a script on a virtual panel.
///
/// Like the recogniser, ``play(through:)`` receives the time and returns the next time at which it
/// is due.
public final class PanelPlayer {
  private let script: PanelScript
  package let panel: VirtualPanel
  private var position = 0
  private var cues: [ScenarioCue.Action] = []

  /// Creates the player of a script on a panel that is plugged in.
  public init(_ script: PanelScript, on panel: VirtualPanel) {
    self.script = script
    self.panel = panel
  }

  /// Performs all steps up to `offset` from the start, and returns the offset of the next step.
  ///
  /// Returns nil at the end.
  public func play(through offset: Interval) throws(VirtualPanelError) -> Interval? {
    while position < script.steps.count {
      let step = script.steps[position]
      if step.offset > offset { return step.offset }
      position += 1
      switch step.action {
      case .events(let events): try panel.send(events)
      case .report(let report): try panel.send(report)
      case .unplug: panel.unplug()
      case .plug: try panel.plug()
      case .cue(let action): cues.append(action)
      }
    }
    return nil
  }

  /// Removes and returns what has happened beside the panel since the last call.
  public func takeCues() -> [ScenarioCue.Action] {
    defer { cues = [] }
    return cues
  }
}
