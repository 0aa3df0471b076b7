import FlickProtocol
import GestureCore
import Recordings
import Settings
import TestKit
import Testing

@testable import Pipeline

/// Keeps the fingers of a swipe at its end, and the reasons of cancelled swipes.
private struct Ends: SwipeSink, ~Copyable {
  var fingers: [Int] = []
  var cancels: [CancelReason] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    switch fact.phase {
    case .begin, .update: break
    case .end: fingers.append(fact.fingers)
    case .cancel(let reason): cancels.append(reason)
    }
  }
}

@Suite struct `Recorded hands` {
  private func ends(of file: String) throws -> (fingers: [Int], cancels: [CancelReason]) {
    let recording = try RecordingFile.read(try Material.path("recordings/evdev/\(file)"))
    var ends = Ends()
    var numbering = SwipeNumbering()
    for panel in RecordedPanel.panels(for: [recording], settings: Settings()) {
      _ = Playback(panel).play(through: nil, numbering: &numbering, into: &ends)
    }
    return (ends.fingers, ends.cancels)
  }

  @Test(
    .enabled(if: Material.isWanted, Comment(rawValue: Material.comment)),
    arguments: [
      ("Atmel_maXTouch_Touchscreen.2-fingers-touch-release.events", 2),
      ("Atmel_maXTouch_Touchscreen.4-finger-drag-down.events", 4),
      // Two hands, 146 mm apart, of which one keeps still.
      ("N-Trig_MultiTouch.2-fingers-touch-release.events", 1),
      ("Wacom_ISDv4_E6_Finger.double-center-circle.events", 2),
      ("Wacom_ISDv4_E6_Finger.double-center-scroll.events", 2),
      ("Wacom_ISDv4_E6_Finger.double-top-swipe.events", 2),
    ])
  func `are one swipe of all fingers, which ends once`(file: String, fingers: Int) throws {
    let reported = try ends(of: "evemu-devices/\(file)")
    #expect(reported.fingers == [fingers])
    #expect(reported.cancels.allSatisfy { $0 == .fingers })
  }
}
