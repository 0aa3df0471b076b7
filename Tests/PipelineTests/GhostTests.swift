import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import TestKit
import Testing

@testable import Pipeline

private struct Tally: SwipeSink {
  var decisions: CountedDecisions
  var ends = 0
  var idle: [Interval?] = []
  var displacements: [Double] = []

  init(_ setup: PanelSetup) {
    decisions = CountedDecisions(setup)
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    decisions.receive(fact)
    if fact.phase == .begin { idle.append(fact.idle) }
    if fact.phase == .end {
      ends += 1
      displacements.append(fact.translation.x)
    }
  }
}

/// The panel's counts for these events, and its reports.
private func play(
  _ events: [InputEvent], on description: PanelDescription = TouchStream.description
) throws -> (counts: PanelCounts, ends: Int, tally: (idle: [Interval?], displacements: [Double])) {
  let file = Recording(name: "made", format: .evemu, description: description, events: events)
  let panel = try #require(RecordedPanel.panels(for: [file], settings: Settings()).first)
  let playback = Playback(panel)
  var numbering = SwipeNumbering()
  var tally = Tally(panel.setup)
  _ = playback.play(through: nil, numbering: &numbering, into: &tally)
  var counts = playback.counts
  counts.swipes = tally.decisions.all
  return (counts, tally.ends, (tally.idle, tally.displacements))
}

@Suite struct `A panel with ghosts` {
  @Test(arguments: Ghosts.allCases)
  func `commits nothing, over 170 seeds of each kind`(kind: Ghosts) throws {
    var rejected: Int64 = 0
    // The seeds are fixed: in a thousand streams of jumping contacts, about one begins like a
    // flick.
    for seed in 0..<170 {
      var random = SplitMix64(seed: UInt64(seed))
      let stream = kind.stream(&random)
      let (counts, _, _) = try play(stream.events(jitter: &random))
      #expect(counts.swipes.commits == 0, "\(kind), seed \(seed)")
      rejected += counts.rejected.ghost
    }
    #expect(rejected > 170)
  }

  @Test(arguments: Hands.allCases)
  func `is not detected under many fast hands`(kind: Hands) throws {
    for seed in 0..<100 {
      var random = SplitMix64(seed: UInt64(seed))
      let stream = kind.stream(&random)
      let (counts, _, _) = try play(stream.events(jitter: &random))
      #expect(counts.rejected == RejectedCounts(), "\(kind), seed \(seed)")
      #expect(try #require(counts.message.contacts) > 10)
    }
  }

  @Test func `reports fingers again after two calm seconds, and not before`() throws {
    var random = SplitMix64(seed: 3)
    var stream = Ghosts.scattered.stream(&random)
    let storm = stream.frames(in: 4)
    let flick = (0..<12).map { PanelPoint(x: 50 + 8 * Double($0), y: 90) }
    stream.touches.append(TouchStream.Touch(first: storm + stream.frames(in: 1), positions: flick))
    let during = try play(stream.events(jitter: &random))
    #expect(during.ends == 0)
    for number in 0..<10 {
      stream.touches.append(
        TouchStream.Touch(first: storm + stream.frames(in: 2.2 + Double(number) * 0.5), positions: flick))
    }
    let after = try play(stream.events(jitter: &random))
    #expect(after.ends == 10)
    #expect(after.counts.swipes.commits == 10)
  }

  @Test(arguments: [
    (positions: [0.0, 10, 20, 30, 40, 50], isHeard: true), ([0.0, 10, 20, 150, 160, 170], false),
    ([0.0, 60], false), ([0.0, 40, 0, 40, 0, 40], false), ([0.0, 0, 0, 50, 50, 50], false),
    ([0.0, 3, 6, 10, 6, 3, 0, -4], true), ([0.0, 30, 60, 90], true),
    ([0.0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 130, 133, 136], false),
  ])
  func `rejects only movements that no finger can make`(positions: [Double], isHeard: Bool) throws {
    var random = SplitMix64(seed: 1)
    var stream = TouchStream(period: 8000)
    stream.touches = [.init(first: 0, positions: positions.map { PanelPoint(x: 100 + $0, y: 90) })]
    let (counts, ends, _) = try play(stream.events(jitter: &random))
    #expect(ends == (isHeard ? 1 : 0))
    #expect(counts.rejected.ghost == (isHeard ? 0 : 1))
  }

  /// A stroke at 500 mm/s in pieces of five frames, with one frame missing between two pieces.
  ///
  /// Two of the pieces may be flicks.
  @Test func `makes at most two swipes of an interrupted stroke`() throws {
    var random = SplitMix64(seed: 1)
    var stream = TouchStream(period: 8000)
    stream.touches = (0..<6).map { piece in
      TouchStream.Touch(
        first: piece * 6, positions: (0..<5).map { PanelPoint(x: 20 + 4 * Double(piece * 6 + $0), y: 90) })
    }
    let (counts, ends, _) = try play(stream.events(jitter: &random))
    #expect(ends == 2)
    #expect(counts.rejected.ghost == 4)
  }

  /// The outlier is skipped, as if the panel had not reported then.
  @Test(arguments: [
    (positions: [0.0, 6, 12, 18, 24, 30, 36, 42, 48, 140], displacement: 48.0),
    ([0.0, 6, 12, 18, 24, 30, 36, 42, 48, -90, 60, 66], 66.0),
    ([0.0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 60], 9.0),
  ])
  func `is not detected after one outlier`(positions: [Double], displacement: Double) throws {
    var random = SplitMix64(seed: 1)
    var stream = TouchStream(period: 8000)
    stream.touches = [.init(first: 0, positions: positions.map { PanelPoint(x: 100 + $0, y: 90) })]
    let (counts, ends, tally) = try play(stream.events(jitter: &random))
    #expect(ends == 1)
    #expect(counts.rejected == RejectedCounts())
    #expect(abs(try #require(tally.displacements.first) - displacement) < 1.5)
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `is not detected in the shared recordings of people`() throws {
    let files = try Set(ContactRow.all().map(\.file)).sorted()
    #expect(files.count > 80)
    for file in files {
      let recording = try RecordingFile.read(try Material.path("recordings/\(file)"))
      let (counts, _, _) = try play(recording.events, on: recording.description)
      #expect(counts.rejected == RejectedCounts(), "\(file)")
    }
  }
}

@Suite struct `A touch that repeats` {
  /// Taps of one frame at these times, in s.
  private func taps(_ taps: [(time: Double, position: PanelPoint)]) -> TouchStream {
    var stream = TouchStream(period: 8000)
    stream.touches = taps.map { tap in
      TouchStream.Touch(first: stream.frames(in: tap.time), positions: [tap.position])
    }
    return stream
  }

  private let point = PanelPoint(x: 12, y: 34)

  @Test(arguments: [1.1, 2.5, 12.864])
  func `is rejected from its third repetition on, and is not activity`(interval: Double) throws {
    var random = SplitMix64(seed: 1)
    for count in 1...8 {
      let stream = taps((0..<count).map { (Double($0) * interval, point) })
      let (counts, _, _) = try play(stream.events(jitter: &random))
      #expect(counts.rejected.ghost == Int64(max(0, count - 3)))
    }
    var stream = taps((0..<8).map { (Double($0) * interval, point) })
    let flick = (0..<12).map { PanelPoint(x: 100 + 4 * Double($0), y: 90) }
    stream.touches.append(.init(first: stream.frames(in: 7.5 * interval), positions: flick))
    let reported = try play(stream.events(jitter: &random))
    let idle = try #require(reported.tally.idle.last?.map(\.seconds))
    #expect(abs(idle - 5.5 * interval) < 0.05, "since the third touch")
  }

  @Test func `is rejected only at its own times, while people tap everywhere`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var all: [(time: Double, position: PanelPoint)] = (0..<10).map { (Double($0) * 12.864, point) }
    for tap in 0..<300 {
      let position = PanelPoint(x: 40 + 300 * random.part(), y: 10 + 180 * random.part())
      all.append((0.2 + Double(tap) * 0.4 + 0.1 * random.part(), position))
    }
    var stream = taps(all)
    // People's taps last 80 ms.
    for index in stream.touches.indices where stream.touches[index].positions[0] != point {
      stream.touches[index].positions = Array(repeating: stream.touches[index].positions[0], count: 10)
    }
    let (counts, _, _) = try play(stream.events(jitter: &random))
    #expect(counts.rejected.ghost == 7, "seed \(seed)")
  }

  @Test func `is forgotten when a finger stays there`() throws {
    var random = SplitMix64(seed: 1)
    var stream = taps((0..<4).map { (Double($0) * 2, point) })
    stream.touches.append(
      .init(first: stream.frames(in: 8), positions: Array(repeating: point, count: 40)))
    stream.touches.append(.init(first: stream.frames(in: 10), positions: [point]))
    let (counts, _, _) = try play(stream.events(jitter: &random))
    #expect(counts.rejected.ghost == 2)
  }

  @Test func `is accepted from a person who taps in a rhythm`() throws {
    for seed in 0..<200 {
      var random = SplitMix64(seed: UInt64(seed))
      var time = 0.0
      var all: [(time: Double, position: PanelPoint)] = []
      for _ in 0..<60 {
        time += 1.2 * (1 + 0.025 * random.bell())
        all.append((time, PanelPoint(x: 100 + random.bell(), y: 90 + random.bell())))
      }
      var stream = taps(all)
      for index in stream.touches.indices {
        let position = stream.touches[index].positions[0]
        stream.touches[index].positions = Array(repeating: position, count: random.whole(4...12))
      }
      let (counts, _, _) = try play(stream.events(jitter: &random))
      #expect(counts.rejected.ghost == 0, "seed \(seed)")
    }
  }
}
