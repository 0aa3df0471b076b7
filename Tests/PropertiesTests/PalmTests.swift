import GestureCore
import Panels
import TestKit
import Testing

@Suite struct `After a palm` {
  private static let panels = LibraryPanel.all.filter(\.tellsPalms)

  @Test func `panels that tell palms are in the library`() {
    #expect(Self.panels.count >= 4)
  }

  /// How a palm comes: known at once, or a finger at first; a later contact's tool is told again or
  /// left out, as the kernel does where it did not change.
  static let palms: [(isPalmAtOnce: Bool, fingerTool: Int32)] = [
    (true, 0), (false, 0),
    // MT_TOOL_PEN: whatever else it is, it is no palm.
    (true, 1),
  ]

  @Test(arguments: palms)
  func `ten flicks of ten are recognised on every panel that tells palms`(
    isPalmAtOnce: Bool, fingerTool: Int32
  ) throws {
    for panel in Self.panels {
      var writer = try PanelWriter(panel)
      let rig = Rig(try panel.setup())
      var now = Instant(microseconds: 1_000_000)
      for number in 0..<20 {
        let place = writer.place(30 + Double(number), 50)
        let tool = isPalmAtOnce || number > 6 ? EventCode.toolPalm : 0
        rig.consume(writer.scan([PanelWriter.Finger(1, place, tool: tool)], at: now))
        now = now + panel.period
      }
      rig.consume(writer.scan([], at: now))
      #expect(rig.ledger.ends.isEmpty, "\(panel): a palm decides nothing")
      try expectFlicks(10, rig, &writer, after: now, tool: fingerTool)
    }
  }

  /// The same hand on panels that cannot tell: it rests, and is no flick; ten fingers after it are.
  @Test func `ten flicks of ten are recognised on every other panel`() throws {
    for panel in LibraryPanel.all where !panel.tellsPalms {
      var writer = try PanelWriter(panel)
      let rig = Rig(try panel.setup())
      var now = Instant(microseconds: 1_000_000)
      for _ in 0..<20 {
        rig.consume(writer.scan([PanelWriter.Finger(1, writer.place(30, 50))], at: now))
        now = now + panel.period
      }
      rig.consume(writer.scan([], at: now))
      #expect(rig.ledger.ends.isEmpty, "\(panel)")
      try expectFlicks(10, rig, &writer, after: now, tool: 0)
    }
  }

  /// Flicks of 45 mm in 90 ms: each is a flick to its side and commits, unless the panel's lifts
  /// are so late that nobody who does not know the panel can tell them from rests; then it commits
  /// by its way.
  private func expectFlicks(
    _ count: Int, _ rig: Rig, _ writer: inout PanelWriter, after now: Instant, tool: Int32
  ) throws {
    let panel = writer.panel
    for number in 1...count {
      rig.forgetEnds()
      let isRight = number.isMultiple(of: 2)
      let way = Translation(x: (isRight ? 1 : -1) * min(45, panel.extent.width * 0.5), y: 0)
      let events = writer.stroke(
        from: (isRight ? 25 : 75, 50), by: way, lasting: .milliseconds(90),
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
