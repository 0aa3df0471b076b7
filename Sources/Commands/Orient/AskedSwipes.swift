internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// Asks a user for the two swipes, and reads them from the touchscreens.
///
/// The second swipe must come from the same touchscreen as the first.
struct AskedSwipes: ~Copyable {
  private var panels: TouchedPanels
  private var registrations: [(Reactor.Registration, TouchedPanel)]
  private var reactor: Reactor
  private let patience: Interval
  private var pair = SwipePair()
  private var chosen: TouchedPanel?

  /// Prepares to wait `patience` for each swipe.
  init(of panels: TouchedPanels, patience: Interval) throws {
    do throws(SystemCallError) {
      var reactor = try Reactor()
      var registrations: [(Reactor.Registration, TouchedPanel)] = []
      for panel in panels.open {
        registrations.append((try reactor.register(descriptor: panel.descriptor, for: .readable), panel))
      }
      self.reactor = reactor
      self.registrations = registrations
      self.panels = panels
      self.patience = patience
    } catch {
      throw failure(.unavailable, error.explained)
    }
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
        switch pair.take(movement, on: panel.setup.geometry.extent) {
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
    var swipes: [(TouchedPanel, Translation)] = []
    let deadline = registrations.compactMap(\.1.deadline).min()
    _ = try available { () throws(SystemCallError) in try reactor.wait(until: min(end, deadline ?? end)) }
    while let ready = reactor.next() {
      guard let panel = registrations.first(where: { $0.0 == ready.registration })?.1 else { continue }
      let (movements, isGone) = panel.read()
      swipes += movements.map { (panel, $0) }
      if isGone || ready.hangup { try lose(panel, ready.registration) }
    }
    let now = SystemCalls.monotonicMicroseconds()
    for (_, panel) in registrations { swipes += panel.advance(to: now).map { (panel, $0) } }
    return swipes
  }

  /// Removes a panel that was unplugged.
  private mutating func lose(_ panel: TouchedPanel, _ registration: Reactor.Registration) throws {
    reactor.unregister(registration)
    registrations.removeAll { $0.0 == registration }
    panels.remove(panel)
    guard chosen !== panel, !panels.open.isEmpty else {
      throw failure(.tryAgain, "\(panel.node.node) is gone: plug the panel in and run the command again")
    }
  }
}
