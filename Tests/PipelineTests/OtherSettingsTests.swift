import ConfigurationFiles
import FlickProtocol
import GestureCore
import Panels
import Settings
import TestKit
import Testing

@testable import Pipeline

private struct Reported: SwipeSink, ~Copyable {
  var facts: [(phase: SwipePhase, swipe: SwipeID, translation: Translation)] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    facts.append((fact.phase, fact.swipe, fact.translation))
  }
}

@Suite struct `A panel with changed settings` {
  /// An active panel: 10 units a millimetre, 10 ms a frame.
  private final class Glass {
    let pipeline: PanelPipeline
    var numbering = SwipeNumbering()
    var now: Int64 = 1_000_000

    init(_ text: String = "") throws {
      pipeline = PanelPipeline(try Glass.setup(text))
    }

    static func setup(_ text: String) throws -> PanelSetup {
      let reading = Settings.read([ConfigurationFile(name: "f", bytes: Array(text.utf8))])
      try #require(reading.isValid, "\(reading.diagnostics)")
      return try #require(
        PanelSetup(
          TouchStream.description, identity: PanelIdentity(panelID: "glass", source: .replay),
          settings: reading.settings))
    }

    func use(_ text: String) throws { pipeline.use(try Self.setup(text)) }

    /// Plays one frame and returns its reports.
    func frame(_ events: (UInt16, Int32)...) -> [(
      phase: SwipePhase, swipe: SwipeID, translation: Translation
    )] {
      now += 10_000
      var reported = Reported()
      let timestamp = Instant(microseconds: now)
      for (code, value) in events {
        let event = InputEvent(instant: timestamp, type: EventCode.abs, code: code, value: value)
        pipeline.consume(event, numbering: &numbering, into: &reported)
      }
      let end = InputEvent(instant: timestamp, type: EventCode.syn, code: EventCode.synReport, value: 0)
      pipeline.consume(end, numbering: &numbering, into: &reported)
      return reported.facts
    }

    /// The end of a swipe by 60 mm to the right in the current slot.
    func swipe(id: Int32) -> Translation? {
      var last = frame(
        (EventCode.mtTrackingID, id), (EventCode.mtPositionX, 1000), (EventCode.mtPositionY, 900))
      for step in 1...20 { last = frame((EventCode.mtPositionX, 1000 + Int32(step) * 30)) }
      last = frame((EventCode.mtTrackingID, -1))
      return last.first { $0.phase == .end }?.translation
    }
  }

  @Test func `can change before and after a touch, not during it`() throws {
    let glass = try Glass()
    #expect(glass.pipeline.isFree)
    _ = glass.frame((EventCode.mtTrackingID, 1), (EventCode.mtPositionX, 1000), (EventCode.mtPositionY, 900))
    #expect(!glass.pipeline.isFree)
    _ = glass.frame((EventCode.mtTrackingID, -1))
    #expect(glass.pipeline.isFree)
  }

  @Test func `continues in the kernel's current slot`() throws {
    let glass = try Glass()
    _ = glass.frame((EventCode.mtSlot, 3))
    #expect(glass.swipe(id: 1) == Translation(x: 60, y: 0))
    try glass.use("[[panel]]\nrotation = 180")
    #expect(glass.swipe(id: 2) == Translation(x: -60, y: 0))
    try glass.use("")
    #expect(glass.swipe(id: 3) == Translation(x: 60, y: 0))
  }

  @Test func `uses the new slop`() throws {
    let glass = try Glass()
    #expect(glass.swipe(id: 1) != nil)
    try glass.use("[swipe]\nslop = \"70mm\"\ndistance = \"80mm\"")
    #expect(glass.swipe(id: 2) == nil)
  }

  @Test func `keeps its counts`() throws {
    let glass = try Glass()
    _ = glass.swipe(id: 1)
    let before = glass.pipeline.counts.message
    try glass.use("[[panel]]\nrotation = 90")
    let after = glass.pipeline.counts.message
    #expect([after.contacts, after.frames] == [before.contacts, before.frames])
    _ = glass.swipe(id: 2)
    #expect(glass.pipeline.counts.message.contacts == 2)
  }

  @Test func `keeps the count of its ghosts`() throws {
    let glass = try Glass()
    _ = glass.frame((EventCode.mtTrackingID, 1), (EventCode.mtPositionX, 0), (EventCode.mtPositionY, 0))
    // Across the panel and back in 10 ms, repeatedly: no finger can do that.
    for step in 0..<6 { _ = glass.frame((EventCode.mtPositionX, step % 2 == 0 ? 3400 : 0)) }
    _ = glass.frame((EventCode.mtTrackingID, -1))
    let ghosts = glass.pipeline.counts.rejected.ghost
    try #require(ghosts > 0)
    try glass.use("[[panel]]\nrotation = 90")
    #expect(glass.pipeline.counts.rejected.ghost == ghosts)
  }

  @Test func `can change during a rejected contact, which stays ignored`() throws {
    let glass = try Glass()
    _ = glass.frame((EventCode.mtTrackingID, 1), (EventCode.mtPositionX, 1000), (EventCode.mtPositionY, 900))
    var reported = Reported()
    glass.now += 31_000_000
    glass.pipeline.advance(to: Instant(microseconds: glass.now), numbering: &glass.numbering, into: &reported)
    #expect(glass.pipeline.isFree)
    try glass.use("[[panel]]\nrotation = 180")
    for step in 1...20 { #expect(glass.frame((EventCode.mtPositionX, 1000 + Int32(step) * 30)).isEmpty) }
    #expect(glass.frame((EventCode.mtTrackingID, -1)).isEmpty)
    #expect(glass.swipe(id: 2) == Translation(x: -60, y: 0))
  }

  @Test func `is reported again only if its message changes`() throws {
    let glass = try Glass()
    let before = glass.pipeline.message
    try glass.use("[swipe]\ndistance = \"50mm\"")
    #expect(glass.pipeline.message == before)
    try glass.use("[[panel]]\nrotation = 90")
    #expect(glass.pipeline.message.rotation == 90)
    #expect(glass.pipeline.message.width == before.height)
  }

  @Test(arguments: [
    ("", "[socket]\npath = \"/run/s\"", true), ("", "[swipe]\nslop = \"2mm\"", false),
    ("", "[[panel]]\nmatch = { vendor = \"dead\" }\nrotation = 90", true),
    ("[[panel]]\nrotation = 0", "", true), ("", "[[panel]]\nsize_limit = \"30mm\"", false),
  ])
  func `is unchanged if the settings for it are equal`(one: String, other: String, isSame: Bool) throws {
    #expect((try Glass.setup(one) == Glass.setup(other)) == isSame)
  }
}
