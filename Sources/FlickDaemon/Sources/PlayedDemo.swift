internal import Configuration
internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline

/// The synthetic panel, played in real time from the first client on.
final class PlayedDemo {
  private var setup: PanelSetup?
  private var playing: PlayingDemo?
  private var hasBegun = false
  private var numbering = SwipeNumbering()

  init(settings: Settings) {
    setup = Self.setup(settings)
  }

  private static func setup(_ settings: Settings) -> PanelSetup? {
    let identity = PanelIdentity(panelID: "demo:synthetic", source: .demo)
    return PanelSetup(DemoPanel.description, identity: identity, settings: settings)
  }

  /// Whether the panel matches, enabled or not.
  func matches(_ match: PanelMatch) -> Bool {
    match.holds(for: DemoPanel.description, path: nil, serial: nil)
  }

  /// The number of panels: 0 if the configuration disables the panel.
  var count: Int { playing != nil || setup != nil ? 1 : 0 }

  /// The panel message; empty if the configuration disables the panel.
  var messages: [PanelMessage] { playing.map { [$0.message] } ?? setup.map { [$0.message] } ?? [] }

  /// The counts of the panel.
  var counts: [PanelCounts] { playing.map { [$0.counts] } ?? setup.map { _ in [PanelCounts()] } ?? [] }

  /// Starts the panel at `now`, in µs of CLOCK_MONOTONIC, unless it is already running.
  func begin(now: Int64) {
    hasBegun = true
    guard let setup, playing == nil else { return }
    playing = PlayingDemo(setup, startedAt: now)
  }

  /// Applies changed settings once the panel is idle; a panel that is enabled again restarts.
  func use(_ settings: Settings, clients: Clients, now: Int64) {
    let before = messages.first
    setup = Self.setup(settings)
    if let playing {
      playing.use(setup, clients: clients, now: now)
      endIfOver(clients: clients, now: now)
      return
    }
    if hasBegun { begin(now: now) }
    let after = messages.first
    if let before, after == nil { clients.publish(.removed, before, now: now) }
    if let after, after != before { clients.publish(before == nil ? .added : .changed, after, now: now) }
  }

  /// Plays the frames that are due, and returns when the next one is due.
  func play(now: Int64, into clients: Clients) -> Int64? {
    let due = playing?.play(now: now, numbering: &numbering, into: clients)
    endIfOver(clients: clients, now: now)
    return playing == nil ? nil : due
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown(clients: Clients, now: Int64) {
    playing?.shutDown(numbering: &numbering, clients: clients, now: now)
  }

  private func endIfOver(clients: Clients, now: Int64) {
    guard let ended = playing, ended.isOver else { return }
    playing = nil
    clients.publish(.removed, ended.message, now: now)
  }
}

/// The synthetic panel while it runs.
private final class PlayingDemo {
  private let served: ReconfigurablePanel
  private var panel: DemoPanel
  private var pipeline: PanelPipeline { served.pipeline }
  private var frame: [InputEvent] = []

  init(_ setup: PanelSetup, startedAt now: Int64) {
    // Any seed is valid; a fixed one makes two runs show the same strokes.
    panel = DemoPanel(seed: 1, startingAt: Instant(microseconds: now))
    served = ReconfigurablePanel(setup)
    panel.nextFrame(into: &frame)
  }

  var message: PanelMessage { served.message }

  var counts: PanelCounts { served.counts }

  var isOver: Bool { served.isOver }

  func use(_ setup: PanelSetup?, clients: Clients, now: Int64) {
    served.use(setup, clients: clients, now: now)
  }

  func play(now: Int64, numbering: inout SwipeNumbering, into clients: Clients) -> Int64? {
    var sink = sink(into: clients, now: now)
    while !isOver, let due = frame.last?.instant.microseconds {
      guard due <= now else {
        pipeline.advance(to: Instant(microseconds: now), into: &sink)
        served.settle(clients: clients, now: now)
        return min(due, served.deadline ?? due)
      }
      for event in frame { pipeline.consume(event, numbering: &numbering, into: &sink) }
      if served.isWaiting {
        served.settle(clients: clients, now: now)
        sink = self.sink(into: clients, now: now)
      }
      panel.nextFrame(into: &frame)
    }
    return nil
  }

  func shutDown(numbering: inout SwipeNumbering, clients: Clients, now: Int64) {
    var sink = sink(into: clients, now: now)
    pipeline.lose(.shutdown, at: Instant(microseconds: now), numbering: &numbering, into: &sink)
  }

  private func sink(into clients: Clients, now: Int64) -> PanelSink {
    PanelSink(setup: served.setup, clients: clients, now: now)
  }
}
