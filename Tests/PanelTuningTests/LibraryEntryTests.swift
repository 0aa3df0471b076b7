import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

@Suite struct `The measured values for a library entry` {
  private static let panel = MadePanel.all[4]

  private func settings(_ touches: MadeTouches) -> [String] {
    LibraryEntry.settings(touches.measured(), of: MeasuredPanel(touches.panel.device))
      .map { "\($0.key) = \($0.value)" }
  }

  @Test(arguments: [9.0, 31, 60]) func `contain the lift delay, late or not`(delay: Double) throws {
    var touches = try MadeTouches(Self.panel)
    for _ in 0..<8 { touches.swipe(delay: delay) }
    #expect(settings(touches) == ["lift_delay = \"\(Int(delay))ms\""])
    #expect(LibraryEntry.missing(touches.measured()).count == 1, "no finger rested")
  }

  @Test func `are none with few samples, and then say what to do`() throws {
    var touches = try MadeTouches(Self.panel)
    for _ in 0..<4 { touches.swipe(delay: 60) }
    #expect(settings(touches).isEmpty)
    let missing = LibraryEntry.missing(touches.measured())
    #expect(missing.contains { $0.hasPrefix("4 lifts of a moving finger are too few: swipe at least 5") })
  }

  @Test(arguments: [(0.15, ["noise = \"0.15mm\""]), (0.02, [])] as [(Double, [String])])
  func `contain noise that changes a decision`(noise: Double, found: [String]) throws {
    var touches = try MadeTouches(Self.panel)
    let middle = touches.middle
    for _ in 0..<Int(30 * Self.panel.rate) {
      touches.scan(middle + Translation(x: noise * touches.bell(), y: noise * touches.bell()))
    }
    touches.lift()
    #expect(settings(touches) == found)
  }
}
