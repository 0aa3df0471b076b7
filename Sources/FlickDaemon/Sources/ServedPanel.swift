internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// A panel that publishes its facts; changed settings take effect when its last contact lifts.
///
///     in use ── use(changed) ──▶ waiting ── the panel is idle ──▶ the changed ones in use, or over
///       ▲                          │
///       └─────── use(same) ────────┘
///
/// So a swipe is decided by the settings that it began with. A contact that never lifts delays the
/// change for at most 30 s: then it is cancelled as stale.
final class ServedPanel {
  /// Whether the settings disable the panel, and the panel is idle.
  private(set) var isOver = false
  private var setup: PanelSetup
  private let pipeline: PanelPipeline
  private let broadcast: Broadcast
  private let loop: EventLoop
  /// Whether the panel delivers faster than flickd answers, so that updates are held.
  var isBehind = false
  /// Whether changed settings wait until the panel is idle.
  private var isWaiting = false
  /// The setup that waits, nil if the panel is to be disabled.
  private var next: PanelSetup?

  init(_ setup: PanelSetup, broadcast: Broadcast, loop: EventLoop) {
    self.setup = setup
    self.broadcast = broadcast
    self.loop = loop
    pipeline = PanelPipeline(setup)
    // Building the panel's 250 kB uses twice that much stack, which is released here.
    SystemCalls.releaseMemory()
    // Most of it is for contacts that the panel will never have.
    SystemCalls.releaseZeroPages(of: pipeline)
  }

  var message: PanelMessage { pipeline.message }

  /// The counts of the panel.
  var counts: PanelCounts { broadcast.complete(pipeline.counts) }

  /// What the panel has shown since it was opened.
  var learned: LearnedValues { pipeline.learned }

  /// What was known of the panel when it was opened; a reload does not change it.
  var remembered: LearnedValues? { setup.remembered }

  /// When the next deadline is due if no event arrives, in µs of CLOCK_MONOTONIC.
  var deadline: Int64? { pipeline.deadline?.microseconds }

  // MARK: Frames

  /// Processes one event, and publishes the facts of a frame that it ends; returns whether it ended
  /// one.
  @discardableResult func consume(_ event: InputEvent) -> Bool {
    // Only the end of a frame needs a sink, and may apply settings.
    guard event.endsFrame else {
      pipeline.decode(event)
      return false
    }
    var sink = sink()
    pipeline.endFrame(event, numbering: &broadcast.numbering, into: &sink)
    if isWaiting { applyWaiting() }
    return true
  }

  /// Handles the deadlines up to the present turn.
  func advance() {
    var sink = sink()
    pipeline.advance(to: Instant(microseconds: loop.now), numbering: &broadcast.numbering, into: &sink)
    applyWaiting()
  }

  /// Ends every swipe without a decision, in the present turn or at an earlier time.
  func lose(_ reason: CancelReason, at instant: Instant? = nil) {
    var sink = sink()
    pipeline.lose(
      reason, at: instant ?? Instant(microseconds: loop.now), numbering: &broadcast.numbering, into: &sink)
  }

  /// The sink of one step: between two steps the setup may change.
  private func sink() -> PanelSink {
    PanelSink(setup: setup, broadcast: broadcast, isBehind: isBehind)
  }

  // MARK: Settings

  /// Applies changed settings once the panel is idle; nil disables it, equal settings have no
  /// effect.
  func apply(_ next: PanelSetup?) {
    self.next = next
    isWaiting = next != setup
    applyWaiting()
  }

  /// Applies waiting settings if the panel is idle, and publishes the changed panel message.
  private func applyWaiting() {
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
    if after != before { broadcast.publish(.changed, after) }
  }
}
