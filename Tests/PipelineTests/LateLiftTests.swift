import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import Testing

@testable import Pipeline

/// Keeps the reported velocities and their times.
private struct Telling: SwipeSink, ~Copyable {
  var lines: [String] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    let estimate = fact.estimate
    lines.append("\(fact.instant.microseconds) \(fact.phase) \(estimate.velocity.x) \(estimate.samples)")
  }
}

@Suite struct `A panel whose lifts are late` {
  /// Flicks along x, one a second, whose lifts are late by these delays in ms.
  private func flicks(late: [Int64]) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ time: Int64, _ changes: [(code: UInt16, value: Int32)]) {
      let instant = Instant(microseconds: time)
      for change in changes {
        events.append(
          InputEvent(instant: instant, type: EventCode.abs, code: change.code, value: change.value))
      }
      events.append(InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0))
    }
    for (number, late) in late.enumerated() {
      let begin = Int64(number) * 1_000_000
      add(
        begin,
        [(EventCode.mtTrackingID, Int32(number)), (EventCode.mtPositionX, 500), (EventCode.mtPositionY, 900)])
      for step in 1...10 {
        add(begin + Int64(step) * 8000, [(EventCode.mtPositionX, 500 + Int32(step) * 50)])
      }
      add(begin + 80_000 + late * 1000, [(EventCode.mtTrackingID, -1)])
    }
    return events
  }

  private func panel(_ events: [InputEvent]) throws -> RecordedPanel {
    let recording = Recording(name: "late", format: .evemu, description: tablet(), events: events)
    return try #require(RecordedPanel.panels(for: [recording], settings: Settings()).first)
  }

  @Test func `is detected by the sixth lift, and reported in the panel's message`() throws {
    let playback = Playback(try panel(flicks(late: [110, 112, 111, 110, 113, 110, 120])))
    var numbering = SwipeNumbering()
    var telling = Telling()
    #expect(playback.message.liftDelayMicroseconds == 0)
    _ = playback.play(through: Instant(microseconds: 4_000_000), numbering: &numbering, into: &telling)
    #expect(playback.message.liftDelayMicroseconds == 0)
    _ = playback.play(through: nil, numbering: &numbering, into: &telling)
    #expect(playback.message.liftDelayMicroseconds == 110_000)
    let ends = telling.lines.filter { $0.contains(" end ") }
    #expect(ends.map { $0.contains(" end 0.0 ") } == [true, true, true, true, true, false, false])
  }

  /// Whether each flick has a velocity at its end, and the panel's message after each.
  private func flicks(
    late: [Int64], remembered: LearnedValues?, product: UInt16 = 5, toml: String = ""
  ) throws -> (hasVelocity: [Bool], messages: [PanelMessage]) {
    var description = tablet()
    (description.vendor, description.product) = (0x05bd, product)
    var identity = PanelIdentity(panelID: "p", source: .live)
    identity.remembered = remembered
    let setup = try #require(PanelSetup(description, identity: identity, settings: settings(toml)))
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var telling = Telling()
    var messages = [pipeline.message]
    for event in flicks(late: late) {
      pipeline.consume(event, numbering: &numbering, into: &telling)
      if telling.lines.count(where: { $0.contains(" end ") }) == messages.count {
        messages.append(pipeline.message)
      }
    }
    let ends = telling.lines.filter { $0.contains(" end ") }
    return (ends.map { !$0.contains(" end 0.0 ") }, messages)
  }

  @Test func `keeps its first flicks if its lift delay is remembered`() throws {
    let known = LearnedValues(liftDelay: .milliseconds(110), reportPeriod: .milliseconds(8))
    let flicks = try flicks(late: Array(repeating: 110, count: 6), remembered: known)
    #expect(flicks.hasVelocity == Array(repeating: true, count: 6))
    #expect(
      flicks.messages.map(\.liftDelaySource) == Array(repeating: "remembered", count: 5) + [
        "learned", "learned",
      ])
    #expect(flicks.messages[0].reportRate == 125)
    #expect(flicks.messages.allSatisfy { $0.liftDelayMicroseconds == 110_000 })
  }

  @Test func `replaces a wrong remembered lift delay after five lifts`() throws {
    let small = try flicks(
      late: Array(repeating: 110, count: 6), remembered: LearnedValues(liftDelay: .milliseconds(4)))
    #expect(small.hasVelocity == [false, false, false, false, false, true])
    let large = try flicks(
      late: Array(repeating: 8, count: 6), remembered: LearnedValues(liftDelay: .milliseconds(110)))
    #expect(large.hasVelocity == Array(repeating: true, count: 6))
    #expect(
      large.messages.map(\.liftDelayMicroseconds) == Array(repeating: 110_000, count: 5) + [8000, 8000])
  }

  @Test func `is remembered only if neither the configuration nor the library knows it`() throws {
    let known = LearnedValues(liftDelay: .milliseconds(50))
    let library = try flicks(late: [], remembered: known, product: 0x0107)
    #expect(
      library.messages[0].liftDelaySource == "library" && library.messages[0].liftDelayMicroseconds == 87_000)
    let config = try flicks(late: [], remembered: known, toml: "[[panel]]\nlift_delay = \"7ms\"\n")
    #expect(
      config.messages[0].liftDelaySource == "config" && config.messages[0].liftDelayMicroseconds == 7000)
    #expect(try flicks(late: [], remembered: nil).messages[0].liftDelaySource == "none")
  }

  @Test(arguments: [0, 1, 40_000] as [Int64])
  func `is learned equally in a live run and in replay`(oversleep: Int64) throws {
    let events = flicks(late: [110, 112, 60, 110, 113, 110, 120, 250, 190, 95])
    let recorded = try panel(events)
    var numbering = SwipeNumbering()
    var replayed = Telling()
    let playback = Playback(recorded)
    _ = playback.play(through: nil, numbering: &numbering, into: &replayed)

    // The loop wakes at each deadline, perhaps late, and reads the waiting events.
    let pipeline = PanelPipeline(recorded.setup)
    var live = Telling()
    numbering = SwipeNumbering()
    for event in events {
      while let due = pipeline.deadline, due + Interval(microseconds: oversleep) < event.instant {
        pipeline.advance(
          to: due + Interval(microseconds: oversleep), numbering: &numbering, into: &live)
      }
      pipeline.consume(event, numbering: &numbering, into: &live)
    }
    #expect(live.lines == replayed.lines)
    #expect(replayed.lines.count > 100)
    #expect(pipeline.message == playback.message)
    #expect(pipeline.message.liftDelayMicroseconds > 90_000)
  }
}
