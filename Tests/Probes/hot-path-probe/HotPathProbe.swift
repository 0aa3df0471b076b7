import Benchmarks
import CCallCount
import Configuration
import FlickProtocol
import GestureCore
import Glibc
import Panels
import Pipeline

/// Counts what the way from kernel events to lines that are written costs in allocations and large
/// copies: none, or it exits 1.
///
/// Ten fingers, each a swipe of its own, circle on a large panel for thousands of frames and are
/// lifted and put down again all the while, so that every phase is encoded, for everybody's views,
/// and judged by four zones with 64 snap points each, of which some lie in others. The first frames
/// warm the buffers up and are not counted. `plant` allocates once a frame and `plant-copy` copies
/// 2 kB, to show that the count finds them; `query-plant` and `query-plant-copy` do so only where
/// the velocity alone is asked for.
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
      fingers: CrowdedPanel.mostFingers, frames: warmUp + counted, restless: true)
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

/// What is done wrong on purpose, once a frame or a query.
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

/// A connection's queue, in a place of its own: the recogniser moves its sink in every frame.
private final class Reader {
  var queue = LineQueue()
}

/// Encodes every fact for each view, as the daemon does, into the queues of connections of three
/// kinds.
///
/// One reader takes all at the end of each frame, one some of it, one for whom the pace is set
/// takes all, and one takes nothing but what makes room again before it would be cut off. So lines
/// go straight through, wait, are replaced and held.
private struct EncodingSink: SwipeSink, ~Copyable {
  var lines = 0
  /// How many facts each zone has judged.
  var snaps: [Int]
  private let setup: PanelSetup
  private let names = NestedZones.names
  private var evaluator = ZoneEvaluator(plans: NestedZones.plans)
  private var encoders: [SwipeEncoder]
  private let readers: [Reader]
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

  /// How many updates were replaced in the queues.
  var merged: Int64 { readers[1].queue.merged + readers[3].queue.merged }

  mutating func receive(_ fact: borrowing SwipeFact) {
    now = fact.instant.microseconds
    let evaluation = evaluator.evaluate(fact, of: setup)
    if let zone = evaluation.zone, zone.snap != nil, let place = names.firstIndex(of: zone.name) {
      snaps[place] += 1
      // The app moves its content also while fingers swipe there.
      if snaps[place] % 50 == 0 {
        let update = ZoneUpdate(zone: names[place], offset: Double(snaps[place] % 90))
        _ = encoders[3].update(update, owner: 1)
      }
    }
    for view in encoders.indices {
      guard encoders[view].encode(fact, of: setup) else { continue }
      for reader in readers {
        lines += 1
        guard reader.queue.append(&encoders[view], now: now) else { exit(70) }
      }
    }
  }

  /// Has the readers take what they take at the end of a frame.
  mutating func endFrame() {
    guard readers[2].queue.release(now: now) else { exit(70) }
    readers[0].queue.write { $0.count }
    readers[1].queue.write { min($0.count, 3000) }
    readers[2].queue.write { $0.count }
    // So that it waits long, and is not cut off.
    if readers[3].queue.count > ProtocolLimits.queuedBytes * 3 / 4 { readers[3].queue.write { $0.count } }
    if readers[1].queue.count > ProtocolLimits.queuedBytes * 3 / 4 { readers[1].queue.write { $0.count } }
  }
}
