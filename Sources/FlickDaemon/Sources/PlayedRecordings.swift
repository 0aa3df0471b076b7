internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline
internal import Settings

/// Recordings that replace panels, played one after the other, each in its own time.
final class PlayedRecordings: PanelSource {
  let clock = StreamClock.recording
  private let broadcast: Broadcast
  private let loop: EventLoop
  private let descriptions: [PanelDescription]
  private var waiting: [RecordedPanel]
  private var playing: PlayingRecording?
  /// The panel messages and counts of the recordings that have been played.
  private var played: [(message: PanelMessage, counts: PanelCounts)] = []
  /// When the source is over, in µs of CLOCK_MONOTONIC; nil until the last recording has been
  /// played.
  private var end: Int64?
  /// How long the end waits for the clients' requests after the last swipe, in µs.
  private static let patience: Int64 = 250_000
  /// Whether the last recording has been played, and the time for last requests is over.
  private(set) var isOver = false

  /// Queues recordings; ``begin()`` starts the first one.
  init(_ recordings: [RecordedPanel], broadcast: Broadcast, loop: EventLoop) {
    self.broadcast = broadcast
    self.loop = loop
    descriptions = recordings.map(\.setup.description)
    waiting = recordings.reversed()
  }

  var matching: ((PanelMatch) -> Bool)? {
    if descriptions.isEmpty { return nil }
    return { match in self.descriptions.contains { match.holds(for: $0, path: nil, serial: nil) } }
  }

  /// The number of recordings, including those that have been played.
  var count: Int { played.count + (playing == nil ? 0 : 1) + waiting.count }

  /// The panel messages of all recordings, from the start to the end.
  var messages: [PanelMessage] {
    played.map(\.message) + (playing.map { [$0.message] } ?? []) + waiting.reversed().map(\.setup.message)
  }

  /// The counts of all panels, including those that have been played or are still waiting.
  var counts: [PanelCounts] {
    played.map(\.counts) + (playing.map { [$0.counts] } ?? [])
      + waiting.reversed().map { PanelCounts(panelID: $0.setup.message.panelID) }
  }

  func summary(_ count: Int, unreadable: Int) -> String {
    "playing \(count) \(count == 1 ? "recording" : "recordings")"
  }

  /// Keeps the settings of the start, so that all swipes are decided by the same rule.
  func apply(_ settings: Settings) -> Bool { false }

  /// Starts the first recording, unless it has already begun.
  func begin() {
    if playing == nil, end == nil { startNext() }
  }

  func shutDown() {
    playing?.stop(at: loop.now)
    keepPlayed()
  }

  /// Plays the frames that are due, and returns when the next one is due; nil when none is left.
  func advance() -> Int64? {
    while let playing {
      if let due = playing.play(until: loop.now) { return due }
      startNext()
    }
    if let end, loop.now >= end { isOver = true }
    return isOver ? nil : end
  }

  private func startNext() {
    keepPlayed()
    guard let next = waiting.popLast() else {
      end = loop.now + Self.patience
      return
    }
    playing = PlayingRecording(next, startedAt: loop.now, broadcast: broadcast)
  }

  private func keepPlayed() {
    if let playing { played.append((playing.message, playing.counts)) }
    playing = nil
  }
}

/// A recording that is being played, with the shift to the machine's clock.
private final class PlayingRecording {
  private let setup: PanelSetup
  private let playback: Playback
  private let broadcast: Broadcast
  /// The offset from the recording's clock to CLOCK_MONOTONIC, in µs.
  private let shift: Int64

  init(_ panel: RecordedPanel, startedAt now: Int64, broadcast: Broadcast) {
    setup = panel.setup
    playback = Playback(panel)
    self.broadcast = broadcast
    // Building the panel's 250 kB uses twice that much stack, which is released here.
    SystemCalls.releaseMemory()
    // Most of it is for contacts that the panel will never have.
    SystemCalls.releaseZeroPages(of: playback.pipeline)
    shift = now &- playback.begin.microseconds
  }

  var message: PanelMessage { playback.message }

  var counts: PanelCounts { broadcast.complete(playback.counts) }

  func play(until now: Int64) -> Int64? {
    var sink = PanelSink(setup: setup, broadcast: broadcast, shift: shift)
    let due = playback.play(
      through: Instant(microseconds: now &- shift), numbering: &broadcast.numbering, into: &sink)
    return due.map { $0.microseconds &+ shift }
  }

  func stop(at now: Int64) {
    var sink = PanelSink(setup: setup, broadcast: broadcast, shift: shift)
    playback.stop(
      .shutdown, at: Instant(microseconds: now &- shift), numbering: &broadcast.numbering, into: &sink)
  }
}
