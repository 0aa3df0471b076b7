internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline
internal import Terminal

/// Asks a user for the two swipes, and reads them from the touchscreens.
///
/// The second swipe must come from the same touchscreen as the first.
struct AskedSwipes: ~Copyable {
  private var panels: TouchedPanels
  private var turns: Turns
  private let patience: Interval
  private var pair = SwipePair()
  private var chosen: TouchedPanel?

  /// Prepares to wait `patience` for each swipe.
  init(of panels: TouchedPanels, patience: Interval) throws {
    // A signal ends the process.
    var turns = try Turns(signals: [])
    for panel in panels.open { try turns.add(panel.touchscreen.descriptor) }
    self.turns = turns
    (self.panels, self.patience) = (panels, patience)
  }

  /// Asks until both swipes have arrived.
  ///
  /// Ends the command if a swipe does not arrive in time or the panels are gone.
  mutating func orientation() throws -> FoundOrientation {
    ask()
    var end = SystemCalls.monotonicMicroseconds() + patience.microseconds
    while true {
      for (panel, movement) in try swipes(until: end) where chosen == nil || chosen === panel {
        end = SystemCalls.monotonicMicroseconds() + patience.microseconds
        switch pair.take(movement, on: panel.touchscreen.setup.geometry.extent) {
        case .goOn:
          chosen = panel
          ask()
        case .again(let reason): ask(after: reason)
        case .startOver(let reason):
          chosen = nil
          ask(after: reason)
        case .found(let orientation): return panels.found(orientation, of: panel)
        }
      }
      guard SystemCalls.monotonicMicroseconds() < end else {
        let time = TimeSpan(patience).description
        throw failure(.tryAgain, "no swipe for \(time): run it again, or with a longer --timeout")
      }
    }
  }

  /// Prints the request for the next swipe.
  private func ask(after reason: String? = nil) {
    let request =
      pair.right == nil
      ? "swipe to the RIGHT across the screen, as you see the picture" : "now swipe DOWN the screen"
    note(reason.map { "\($0); \(request)" } ?? request)
  }

  /// Waits until an event or the time `end`, and returns the swipes that have ended.
  private mutating func swipes(until end: Int64) throws -> [(TouchedPanel, Translation)] {
    let turn = try turns.wait(until: end, panels.due)
    var swipes: [(TouchedPanel, Translation)] = []
    for panel in panels.open {
      let isThere = panel.read(now: turn.now)
      swipes += panel.takeSwipes(until: turn.now).map { (panel, $0) }
      if !isThere { try lose(panel) }
    }
    return swipes
  }

  /// Removes a panel that was unplugged.
  private mutating func lose(_ panel: TouchedPanel) throws {
    turns.remove(panel.touchscreen.descriptor)
    panels.remove(panel)
    guard chosen !== panel, !panels.open.isEmpty else {
      throw failureOfUnplugged(panel.touchscreen.node.node)
    }
  }
}
