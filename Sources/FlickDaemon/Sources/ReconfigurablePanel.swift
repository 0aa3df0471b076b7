internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline

/// A panel that is served: by which settings, and by which ones as soon as nobody touches it.
///
///     settled ── use(others) ──▶ waiting ── nobody touches it ──▶ settled by the others, or over
///        ▲                          │
///        └──────── use(these) ──────┘
///
/// So a swipe is decided by the settings that it began with. A finger that never lifts holds them
/// up for 30 s at most: then it is given up as stale.
final class ReconfigurablePanel {
  /// How it is set up.
  private(set) var setup: PanelSetup
  /// Its way from events to facts.
  let pipeline: PanelPipeline
  /// Whether other settings wait for the fingers to leave.
  private(set) var isWaiting = false
  /// Whether the settings disable it, and nobody touches it any more.
  private(set) var isOver = false
  /// What it is to be set up by, nil if it is disabled.
  private var next: PanelSetup?

  init(_ setup: PanelSetup) {
    self.setup = setup
    pipeline = PanelPipeline(setup)
    // Its 250 kB are put together twice over on the stack.
    SystemCalls.releaseMemory()
  }

  /// What subscribers are told of it.
  var message: PanelMessage { pipeline.message }

  /// What has been counted on it.
  var counts: PanelCounts { pipeline.counts }

  /// When silence will next mean something, in µs of CLOCK_MONOTONIC.
  var deadline: Int64? { pipeline.deadline?.microseconds }

  /// Goes by other settings once nobody touches it, nil to end; the same ones touch nothing.
  func use(_ next: PanelSetup?, clients: Clients, now: Int64) {
    self.next = next
    isWaiting = next != setup
    settle(clients: clients, now: now)
  }

  /// Puts settings that wait into force if nobody touches the panel, and tells subscribers what has
  /// changed.
  ///
  /// Call it between frames while ``isWaiting``.
  func settle(clients: Clients, now: Int64) {
    guard isWaiting, pipeline.isFree else { return }
    isWaiting = false
    guard let next else {
      isOver = true
      return
    }
    let before = message
    pipeline.use(next)
    setup = next
    let after = message
    if after != before { clients.publish(.changed, after, now: now) }
  }
}
