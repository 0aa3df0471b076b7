import GestureCore
import PanelTuning
import Panels
import TestKit
import Testing

/// A walk of a made panel, and the clock that its caller has.
private final class Walked {
  private(set) var walk: StationWalk
  private var reader: FrameReader
  private var touches: MadeTouches
  private var read = 0

  init(_ stations: [Station], patience: Interval = .seconds(60)) throws {
    touches = try MadeTouches(MadePanel.all[4])
    let panel = MeasuredPanel(touches.panel.device)
    walk = StationWalk(panel, geometry: panel.geometry, stations: stations, patience: patience)
    reader = FrameReader(panel)
  }

  var now: Instant { Instant(microseconds: touches.now) }

  func change(_ body: (inout StationWalk, Instant) -> Void) { body(&walk, now) }

  /// Passes what fingers do to the walk; leaves stations that are over, and returns their outcomes.
  func play(_ fingers: (inout MadeTouches) -> Void) -> [StationWalk.Outcome] {
    fingers(&touches)
    var outcomes: [StationWalk.Outcome] = []
    for event in touches.events[read...] {
      outcomes += advance(to: event.instant)
      for frame in reader.consume(event) { walk.add(frame) }
    }
    read = touches.events.count
    return outcomes + advance(to: now)
  }

  private func advance(to now: Instant) -> [StationWalk.Outcome] {
    var outcomes: [StationWalk.Outcome] = []
    while let due = walk.due, due <= now {
      if walk.advance(to: due), let outcome = walk.leave(at: due) { outcomes.append(outcome) }
    }
    return outcomes
  }

  func value(_ metric: MetricName) -> Double? {
    walk.measurements.first { $0.metric == metric && $0.unit != .units }?.value
  }
}

private func tap(_ touches: inout MadeTouches, by offset: Double = 0) {
  let middle = touches.middle
  for _ in 0..<8 {
    touches.play(0.1) { _ in PanelPoint(x: middle.x + offset, y: middle.y) }
    touches.lift()
    touches.wait(200)
  }
  touches.wait(800)
}

@Suite struct `A walk through the stations` {
  @Test func `has not begun before its start`() throws {
    let walked = try Walked(Station.all)
    #expect(walked.walk.present == nil && walked.walk.due == nil && !walked.walk.isOver)
    _ = walked.play { tap(&$0) }
    #expect(walked.walk.visits.isEmpty && walked.value(.contacts) == nil)
  }

  @Test func `leaves a station when its metrics are answered and the finger rests`() throws {
    let walked = try Walked([.taps, .handsOff])
    walked.change { $0.start(at: $1) }
    #expect(walked.walk.states == [.asked, .waiting])
    let outcomes = walked.play { tap(&$0) }
    #expect(outcomes.map(\.station) == [.taps] && outcomes.allSatisfy { !$0.isSkipped })
    #expect(outcomes[0].measurements.contains { $0.metric == .tapRepeatability && $0.value == 0 })
    #expect(walked.walk.states == [.done, .asked] && walked.walk.present == 1)
    _ = walked.play { $0.wait(10_600) }
    #expect(walked.walk.states == [.done, .done] && walked.walk.isOver && walked.walk.due == nil)
    #expect(walked.value(.ghosts) == 0 && walked.value(.tapRepeatability) == 0)
    #expect(walked.walk.visits.map(\.station) == [.taps, .handsOff])
    #expect(walked.walk.visits[0].end == walked.walk.visits[1].begin)
  }

  @Test func `leaves a station when its patience is over`() throws {
    let walked = try Walked([.resting, .drumming], patience: .seconds(2))
    walked.change { $0.start(at: $1) }
    let outcomes = walked.play { $0.wait(5000) }
    #expect(outcomes.map(\.station) == [.resting, .drumming])
    #expect(walked.walk.isOver && walked.walk.states == [.done, .done])
    #expect(walked.value(.restingJitter) == nil)
  }

  @Test func `keeps what a skipped station measured`() throws {
    let walked = try Walked([.swipes, .taps])
    walked.change { $0.start(at: $1) }
    _ = walked.play { touches in for _ in 0..<4 { touches.swipe() } }
    #expect(walked.walk.present == 0)
    walked.change { _ = $0.leave(isSkipped: true, at: $1) }
    #expect(walked.walk.states == [.skipped, .asked])
    #expect(walked.value(.reportRate) != nil)
  }

  @Test func `forgets the station before when it is repeated, and keeps the others`() throws {
    let walked = try Walked([.swipes, .taps, .handsOff])
    walked.change { $0.start(at: $1) }
    _ = walked.play { touches in
      for _ in 0..<7 { touches.swipe() }
      touches.wait(500)
    }
    let swiped = try #require(walked.value(.reportRate))
    _ = walked.play { tap(&$0, by: 4) }
    #expect(walked.walk.present == 2 && walked.value(.tapRepeatability) == 0)
    walked.change { $0.again(at: $1) }
    #expect(walked.walk.states == [.done, .asked, .waiting] && walked.walk.visits.count == 2)
    #expect(walked.value(.tapRepeatability) == nil && walked.value(.reportRate) == swiped)
    _ = walked.play { tap(&$0) }
    #expect(walked.value(.tapRepeatability) == 0 && walked.walk.states == [.done, .done, .asked])
    walked.change { _ = $0.end(at: $1) }
    #expect(walked.walk.isOver && walked.walk.states == [.done, .done, .skipped])
    walked.change { $0.again(at: $1) }
    #expect(!walked.walk.isOver && walked.walk.states == [.done, .done, .asked])
  }

  @Test func `begins its first station again`() throws {
    let walked = try Walked([.swipes, .taps])
    walked.change { $0.start(at: $1) }
    _ = walked.play { $0.swipe() }
    #expect(walked.value(.contacts) == 1)
    walked.change { $0.again(at: $1) }
    #expect(walked.walk.states == [.asked, .waiting] && walked.value(.contacts) == nil)
    #expect(walked.walk.visits.map(\.begin) == [walked.now])
  }

  @Test(arguments: [
    ("a tap on a button", 0.1, 0.0, 200.0, true), ("a tap before a pause", 0.1, 0.0, 1500.0, false),
    ("a finger that rested", 1.5, 0.0, 200.0, false), ("a finger that moved", 0.1, 30.0, 200.0, false),
  ])
  func `withdraws the tap that pressed a button, and nothing else`(
    name: String, seconds: Double, distance: Double, pause: Double, isWithdrawn: Bool
  ) throws {
    let walked = try Walked([.edges, .taps])
    walked.change { $0.start(at: $1) }
    _ = walked.play { touches in
      touches.swipe()
      touches.wait(2000)
      let middle = touches.middle
      touches.play(seconds) { middle + Translation(x: distance * $0 / seconds, y: 0) }
      touches.lift()
      touches.wait(pause)
    }
    walked.change { walk, now in
      let answer = walk.withdrawTap(at: now)
      #expect(answer == isWithdrawn, "\(name)")
      let second = walk.withdrawTap(at: now)
      #expect(!second, "\(name)")
    }
    let contacts = try #require(walked.walk.measurements.first { $0.metric == .contacts })
    #expect(contacts.samples == (isWithdrawn ? 1 : 2), "\(name)")
  }

  @Test func `withdraws no finger that rests, although its panel reports nothing meanwhile`() throws {
    let walked = try Walked([.resting, .taps])
    walked.change { $0.start(at: $1) }
    _ = walked.play { touches in
      let middle = touches.middle
      touches.play(0.1) { _ in middle }
      touches.wait(5000)
    }
    walked.change { walk, now in
      let answer = walk.withdrawTap(at: now)
      #expect(!answer)
    }
  }

  @Test func `ends at once, and starts again with nothing`() throws {
    let walked = try Walked([.swipes, .taps])
    walked.change { $0.start(at: $1) }
    _ = walked.play { touches in for _ in 0..<3 { touches.swipe() } }
    walked.change { walk, now in
      let first = walk.end(at: now)
      #expect(first?.isSkipped == true)
      let (second, third) = (walk.end(at: now), walk.leave(at: now))
      #expect(second.map(\.station) == nil && third.map(\.station) == nil)
    }
    #expect(walked.walk.isOver && walked.walk.states == [.skipped, .waiting])
    walked.change { $0.start(at: $1) }
    #expect(walked.walk.states == [.asked, .waiting] && walked.value(.contacts) == nil)
  }

  @Test func `has the stations of flickctl measure, and targets after the taps`() {
    #expect(Station.onDisplay.filter { $0 != .targets } == Station.all)
    #expect(
      Station.onDisplay.firstIndex(of: .targets) == Station.onDisplay.firstIndex(of: .taps).map { $0 + 1 })
    #expect(Station(word: "targets") == nil && !Station.wordList.contains("targets"))
  }
}
