import GestureCore
import Panels
import Pipeline
import Settings
import TestKit
import Testing

/// A decoder and a recogniser of one panel, with checks of the output of both.
///
/// A contact follows the same rules as a swipe: it lands once, is reported while it is down, and
/// lifts or is lost once. A class, because a recogniser must not move.
final class Rig {
  private(set) var decoder: SlotDecoder
  private(set) var recognizer: Recognizer
  private var numbering = SwipeNumbering()
  private(set) var ledger: Ledger
  /// The contacts that landed and have not ended.
  private(set) var live: [UInt64] = []
  private(set) var landings = 0
  /// The deadline of the recogniser.
  private(set) var deadline: Instant?
  private var last: UInt64 = 0
  private var contactFault: String?

  init(_ setup: PanelSetup) {
    decoder = SlotDecoder(description: setup.description, geometry: setup.geometry)
    recognizer = Recognizer(settings: setup.recognition)
    ledger = Ledger(rule: setup.rule)
  }

  /// The first fault, in contacts or in swipes.
  var fault: String? { contactFault ?? ledger.fault }

  /// Processes an event, and returns whether it completed a frame.
  @discardableResult func consume(_ event: InputEvent) -> Bool {
    guard decoder.consume(event) else { return false }
    settle()
    return true
  }

  func consume(_ events: [InputEvent]) {
    for event in events { consume(event) }
  }

  /// Does what flickd does when the kernel reports lost events.
  func lose(_ reason: CancelReason, at instant: Instant) {
    if decoder.loseAll(reason, at: instant) { settle() }
  }

  /// Handles the deadlines up to `now`.
  func advance(to now: Instant) {
    deadline = recognizer.advance(to: now, into: &ledger)
    if let deadline, deadline <= now { complain("a deadline is past after it was handled") }
  }

  /// Checks that nothing is under way after all contacts were lost.
  func end() {
    ledger.end()
  }

  func forgetEnds() {
    ledger.forgetEnds()
  }

  private func settle() {
    for position in 0..<decoder.frame.count {
      let line = decoder.frame.contact(at: position)
      let number = line.id.number
      if !(line.location.x + line.location.y).isFinite { complain("contact \(number) is nowhere") }
      switch line.report {
      case .landed:
        if number <= last { complain("contact \(number) landed again") }
        last = max(last, number)
        landings += 1
        live.append(number)
      case .moved, .still:
        if !live.contains(number) { complain("contact \(number) moved and is not down") }
      case .lifted, .lost:
        guard let index = live.firstIndex(of: number) else {
          complain("contact \(number) ended and was not down")
          continue
        }
        live.remove(at: index)
      }
    }
    deadline = recognizer.process(&decoder.frame, numbering: &numbering, into: &ledger)
    if ledger.open.count > live.count { complain("a swipe has no contact") }
  }

  private func complain(_ text: String) {
    if contactFault == nil { contactFault = text }
  }
}

extension LibraryPanel {
  /// flickd's setup of the panel without a configuration.
  func setup() throws -> PanelSetup {
    try #require(
      PanelSetup(device, identity: PanelIdentity(panelID: "library", source: .replay), settings: Settings()))
  }
}

/// The number of trials of a property: all in an optimised build, a part in a debug build, which is
/// fifty times slower.
func trials(_ count: Int, debug: Int) -> Int {
  #if DEBUG
    debug
  #else
    count
  #endif
}
