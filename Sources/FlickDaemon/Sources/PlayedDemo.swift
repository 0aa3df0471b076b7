internal import Configuration
internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline

/// The synthetic panel, played in the machine's time from the first subscriber on.
final class PlayedDemo {
  private var setup: PanelSetup?
  private var playing: PlayingDemo?

  init(settings: Settings) {
    let identity = PanelIdentity(panelID: "demo:synthetic", source: .demo)
    setup = PanelSetup(DemoPanel.description, identity: identity, settings: settings)
  }

  /// What subscribers are told of it; nothing if the configuration disables it.
  var messages: [PanelMessage] { setup.map { [playing?.message ?? $0.message] } ?? [] }

  /// What has been counted on it.
  var counts: [PanelCounts] { setup.map { _ in [playing?.counts ?? PanelCounts()] } ?? [] }

  /// Starts it now, in µs of CLOCK_MONOTONIC, unless it runs already.
  func begin(now: Int64) {
    guard let setup, playing == nil else { return }
    playing = PlayingDemo(setup, startedAt: now)
  }

  /// Plays what is due, and returns when more is.
  func play(now: Int64, into clients: Clients) -> Int64? {
    playing?.play(now: now, into: clients)
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown(clients: Clients, now: Int64) {
    playing?.shutDown(clients: clients, now: now)
  }
}

/// The synthetic panel while it runs.
private final class PlayingDemo {
  private let setup: PanelSetup
  private var panel: DemoPanel
  private let pipeline: PanelPipeline
  private var numbering = SwipeNumbering()
  private var frame: [InputEvent] = []

  init(_ setup: PanelSetup, startedAt now: Int64) {
    self.setup = setup
    // Any seed does; a fixed one makes two runs show the same strokes.
    panel = DemoPanel(seed: 1, startingAt: Instant(microseconds: now))
    pipeline = PanelPipeline(setup)
    panel.nextFrame(into: &frame)
  }

  var message: PanelMessage { pipeline.message }

  var counts: PanelCounts { pipeline.counts }

  func play(now: Int64, into clients: Clients) -> Int64? {
    var sink = PanelSink(setup: setup, clients: clients, now: now)
    while let due = frame.last?.instant.microseconds {
      guard due <= now else {
        pipeline.advance(to: Instant(microseconds: now), into: &sink)
        return min(due, pipeline.deadline?.microseconds ?? due)
      }
      for event in frame { pipeline.consume(event, numbering: &numbering, into: &sink) }
      panel.nextFrame(into: &frame)
    }
    return nil
  }

  func shutDown(clients: Clients, now: Int64) {
    var sink = PanelSink(setup: setup, clients: clients, now: now)
    pipeline.lose(.shutdown, at: Instant(microseconds: now), numbering: &numbering, into: &sink)
  }
}
