import Evdev
import FlickProtocol
import Panels
import Pipeline
import TestKit
import Testing

@testable import FlickDaemon
@testable import GestureCore

/// A source that always has another event until its last one, so the panel is behind from the first
/// turn on, on any machine.
@Suite struct `A panel that delivers faster than flickd answers` {
  private let view = View(level: .positions, phases: [.begin, .update, .end, .cancel])

  /// Ten fingers at 1000 Hz, three times: 30 events a frame, one swipe each time.
  private let events = MadeRecording(
    (0..<30).map { number in
      MadeRecording.Finger(
        at: Int64(number / 10) * 600, from: (15 + 20 * Double(number % 10), 20), by: (2, 90), lasting: 400,
        liftShare: 0.7)
    }, period: 1000
  ).events

  /// Plays all events, and returns the lines of each turn.
  private func play(_ glass: Glass, dropping drop: Int? = nil) throws -> [[String]] {
    var turns: [[String]] = []
    var (next, isDrained, isDropped) = (0, false, false)
    while !isDrained {
      turns.append(
        try glass.turn {
          if next == drop, !isDropped {
            isDropped = true
            return .dropped(events[next].instant)
          }
          guard next < events.count else {
            isDrained = true
            return .drained
          }
          next += 1
          return .event(events[next - 1])
        })
    }
    return turns
  }

  /// The lines without `seq`, which the skipped updates change.
  private func unnumbered(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(#/"seq":\d+,/#, with: "") }
  }

  private func isUpdate(_ line: String) -> Bool { line.contains(#""phase":"update""#) }

  @Test func `gets the begins and ends of a replay, and skips updates only`() throws {
    let glass = try Glass(view)
    let turns = try play(glass)
    let lines = unnumbered(turns.flatMap(\.self))
    let replay = unnumbered(try Glass.replay(events, view))
    #expect(lines.filter { !isUpdate($0) } == replay.filter { !isUpdate($0) })
    #expect(lines.filter { !isUpdate($0) }.count == 6)
    var rest = replay[...]
    for line in lines {
      let index = try #require(rest.firstIndex(of: line), "not in the replay, or out of order: \(line)")
      rest = rest[(index + 1)...]
    }
    let updates = lines.count { isUpdate($0) }
    #expect(glass.broadcast.skipped == Int64(replay.count { isUpdate($0) } - updates))
    #expect(glass.broadcast.skipped > Int64(4 * updates))
    #expect(glass.client.merged == 0)
    let frames = events.count { $0.code == EventCode.synReport && $0.type == 0 }
    #expect(glass.counts.message.frames == Int64(frames))
    #expect(glass.counts.message.dropped == 0)
  }

  @Test func `still gets one update of each swipe in a turn`() throws {
    let turns = try play(try Glass(view))
    for lines in turns.dropFirst() { #expect(lines.count { isUpdate($0) } <= 1) }
    // A turn reads at least eight frames of a swipe of 280 frames, unless the machine is slow.
    #expect(turns.count { $0.contains(where: isUpdate) } > 60)
  }

  @Test func `gets every update again once flickd has caught up`() throws {
    let glass = try Glass(view)
    _ = try play(glass)
    #expect(!glass.isBehind)
    let skipped = glass.broadcast.skipped
    let frames = MadeRecording.stillDown.events.map { event in
      var event = event
      event.instant = event.instant + .milliseconds(10_000)
      return event
    }
    var updates = 0
    for frame in frames.split(after: { $0.type == EventCode.syn }) {
      var left = frame[...]
      let lines = try glass.turn { left.popFirst().map(LivePanel.ReadResult.event) ?? .drained }
      updates += lines.count { isUpdate($0) }
    }
    #expect(updates > 40)
    #expect(glass.broadcast.skipped == skipped)
  }

  @Test func `reports events that the kernel dropped as dropped`() throws {
    let glass = try Glass(view)
    // Within the second swipe.
    let drop = try #require(events.firstIndex { $0.instant >= Instant(microseconds: 1_750_000) })
    let lines = try play(glass, dropping: drop).flatMap(\.self)
    #expect(lines.count { $0.contains(#""phase":"cancel","reason":"dropped""#) } == 1)
    #expect(glass.counts.message.dropped == 1)
    #expect(lines.count { $0.contains(#""phase":"end""#) } == 2)
  }

  @Test func `sends no held update after the end of a swipe`() throws {
    // The view shows neither begins nor ends.
    let glass = try Glass(View(level: .positions, phases: .update), maxRate: 10)
    var swipe = SwipeFact.moved(at: 1000)
    swipe.phase = .begin
    glass.publish(swipe)
    for time in stride(from: 1010, through: 1050, by: 10) { glass.publish(.moved(at: Int64(time))) }
    #expect(try glass.endTurn().count == 1, "the first update is sent, and the others wait")
    #expect(glass.client.updateDue != .max)
    var end = SwipeFact.moved(at: 1060)
    end.phase = .end
    glass.publish(end)
    #expect(glass.client.updateDue == .max)
    #expect(try glass.endTurn().isEmpty)
  }
}

extension SwipeFact {
  /// An update of a swipe to the right, at a time in ms.
  fileprivate static func moved(at milliseconds: Int64) -> SwipeFact {
    let displacement = Double(milliseconds - 900) / 10
    return SwipeFact(
      phase: .update, swipe: SwipeID(number: 1), instant: Instant(microseconds: milliseconds * 1000),
      fingers: 1, start: PanelPoint(x: 40, y: 30), translation: Translation(x: displacement, y: 0),
      excursion: displacement,
      travel: displacement,
      estimate: VelocityEstimate(
        velocity: Velocity(x: 100, y: 0), samples: 9, window: .milliseconds(80), confidence: 1),
      age: .zero, duration: .milliseconds(milliseconds - 900), idle: nil)
  }
}

extension Array {
  /// The parts that end with an element for which `isLast` holds.
  fileprivate func split(after isLast: (Element) -> Bool) -> [[Element]] {
    var parts: [[Element]] = [[]]
    for element in self {
      parts[parts.count - 1].append(element)
      if isLast(element) { parts.append([]) }
    }
    return parts.filter { !$0.isEmpty }
  }
}
