internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline
internal import Recordings
internal import Settings

/// The synthetic panel, played in real time from the first client on.
final class PlayedDemo: PanelSource {
  private let broadcast: Broadcast
  private let loop: EventLoop
  private var setup: PanelSetup?
  private var playing: PlayingDemo?
  private var hasBegun = false

  init(settings: Settings, broadcast: Broadcast, loop: EventLoop) {
    self.broadcast = broadcast
    self.loop = loop
    setup = Self.setup(settings)
  }

  private static func setup(_ settings: Settings) -> PanelSetup? {
    let identity = PanelIdentity(panelID: "demo:synthetic", source: .demo)
    return PanelSetup(DemoPanel.description, identity: identity, settings: settings)
  }

  /// Whether the panel matches, enabled or not.
  var matching: ((PanelMatch) -> Bool)? {
    { $0.holds(for: DemoPanel.description, path: nil, serial: nil) }
  }

  func summary(_ count: Int, unreadable: Int) -> String {
    count == 0 ? "the demo panel is disabled" : "playing the synthetic demo panel"
  }

  /// The number of panels: 0 if the configuration disables the panel.
  var count: Int { playing != nil || setup != nil ? 1 : 0 }

  /// The panel message; empty if the configuration disables the panel.
  var messages: [PanelMessage] { playing.map { [$0.served.message] } ?? setup.map { [$0.message] } ?? [] }

  /// The counts of the panel.
  var counts: [PanelCounts] {
    playing.map { [$0.served.counts] } ?? setup.map { [PanelCounts(panelID: $0.message.panelID)] } ?? []
  }

  /// Starts the panel, unless it is already running.
  func begin() {
    hasBegun = true
    guard let setup, playing == nil else { return }
    playing = PlayingDemo(
      ServedPanel(setup, broadcast: broadcast, loop: loop), startingAt: Instant(microseconds: loop.now))
  }

  /// Applies changed settings once the panel is idle; a panel that is enabled again restarts.
  func apply(_ settings: Settings) -> Bool {
    let before = messages.first
    setup = Self.setup(settings)
    if let playing {
      playing.served.apply(setup)
      endIfOver()
      return true
    }
    if hasBegun { begin() }
    let after = messages.first
    if let before, after == nil { broadcast.publish(.removed, before) }
    if let after, after != before { broadcast.publish(before == nil ? .added : .changed, after) }
    return true
  }

  /// Plays the frames that are due, and returns when the next one is due.
  func advance() -> Int64? {
    let due = playing?.play(until: loop.now)
    endIfOver()
    return playing == nil ? nil : due
  }

  func shutDown() {
    playing?.served.lose(.shutdown)
  }

  private func endIfOver() {
    guard let ended = playing?.served, ended.isOver else { return }
    playing = nil
    broadcast.publish(.removed, ended.message)
  }
}

/// The synthetic panel while it runs.
private final class PlayingDemo {
  let served: ServedPanel
  private var panel: DemoPanel
  private var frame: [InputEvent] = []

  init(_ served: ServedPanel, startingAt start: Instant) {
    self.served = served
    // Any seed is valid; a fixed one makes two runs show the same strokes.
    panel = DemoPanel(seed: 1, startingAt: start)
    panel.nextFrame(into: &frame)
  }

  /// Plays the frames up to `now`, and returns when the next action is due; nil once the panel is
  /// over.
  func play(until now: Int64) -> Int64? {
    while !served.isOver, let due = frame.last?.instant.microseconds {
      guard due <= now else {
        served.advance()
        return min(due, served.deadline ?? due)
      }
      for event in frame { served.consume(event) }
      panel.nextFrame(into: &frame)
    }
    return nil
  }
}
