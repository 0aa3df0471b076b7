import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

@Suite struct `A finding` {
  private static let panel = MadePanel.all[4]

  private func findings(
    _ touches: MadeTouches, liftDelay: Interval = .zero, noise: Double = 1
  ) -> [Finding] {
    Finding.list(
      touches.measured(), of: MeasuredPanel(Self.panel.device), liftDelay: liftDelay, noise: noise)
  }

  // At 120 Hz, a lift is late after two reports and 10 ms: 26.7 ms.
  @Test(
    arguments: [
      (22.0, 0.0, nil), (25, 0, nil), (31, 0, "\"31ms\""), (60, 0, "\"60ms\""), (60, 60, nil), (60, 55, nil),
      (60, 40, "\"60ms\""), (90, 0, "\"90ms\""), (90, 90, nil),
    ] as [(Double, Double, String?)])
  func `names a late lift, with a setting if flickd does not know the delay`(
    delay: Double, known: Double, value: String?
  ) throws {
    var touches = try MadeTouches(Self.panel)
    for _ in 0..<8 { touches.swipe(delay: delay) }
    let found = findings(touches, liftDelay: Interval(microseconds: Int64(known * 1000)))
    #expect(found.map(\.name) == (delay > 26.7 ? [.lateLift] : []))
    // Only a silence of more than 80 ms is a rest.
    #expect((found.first?.text.hasSuffix("flicks end at 0 mm/s") ?? false) == (delay > 80 && known == 0))
    #expect(found.first?.settings.first?.value == value)
  }

  @Test(
    arguments: [(0.15, 0.115, nil), (0.15, 0.085, "\"0.15mm\""), (0.05, 0.01, "\"0.05mm\"")]
      as [(Double, Double, String?)])
  func `names noise that is much more than flickd assumes`(noise: Double, known: Double, value: String?)
    throws
  {
    var touches = try MadeTouches(Self.panel)
    let middle = touches.middle
    for _ in 0..<Int(30 * Self.panel.rate) {
      touches.scan(middle + Translation(x: noise * touches.bell(), y: noise * touches.bell()))
    }
    touches.lift()
    let found = findings(touches, noise: known)
    #expect(found.map(\.name) == (value == nil ? [] : [.noise]))
    #expect(found.first?.settings.first?.value == value)
  }

  @Test func `does not take a coarse grid for noise`() throws {
    var touches = try MadeTouches(
      MadePanel(rate: 120, size: Extent(width: 217, height: 136), unitsPerMillimetre: 4))
    // The position is in the middle between two steps of the grid, so it alternates.
    for _ in 0..<1200 {
      touches.scan(
        touches.middle + Translation(x: 0.125, y: 0.125)
          + Translation(x: 0.05 * touches.bell(), y: 0.05 * touches.bell()))
    }
    touches.lift()
    let panel = MeasuredPanel(touches.panel.device)
    let noise = panel.geometry.positionNoise
    #expect(Finding.list(touches.measured(), of: panel, liftDelay: .zero, noise: noise).isEmpty)
  }
}
