import CCallCount
import Configuration
import FlickProtocol
import GestureCore
import Glibc
import Panels
import Pipeline

/// Counts what the way from kernel events to encoded lines costs in allocations and large copies: none, or it exits 1.
///
/// Ten fingers circle the glass for thousands of frames and are lifted and put down again all the while, so that every
/// phase is encoded, for everybody's views. The first frames warm the buffers up and are not counted. `plant` allocates
/// once a frame and `plant-copy` copies 2 kB, to show that the count finds them; `query-plant` and `query-plant-copy` do so
/// only where the velocity alone is asked for.
@main enum HotPathProbe {
  static let warmUp = 600
  static let counted = 2000

  static func main() {
    let word = CommandLine.arguments.dropFirst().first ?? "none"
    let plant = Plant(rawValue: word) ?? .none
    let identity = PanelIdentity(panelID: "probe", source: .replay)
    guard let setup = PanelSetup(TenFingers.description, identity: identity, settings: Settings()) else {
      exit(70)
    }
    let fingers = TenFingers(frames: warmUp + counted)
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var sink = EncodingSink(setup)

    play(fingers.frames(0..<warmUp), pipeline, &numbering, &sink, .none)
    sink.lines = 0
    ccallcount_start()
    play(fingers.frames(warmUp..<(warmUp + counted)), pipeline, &numbering, &sink, plant)
    let counts = ccallcount_stop()

    print(
      "hot-path: \(counted) ten-finger frames, \(sink.lines) lines: \(counts.allocations) allocations, "
        + "\(counts.large_copies) copies of 1 kB or more")
    // Every frame moves ten fingers, and each movement is a line in two of the views.
    guard sink.lines > counted * 10 else { exit(70) }
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
      if event.type == EventCode.syn { plant.act() }
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

/// Encodes every fact for each view, as the daemon does, into a queue that is emptied like a socket's.
private struct EncodingSink: SwipeSink, ~Copyable {
  var lines = 0
  private let setup: PanelSetup
  private var encoders: [SwipeEncoder]
  private var queue: [UInt8] = []

  init(_ setup: PanelSetup) {
    self.setup = setup
    let all: Phases = [.begin, .update, .end, .cancel]
    encoders = [
      View(level: .decisions), View(level: .positions), View(level: .motion, phases: all),
      View(unit: .points, level: .positions, phases: all),
    ].map { SwipeEncoder(view: $0, millimetersPerPoint: 25.4 / 163) }
    queue.reserveCapacity(ProtocolLimits.queuedBytes)
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    for view in encoders.indices {
      guard encoders[view].encode(fact, of: setup) else { continue }
      if queue.count > ProtocolLimits.queuedBytes / 2 { queue.removeAll(keepingCapacity: true) }
      lines += 1
      encoders[view].append(sequence: Int64(lines), to: &queue)
    }
  }
}
