import GestureCore
import Panels
import TestKit
import Testing

@Suite struct `After a palm` {
  private static let panels = LibraryPanel.all.filter(\.reportsPalms)

  @Test func `panels that report palms are in the library`() {
    #expect(Self.panels.count >= 4)
  }

  /// The forms of a palm: a palm at once, or a finger at first; the tool of a later contact is sent
  /// again, or omitted as the kernel does if it is unchanged.
  static let palms: [(isPalmAtOnce: Bool, fingerTool: Int32)] = [
    (true, 0), (false, 0),
    // MT_TOOL_PEN: not a palm, whatever it is.
    (true, 1),
  ]

  @Test(arguments: palms)
  func `ten flicks of ten are recognised on every panel that reports palms`(
    isPalmAtOnce: Bool, fingerTool: Int32
  ) throws {
    for panel in Self.panels {
      var writer = try PanelWriter(panel)
      let rig = Rig(try panel.setup())
      var now = Instant(microseconds: 1_000_000)
      for number in 0..<20 {
        let position = writer.point(30 + Double(number), 50)
        let tool = isPalmAtOnce || number > 6 ? EventCode.toolPalm : 0
        rig.consume(writer.scan([PanelWriter.Finger(1, position, tool: tool)], at: now))
        now = now + panel.period
      }
      rig.consume(writer.scan([], at: now))
      #expect(rig.ledger.ends.isEmpty, "\(panel): a palm decides nothing")
      try expectFlicks(10, rig, &writer, after: now, tool: fingerTool)
    }
  }

  /// The same hand on panels that do not report palms: it rests, so it does not flick; the ten
  /// fingers after it do.
  @Test func `ten flicks of ten are recognised on every other panel`() throws {
    for panel in LibraryPanel.all where !panel.reportsPalms {
      var writer = try PanelWriter(panel)
      let rig = Rig(try panel.setup())
      var now = Instant(microseconds: 1_000_000)
      for _ in 0..<20 {
        rig.consume(writer.scan([PanelWriter.Finger(1, writer.point(30, 50))], at: now))
        now = now + panel.period
      }
      rig.consume(writer.scan([], at: now))
      #expect(rig.ledger.ends.isEmpty, "\(panel)")
      try expectFlicks(10, rig, &writer, after: now, tool: 0)
    }
  }

  /// Flicks of 45 mm in 90 ms: each is a flick in its direction and commits.
  ///
  /// If the panel's lifts are so late that flickd cannot distinguish them from rests without
  /// knowing the panel, the flick commits by its displacement.
  private func expectFlicks(
    _ count: Int, _ rig: Rig, _ writer: inout PanelWriter, after now: Instant, tool: Int32
  ) throws {
    let panel = writer.panel
    for number in 1...count {
      rig.forgetEnds()
      let isRight = number.isMultiple(of: 2)
      let displacement = Translation(x: (isRight ? 1 : -1) * min(45, panel.extent.width * 0.5), y: 0)
      let events = writer.stroke(
        from: (isRight ? 25 : 75, 50), by: displacement, lasting: .milliseconds(90),
        at: now + .seconds(Int64(number)), tool: tool)
      rig.consume(events)
      let ends = rig.ledger.ends
      let end = try #require(
        ends.first, "\(panel): flick \(number) of \(events.count) events is not recognised")
      #expect(
        ends.count == 1 && end.commit && end.direction == (isRight ? .right : .left), "\(panel): \(end)")
      if panel.liftDelay + panel.period < .milliseconds(75) {
        #expect(end.kind == .flick, "\(panel): \(end)")
      }
    }
    #expect(rig.fault == nil, "\(panel)")
    #expect(rig.live.isEmpty && rig.decoder.contactsDown == 0, "\(panel)")
  }
}
