import ConfigurationFiles
import GestureCore
import Panels
import Settings
import TestKit
import Testing

@testable import Pipeline

@Suite struct `A drag of 65 mm whose contact is lost for one report every 500 ms` {
  private struct Log: SwipeSink, ~Copyable {
    var facts: [SwipeFact] = []

    mutating func receive(_ fact: borrowing SwipeFact) { facts.append(copy fact) }
  }

  /// The facts of the drag along y = `y` at 32 mm/s, 100 reports a second, before the panel is
  /// lost.
  private func facts(
    _ toml: String, along y: Double = 90, recorded: RecordedSetup? = nil
  ) throws -> (facts: [SwipeFact], setup: PanelSetup) {
    var stream = TouchStream(period: 10_000)
    for part in 0..<4 {
      let first = part * 50
      let positions = (first..<first + 49).map { PanelPoint(x: 40 + 0.325 * Double($0), y: y) }
      stream.touches.append(TouchStream.Touch(first: first, positions: positions))
    }
    let reading = Settings.read([ConfigurationFile(name: "test.toml", bytes: Array(toml.utf8))])
    try #require(reading.diagnostics == [])
    var identity = PanelIdentity(panelID: "p", source: .replay)
    identity.recorded = recorded
    let setup = try #require(
      PanelSetup(TouchStream.description, identity: identity, settings: reading.settings))
    let pipeline = PanelPipeline(setup)
    var log = Log()
    var (numbering, random) = (SwipeNumbering(), SplitMix64(seed: 1))
    var last = Instant(microseconds: 0)
    for event in stream.events(jitter: &random) {
      pipeline.consume(event, numbering: &numbering, into: &log)
      last = event.instant
    }
    pipeline.lose(.unplugged, at: last, numbering: &numbering, into: &log)
    return (log.facts, setup)
  }

  private static let rule = "[[panel]]\nbridge_gaps = \"50ms\"\n"

  @Test func `is one drag that commits if the rule of the panel bridges gaps`() throws {
    let (facts, setup) = try facts(Self.rule)
    #expect(facts.count { $0.phase == .begin } == 1)
    let end = try #require(facts.last)
    #expect(end.phase == .end, "the panel was unplugged while the end waited")
    #expect(abs(end.translation.x - 64) < 1)
    #expect(setup.rule.decide(end).commit)
    let ends = try self.facts("").facts.filter { $0.phase == .end }
    #expect(ends.count == 4 && ends.allSatisfy { !setup.rule.decide($0).commit })
  }

  @Test func `is replayed as it was recorded`() throws {
    let recorded = try facts(Self.rule).setup.recorded()
    #expect(recorded.bridgeGaps == .milliseconds(50))
    #expect(try facts("", recorded: recorded).facts.count { $0.phase == .end } == 1)
    #expect(
      try facts("[[panel]]\nbridge_gaps = \"0ms\"", recorded: recorded).facts.count { $0.phase == .end } == 4)
  }

  @Test func `is never bridged across the border of a private zone`() throws {
    // The border is in the second gap.
    let zone = """
      [[zone]]
      name = "pin"
      private = true
      rectangle = ["72.3mm", "0%", "100mm", "100%"]
      """
    let ends = try facts(Self.rule + zone).facts.filter { $0.phase == .end }
    #expect(ends.contains { abs($0.location.x - 72) < 0.5 })
  }
}
