internal import FlickProtocol
public import GestureCore

extension SwipeEncoder {
  /// Encodes what a contact means for presses; false if the view must not receive it.
  ///
  /// The facts of a panel's contacts and swipes must arrive in order. A tap outside of every window
  /// changes nothing, unless the view has presses at rest.
  public mutating func encode(_ fact: borrowing ContactFact, of panel: PanelSetup) -> Bool {
    forgetLines()
    guard view.phases.contains(.press) else { return false }
    let panelID = panel.message.panelID
    switch fact.change {
    case .landed:
      guard view.pressesAtRest || !presses.isClosed, view.shows(panelID: panelID) else { return false }
      let zone = evaluator.zone(
        in: presses, at: fact.location, fact.instant, of: panel, includesRest: view.pressesAtRest)
      guard let zone, let press = presses.add(zone: zone, panelID: panelID, contact: fact.contact) else {
        return false
      }
      return write(press, .press, at: fact.instant)
    case .begun(let swipe):
      presses.note(swipe, of: fact.contact, panelID: panelID)
      return false
    case .lifted: return end(fact, panelID, .release)
    case .lost(let reason): return end(fact, panelID, .cancel, reason)
    }
  }

  private mutating func end(
    _ fact: borrowing ContactFact, _ panelID: String, _ phase: Phase, _ reason: CancelReason? = nil
  ) -> Bool {
    guard let press = presses.take(fact.contact, panelID: panelID) else { return false }
    return write(press, phase, reason, at: fact.instant)
  }

  /// Writes a press as the last line, if the view shows its phase.
  private mutating func write(
    _ press: Presses.Press, _ phase: Phase, _ reason: CancelReason? = nil, at instant: Instant
  ) -> Bool {
    let message = PressMessage(
      phase: phase, reason: reason, number: press.number, panelID: press.panelID, instant: instant,
      zone: press.zone)
    guard view.phases.contains(Phases(phase)) else { return false }
    line.write(message)
    return true
  }

  /// Ends the presses of a swipe, and returns the number of the one that its begin continues.
  ///
  /// `zone` is the zone of the begin; nil if the view does not receive the begin. The presses of
  /// other zones, and of further fingers, get lines before it.
  mutating func endPresses(of fact: borrowing SwipeFact, into zone: String?) -> Int64? {
    var continued: Int64?
    while let press = presses.take(fact.swipe) {
      if continued == nil, press.zone == zone {
        continued = press.number
        continue
      }
      let isWritten =
        if case .cancel(let reason) = fact.phase {
          write(press, .cancel, reason, at: fact.instant)
        } else {
          write(press, .release, at: fact.instant)
        }
      if isWritten { keepLine() }
    }
    return continued
  }
}
