internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Pipeline

/// A panel whose changed settings take effect when its last contact lifts.
///
///     settled ── use(others) ──▶ waiting ── the panel is idle ──▶ settled by the others, or over
///        ▲                          │
///        └──────── use(these) ──────┘
///
/// So a swipe is decided by the settings that it began with. A contact that never lifts delays the
/// change for at most 30 s: then it is cancelled as stale.
final class ReconfigurablePanel {
  /// The setup in use.
  private(set) var setup: PanelSetup
  /// Turns the panel's events into facts.
  let pipeline: PanelPipeline
  /// Whether changed settings wait until the panel is idle.
  private(set) var isWaiting = false
  /// Whether the settings disable the panel, and the panel is idle.
  private(set) var isOver = false
  /// The setup that waits, nil if the panel is to be disabled.
  private var next: PanelSetup?

  init(_ setup: PanelSetup) {
    self.setup = setup
    pipeline = PanelPipeline(setup)
    // Building the panel's 250 kB uses twice that much stack, which is released here.
    SystemCalls.releaseMemory()
  }

  /// The panel message.
  var message: PanelMessage { pipeline.message }

  /// The counts of the panel.
  var counts: PanelCounts { pipeline.counts }

  /// When the next deadline is due if no event arrives, in µs of CLOCK_MONOTONIC.
  var deadline: Int64? { pipeline.deadline?.microseconds }

  /// Applies changed settings once the panel is idle; nil disables it, equal settings have no
  /// effect.
  func use(_ next: PanelSetup?, clients: Clients, now: Int64) {
    self.next = next
    isWaiting = next != setup
    settle(clients: clients, now: now)
  }

  /// Applies waiting settings if the panel is idle, and sends the changed panel message to the
  /// clients.
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
