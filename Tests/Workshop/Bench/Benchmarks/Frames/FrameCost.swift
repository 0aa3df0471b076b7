internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline
internal import Settings

/// The cost of a frame from kernel events to lines that a client took, by the number of moving
/// fingers.
public struct FrameCost: Encodable, Sendable {
  /// Microseconds for a frame with one moving finger, on this machine.
  public var one: Double
  /// Microseconds for a frame with ten moving fingers, each in a swipe of its own.
  public var ten: Double
  /// Ten fingers divided by one, the median over the rounds: a disturbance affects both.
  public var ratio: Double

  private enum CodingKeys: String, CodingKey {
    case ratio
    case one = "one_us"
    case ten = "ten_us"
  }

  /// Measures in `rounds` rounds; in each, one finger and then ten draw `frames` frames.
  ///
  /// About 1 s for the default, optimised.
  init(rounds: Int, frames: Int = 200) {
    let played = [1, CrowdedPanel.maxFingers].map {
      CrowdedPanel(fingers: $0, frames: Self.warmUp + frames, restless: false)
    }
    let times = (0..<rounds).map { _ in played.map { Self.time($0, frames: frames) } }
    one = median(times.map { $0[0] })
    ten = median(times.map { $0[1] })
    ratio = median(times.map { $0[1] / $0[0] })
  }

  /// The number of frames until every finger swipes, its window of 100 ms is full, and every buffer
  /// has grown.
  private static let warmUp = 40

  /// The median time of a frame, in µs.
  ///
  /// Each frame is timed separately: a batch of frames with ten fingers takes so long that another
  /// program interrupts it far more often than a batch with one finger.
  private static func time(_ panel: CrowdedPanel, frames: Int) -> Double {
    let identity = PanelIdentity(panelID: "crowded", source: .replay)
    guard let setup = PanelSetup(CrowdedPanel.description, identity: identity, settings: Settings()) else {
      preconditionFailure("the standard settings disable no panel")
    }
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var subscriber = CrowdedSubscriber(setup)
    play(panel.frames(0..<warmUp), pipeline, &numbering, &subscriber)
    subscriber.lines = 0
    let times = (warmUp..<(warmUp + frames)).map { frame in
      let events = panel.frames(frame..<(frame + 1))
      return Benchmarks.time(1) { play(events, pipeline, &numbering, &subscriber) }
    }
    let fingers = panel.frames(0..<1).count { $0.code == EventCode.mtTrackingID }
    precondition(subscriber.lines == fingers * frames, "each finger's movement is a line in each frame")
    return median(times) / 1000
  }

  @inline(never) private static func play(
    _ events: ArraySlice<InputEvent>, _ pipeline: PanelPipeline, _ numbering: inout SwipeNumbering,
    _ subscriber: inout CrowdedSubscriber
  ) {
    for event in events {
      pipeline.consume(event, numbering: &numbering, into: &subscriber)
      if event.type == EventCode.syn { subscriber.queue.queue.write { $0.count } }
    }
  }
}

/// A client that receives every field of four zones and the lookahead, and takes its lines at the
/// end of each frame.
private struct CrowdedSubscriber: SwipeSink, ~Copyable {
  /// A class, because the pipeline moves its sink in every frame.
  final class Queue {
    var queue = LineQueue()
  }

  var lines = 0
  let queue = Queue()
  private let setup: PanelSetup
  private var encoder: SwipeEncoder

  init(_ setup: PanelSetup) {
    self.setup = setup
    var view = View(level: .positions, phases: [.begin, .update, .end, .cancel])
    view.lookahead = .milliseconds(16)
    encoder = SwipeEncoder(view: view, millimetersPerPoint: 25.4 / 163, configured: NestedZones.plans)
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    guard encoder.encode(fact, of: setup), queue.queue.append(&encoder) else {
      preconditionFailure("every fact is a line, and every line is taken")
    }
    lines += 1
  }
}
