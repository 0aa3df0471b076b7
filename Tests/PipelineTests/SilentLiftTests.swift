import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import Testing

@testable import Pipeline

/// Keeps the reports, to compare them.
private struct Telling: SwipeSink, ~Copyable {
  var lines: [String] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    lines.append(
      "\(fact.instant.microseconds) \(fact.swipe.number) \(fact.phase) \(fact.estimate.velocity.x)")
  }
}

@Suite struct `A panel that reports lifts only by silence` {
  private static let description: PanelDescription = {
    var panel = PanelDescription()
    panel.properties = 2
    panel.axes = [
      EventCode.mtPositionX: AxisRange(minimum: 0, maximum: 4000, resolution: 20),
      EventCode.mtPositionY: AxisRange(minimum: 0, maximum: 2000, resolution: 20),
    ]
    return panel
  }()

  /// A finger that rests for 400 ms, then flicks of 90 ms, one a second; the panel never reports a
  /// lift.
  private func events(flicks: Int) -> [InputEvent] {
    var events: [InputEvent] = []
    func list(_ x: Int32, at time: Int64) {
      let instant = Instant(microseconds: time)
      for (code, value) in [(EventCode.mtPositionX, x), (EventCode.mtPositionY, 900)] {
        events.append(InputEvent(instant: instant, type: EventCode.abs, code: code, value: value))
      }
      for code in [EventCode.synMTReport, EventCode.synReport] {
        events.append(InputEvent(instant: instant, type: EventCode.syn, code: code, value: 0))
      }
    }
    for frame in 0..<40 { list(500, at: Int64(frame) * 10_000) }
    for flick in 1...flicks {
      for step in 0...9 { list(800 + Int32(step) * 80, at: Int64(flick) * 1_000_000 + Int64(step) * 10_000) }
    }
    return events
  }

  private func panel(_ events: [InputEvent]) throws -> RecordedPanel {
    let recording = Recording(name: "silent", format: .evemu, description: Self.description, events: events)
    return try #require(RecordedPanel.panels(for: [recording], settings: Settings()).first)
  }

  @Test func `ends each flick with its velocity, 200 ms after the last frame`() throws {
    var telling = Telling()
    var numbering = SwipeNumbering()
    _ = Playback(try panel(events(flicks: 4))).play(through: nil, numbering: &numbering, into: &telling)
    let ends = telling.lines.filter { $0.contains(" end ") }.map { $0.split(separator: " ") }
    #expect(ends.map { $0[0] } == ["1290000", "2290000", "3290000"])
    #expect(ends.map { $0[1] } == ["1", "2", "3"])
    for end in ends { #expect(abs((Double(end[3]) ?? 0) - 400) < 4) }
    #expect(telling.lines.last?.contains("cancel") == true, "the recording ends within the silence")
  }

  @Test(arguments: [1, 3000, 70_000, 400_000] as [Int64])
  func `reports the same at any polling interval`(step: Int64) throws {
    let events = events(flicks: 4)
    var whole = Telling()
    var numbering = SwipeNumbering()
    _ = Playback(try panel(events)).play(through: nil, numbering: &numbering, into: &whole)
    var telling = Telling()
    numbering = SwipeNumbering()
    let playback = Playback(try panel(events))
    var now = playback.begin
    while let due = playback.play(through: now, numbering: &numbering, into: &telling) {
      #expect(due > now)
      now = max(due, now + Interval(microseconds: step))
    }
    #expect(telling.lines == whole.lines)
  }
}

@Suite struct `A panel that reports each finger in a separate frame` {
  @Test(arguments: [1000, 2000, 3000] as [Int64])
  func `estimates each finger like a single one`(apart: Int64) throws {
    var events: [InputEvent] = []
    func frame(_ slot: Int32, id: Int32? = nil, x: Int32? = nil, at time: Int64) {
      let instant = Instant(microseconds: time)
      for (code, value) in [
        (EventCode.mtSlot, slot), (EventCode.mtTrackingID, id), (EventCode.mtPositionX, x),
        (EventCode.mtPositionY, id.flatMap { $0 < 0 ? nil : 500 }),
      ] {
        guard let value else { continue }
        events.append(InputEvent(instant: instant, type: EventCode.abs, code: code, value: value))
      }
      events.append(InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0))
    }
    // One finger flicks at 400 mm/s, and two rest further away than a hand is wide, in scans of 16
    // ms.
    for scan in 0...20 {
      let begin = Int64(scan) * 16_000
      for slot in 0...2 as ClosedRange<Int32> {
        let x = slot == 1 ? 3000 + Int32(scan) * 128 : 300 + slot * 3700
        if scan < 20 {
          frame(slot, id: scan == 0 ? slot + 1 : nil, x: x, at: begin + Int64(slot) * apart)
        } else {
          frame(slot, id: -1, at: begin + Int64(slot) * apart)
        }
      }
    }
    var panel = tablet()
    panel.axes[EventCode.mtPositionX]?.maximum = 8000
    let file = Recording(name: "split", format: .evemu, description: panel, events: events)
    let playback = Playback(try #require(RecordedPanel.panels(for: [file], settings: Settings()).first))
    var telling = Telling()
    var numbering = SwipeNumbering()
    _ = playback.play(through: nil, numbering: &numbering, into: &telling)
    #expect(telling.lines.count { $0.contains(" begin ") } == 1)
    let end = try #require(telling.lines.last).split(separator: " ")
    #expect(end[2] == "end")
    #expect(abs((Double(end[3]) ?? 0) - 400) < 4)
    #expect(
      !telling.lines.contains { $0.hasSuffix(" update 0.0") }, "frames of other contacts do not end the rest")
    #expect(playback.counts.rejected.ghost == 0)
  }
}
