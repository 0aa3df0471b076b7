import Benchmarks
import CCallCount
import FlickProtocol
import GestureCore
import Glibc
import Panels
import Pipeline
import Settings

/// Counts allocations and large copies on the path from kernel events to written lines; exits with
/// 1 if there are any.
///
/// Ten fingers, each a swipe of its own, circle on a large panel for thousands of frames, and lift
/// and land again throughout. So every phase is encoded for every view, and evaluated by four zones
/// with 64 snap points each, some of them nested. The first frames, in which the buffers grow, are
/// not counted.
///
/// `plant` allocates once per frame and `plant-copy` copies 2 kB, to prove that the count finds
/// them; `query-plant` and `query-plant-copy` do so only in the queries of the velocity.
@main enum HotPathProbe {
  static let warmUp = 600
  static let counted = 2000

  static func main() {
    let word = CommandLine.arguments.dropFirst().first ?? "none"
    let plant = Plant(rawValue: word) ?? .none
    let identity = PanelIdentity(panelID: "probe", source: .replay)
    guard let setup = PanelSetup(CrowdedPanel.description, identity: identity, settings: Settings()) else {
      exit(70)
    }
    let fingers = CrowdedPanel(
      fingers: CrowdedPanel.maxFingers, frames: warmUp + counted, restless: true)
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var sink = EncodingSink(setup)

    play(fingers.frames(0..<warmUp), pipeline, &numbering, &sink, .none)
    sink.lines = 0
    for zone in sink.snaps.indices { sink.snaps[zone] = 0 }
    ccallcount_start()
    play(fingers.frames(warmUp..<(warmUp + counted)), pipeline, &numbering, &sink, plant)
    let counts = ccallcount_stop()

    print(
      "hot-path: \(counted) ten-finger frames, \(sink.lines) lines, snaps \(sink.snaps): \(counts.allocations) allocations, "
        + "\(counts.large_copies) copies of 1 kB or more")
    // Every frame moves ten fingers, and each movement is a line in two of the views.
    guard sink.lines > counted * 10, sink.snaps.reduce(0, +) > counted * 9,
      sink.snaps.allSatisfy({ $0 > counted / 2 }),
      sink.merged > counted
    else { exit(70) }
    let queries = VelocityQueries.count(with: Plant(rawValue: String(word.trimmingPrefix("query-"))) ?? .none)
    exit(isNothing(counts) && isNothing(queries) ? 0 : 1)
  }

  private static func isNothing(_ counts: ccallcount_counts) -> Bool {
    counts.allocations == 0 && counts.large_copies == 0
  }

  @inline(never) private static func play(
    _ events: ArraySlice<InputEvent>, _ pipeline: PanelPipeline, _ numbering: inout SwipeNumbering,
    _ sink: inout EncodingSink, _ plant: Plant
  ) {
    for event in events {
      pipeline.consume(event, numbering: &numbering, into: &sink)
      if event.type == EventCode.syn {
        sink.endFrame()
        plant.act()
      }
    }
  }
}

/// A planted fault, once per frame or query.
enum Plant: String {
  case none
  case allocation = "plant"
  case copy = "plant-copy"

  @inline(never) func act() {
    switch self {
    case .none: break
    case .allocation: withExtendedLifetime([UInt8](repeating: 0, count: Int.random(in: 40...50))) {}
    case .copy:
      var words = InlineArray<256, Int>(repeating: Int.random(in: 0...9))
      exchange(&words)
    }
  }

  @inline(never) private func exchange(_ words: inout InlineArray<256, Int>) {
    let old = words
    words[Int.random(in: 0..<256)] += 1
    blackHole(old)
  }

  @inline(never) private func blackHole(_ words: InlineArray<256, Int>) {
    if words[3] == -1 { exit(70) }
  }
}

/// A connection's queue; a class, because the recogniser moves its sink in every frame.
private final class Reader {
  var queue = LineQueue()
}

/// Encodes every fact for each view into the queues of connections, as the daemon does.
///
/// One client takes everything at the end of each frame, and one takes a part. One with a limited
/// rate takes everything. One takes only enough to avoid being disconnected. So lines are sent
/// directly, wait, are merged and are delayed.
private struct EncodingSink: SwipeSink, ~Copyable {
  var lines = 0
  /// The number of facts that each zone has evaluated.
  var snaps: [Int]
  private let setup: PanelSetup
  private let names = NestedZones.names
  private var evaluator = ZoneEvaluator(zones: NestedZones.plans)
  private var published = PublishedSwipes(zones: NestedZones.plans)
  private var encoders: [SwipeEncoder]
  private let readers: [Reader]
  /// For each view, the updates that the pace of the third reader delays.
  private var held = [HeldUpdates](repeating: HeldUpdates(), count: 4)
  private var now: Int64 = 0

  init(_ setup: PanelSetup) {
    self.setup = setup
    let all: Phases = [.begin, .update, .end, .cancel]
    var looking = View(unit: .points, level: .positions, phases: all)
    looking.lookahead = .milliseconds(16)
    encoders = [
      View(level: .decisions), View(level: .positions), View(level: .motion, phases: all), looking,
    ].map { SwipeEncoder(view: $0, millimetersPerPoint: 25.4 / 163, configured: NestedZones.plans) }
    snaps = NestedZones.names.map { _ in 0 }
    readers = (0..<4).map { _ in Reader() }
    readers[2].queue.setRate(60)
  }

  /// The number of updates that were merged in the queues.
  var merged: Int64 { readers[1].queue.merged + readers[3].queue.merged }

  mutating func receive(_ fact: borrowing SwipeFact) {
    now = fact.instant.microseconds
    let lowerID = published.note(fact, of: setup)
    let evaluation = evaluator.evaluate(fact, of: setup)
    if let zone = evaluation.zone, zone.snap != nil, let index = names.firstIndex(of: zone.name) {
      snaps[index] += 1
      // The app also moves its content while fingers swipe in the zone.
      if snaps[index] % 50 == 0 {
        let update = ZoneUpdate(zone: names[index], offset: Double(snaps[index] % 90))
        _ = encoders[3].update(update, owner: 1)
      }
    }
    for view in encoders.indices {
      switch encoders[view].note(fact, of: setup) {
      case .none: continue
      case .update:
        encoders[view].encodeUpdate(fact, of: setup)
        for reader in readers {
          if reader.queue.admit(fact.swipe, now: now) {
            append(view, to: reader)
          } else {
            held[view].hold(HeldUpdates.Update(fact, of: setup, frameTime: now, isOffered: true))
          }
        }
      case .other:
        if fact.phase.isLast {
          held[view].drop(fact.swipe)
          readers[2].queue.forget(fact.swipe)
        }
        guard encoders[view].encode(fact, of: setup, lowerID: lowerID) else { continue }
        for reader in readers { append(view, to: reader) }
      }
    }
  }

  private mutating func append(_ view: Int, to reader: Reader) {
    lines += 1
    guard reader.queue.append(&encoders[view]) else { exit(70) }
  }

  /// Sends the delayed updates that are due.
  private mutating func release() {
    for view in held.indices {
      for index in held[view].updates.indices {
        guard let update = held[view].updates[index],
          readers[2].queue.release(update.fact.swipe, now: now)
        else { continue }
        encoders[view].encodeUpdate(update.fact, of: update.panel)
        append(view, to: readers[2])
      }
    }
  }

  /// Takes lines from each queue at the end of a frame.
  mutating func endFrame() {
    release()
    readers[0].queue.write { $0.count }
    readers[1].queue.write { min($0.count, 3000) }
    readers[2].queue.write { $0.count }
    // Long waiting lines, but no disconnection.
    for slow in [1, 3] where readers[slow].queue.count > ProtocolLimits.queuedBytes / 2 {
      readers[slow].queue.write { $0.count }
    }
  }
}
