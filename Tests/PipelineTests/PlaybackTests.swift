import FlickProtocol
import Foundation
import GestureCore
import Panels
import Recordings
import Settings
import Testing

@testable import Pipeline

@Suite struct `Playback of a recording` {
  /// About `seconds` of the synthetic panel.
  private func demo(seconds: Int64) -> [InputEvent] {
    var panel = DemoPanel(seed: 7)
    var events: [InputEvent] = []
    var frame: [InputEvent] = []
    repeat {
      panel.nextFrame(into: &frame)
      events += frame
    } while frame.last.map { $0.instant < Instant(microseconds: seconds * 1_000_000) } ?? false
    return events
  }

  private func panel(_ events: [InputEvent]) throws -> RecordedPanel {
    let recording = Recording(
      name: "demo", format: .evemu, description: DemoPanel.description, events: events)
    return try #require(RecordedPanel.panels(for: [recording], settings: Settings()).first)
  }

  /// The lines of a whole playback, in steps of this number of µs, or at once.
  private func lines(
    of events: [InputEvent], step: Int64?,
    view: View = View(level: .positions, phases: [.begin, .update, .end, .cancel])
  ) throws -> [String] {
    let panel = try panel(events)
    var log = LineLog(SwipeEncoder(view: view, millimetersPerPoint: 25.4 / 163), of: panel.setup)
    var numbering = SwipeNumbering()
    let playback = Playback(panel)
    guard let step else {
      #expect(playback.play(through: nil, numbering: &numbering, into: &log) == nil)
      return log.lines
    }
    var now = playback.begin
    while let due = playback.play(through: now, numbering: &numbering, into: &log) {
      #expect(due > now, "what is due now has been played")
      now = max(due, now + Interval(microseconds: step))
    }
    return log.lines
  }

  @Test(arguments: [1, 777, 100_000, 5_000_000] as [Int64])
  func `produces equal lines at once and step by step`(step: Int64) throws {
    let events = demo(seconds: 12)
    let whole = try lines(of: events, step: nil)
    #expect(whole.count > 200)
    #expect(try lines(of: events, step: step) == whole)
  }

  @Test func `reports each swipe of the synthetic panel once, from begin to end`() throws {
    let all = try lines(of: demo(seconds: 20), step: nil)
    let begins = all.filter { $0.contains("\"phase\":\"begin\"") }
    let ends = all.filter { $0.contains("\"phase\":\"end\"") }
    #expect(begins.count >= 14)
    #expect(abs(begins.count - ends.count) <= 1)
    let kinds = Set(ends.map { $0.contains("\"kind\":\"flick\"") ? "flick" : "drag" })
    #expect(kinds == ["flick", "drag"])
    #expect(ends.contains { $0.contains("\"commit\":false") })
    for (number, line) in all.enumerated() { #expect(line.contains("\"seq\":\(number + 1),")) }
  }

  @Test func `cancels active swipes when the recording ends`() throws {
    let events = demo(seconds: 3)
    // The frames of the last landing up to the middle of its stroke.
    let landing = try #require(events.lastIndex { $0.code == EventCode.mtTrackingID && $0.value >= 0 })
    let cut = Array(events[..<min(events.count, landing + 60)])
    let frame = try #require(cut.lastIndex { $0.type == EventCode.syn })
    let last = try #require(try lines(of: Array(cut[...frame]), step: nil).last)
    #expect(last.contains("\"phase\":\"cancel\",\"reason\":\"unplugged\""))
  }

  @Test func `skips an unfinished frame`() throws {
    let events = demo(seconds: 3)
    let whole = try lines(of: events, step: nil)
    let torn =
      events + [
        InputEvent(instant: events[events.count - 1].instant, type: EventCode.abs, code: 0x35, value: 9)
      ]
    #expect(try lines(of: torn, step: nil) == whole)
  }

  @Test func `withholds small returns below the level of positions`() throws {
    // A finger that jitters by 4 mm and stays below every threshold.
    var events: [InputEvent] = []
    func add(_ time: Int64, _ code: UInt16, _ value: Int32) {
      events.append(
        InputEvent(instant: Instant(microseconds: time), type: EventCode.abs, code: code, value: value))
    }
    for step in 0...40 {
      let time = Int64(step) * 25_000
      if step == 0 {
        add(time, EventCode.mtSlot, 0)
        add(time, EventCode.mtTrackingID, 5)
        add(time, EventCode.mtPositionY, 900)
      }
      if step < 40 { add(time, EventCode.mtPositionX, 1000 + Int32(step) * 64 / 40) }
      if step == 40 { add(time, EventCode.mtTrackingID, -1) }
      events.append(
        InputEvent(
          instant: Instant(microseconds: time), type: EventCode.syn, code: EventCode.synReport, value: 0))
    }
    #expect(try lines(of: events, step: nil, view: View(level: .positions)).count == 1)
    #expect(try lines(of: events, step: nil, view: View(level: .motion)).isEmpty)
    #expect(try lines(of: events, step: nil, view: View(level: .decisions)).isEmpty)
  }
}
