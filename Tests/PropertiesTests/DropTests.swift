import GestureCore
import Panels
import Recordings
import TestKit
import Testing

/// Fingers that land, move and lift at random, as a library panel sends them.
struct RandomTouches {
  private var generator: SplitMix64
  let panel: LibraryPanel

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    panel = LibraryPanel.all[Int(seed % UInt64(LibraryPanel.all.count))]
  }

  /// About `scans` scans; up to four fingers, each flicking, dragging or resting.
  mutating func events(scans: Int) throws -> [InputEvent] {
    var writer = try PanelWriter(panel)
    var events: [InputEvent] = []
    var fingers: [(finger: PanelWriter.Finger, speed: Translation)] = []
    var next = 0
    var now = Instant(microseconds: 1_000_000)
    let maxFingers = min(4, panel.fingers)
    for _ in 0..<scans {
      for index in fingers.indices {
        let speed = fingers[index].speed
        let position = fingers[index].finger.position + speed
        fingers[index].finger.position = PanelPoint(
          x: min(max(position.x, 0), panel.extent.width), y: min(max(position.y, 0), panel.extent.height))
      }
      if fingers.count < maxFingers, Int.random(in: 0..<4, using: &generator) == 0 {
        next += 1
        let position = writer.point(
          .random(in: 5...95, using: &generator), .random(in: 5...95, using: &generator))
        let speed = Translation(
          x: .random(in: -6...6, using: &generator), y: .random(in: -6...6, using: &generator))
        let isResting = Int.random(in: 0..<4, using: &generator) == 0
        fingers.append((PanelWriter.Finger(next, position), isResting ? .zero : speed))
      }
      if !fingers.isEmpty, Int.random(in: 0..<6, using: &generator) == 0 {
        fingers.remove(at: Int.random(in: 0..<fingers.count, using: &generator))
      }
      events += writer.scan(fingers.map(\.finger), at: now)
      now = now + panel.period
    }
    return events
  }
}

@Suite struct `Lost events` {
  /// Streams of some 80 events; a debug build tries a part of them.
  @Test func `leave no contact stuck and decide no swipe across the gap, on every panel`() throws {
    let first: UInt64 = .random(in: 0..<1_000_000_000)
    var cases = 0
    let streams = UInt64(trials(10_000, debug: 12))
    for seed in first... {
      // A stream can have almost no events: twelve of them once had 153.
      guard seed < first + streams || cases < 200 else { break }
      var touches = RandomTouches(seed: seed)
      let trial = try DropTrial(touches.panel, events: try touches.events(scans: 10))
      var generator = SplitMix64(seed: seed)
      for index in trial.events.indices {
        let reader = Reader.allCases[Int.random(in: 0..<3, using: &generator)]
        let lost = trial.loss(at: index, for: reader, generator: &generator)
        let fault = trial.fault(losing: lost, at: index, by: reader)
        cases += 1
        guard let fault else { continue }
        Issue.record("seed \(seed), \(trial.panel), \(reader): \(lost) lost at event \(index): \(fault)")
        return
      }
    }
  }

  /// The recordings with at most 2,000 events; a debug build tries a few events of each.
  static let recordings: [String] = {
    let rows = (try? Material.rows("recordings/index.csv")) ?? []
    // A frame has at least two events.
    let short = rows.filter { $0["frames"].flatMap { Int($0) }.map { $0 <= 1000 } ?? false }
    let files = short.compactMap { $0["file"] }.filter { file in
      guard let path = try? Material.path("recordings/\(file)"), let recording = try? RecordingFile.read(path)
      else { return false }
      return (20...2000).contains(recording.events.count)
        && TouchscreenTest(recording.description).isTouchscreen
    }
    return files.isEmpty ? ["index.csv is missing"] : files
  }()

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `are tried in at least 20 recordings`() {
    #expect(Self.recordings.count >= 20)
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)), arguments: recordings)
  func `leave no contact stuck and decide no swipe across the gap, anywhere in a recording`(file: String)
    throws
  {
    let recording = try RecordingFile.read(try Material.path("recordings/\(file)"))
    let trial = try DropTrial(LibraryPanel(recording.description), events: recording.events)
    let seed: UInt64 = .random(in: 0..<1_000_000_000)
    var generator = SplitMix64(seed: seed)
    for index in stride(from: 0, to: trial.events.count, by: trials(1, debug: 200)) {
      for reader in Reader.allCases {
        let lost = trial.loss(at: index, for: reader, generator: &generator)
        guard let fault = trial.fault(losing: lost, at: index, by: reader) else { continue }
        Issue.record("seed \(seed), \(file), \(reader): \(lost) lost at event \(index): \(fault)")
        return
      }
    }
  }
}
