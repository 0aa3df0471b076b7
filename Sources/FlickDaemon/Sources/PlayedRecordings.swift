internal import Configuration
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// Recordings that stand in for panels, one after the other, each in its own time.
final class PlayedRecordings {
  private let descriptions: [PanelDescription]
  private var waiting: [RecordedPanel]
  private var playing: PlayingRecording?
  /// What was told of those that have been played, and counted on them.
  private var played: [(message: PanelMessage, counts: PanelCounts)] = []
  private var numbering = SwipeNumbering()
  /// When the source is over, in µs of CLOCK_MONOTONIC; nil until the last recording has been
  /// played.
  private var end: Int64?
  /// How long the end waits for the requests that clients send on the last swipe, in µs.
  private static let patience: Int64 = 250_000
  /// Whether the last one has been played, and the clients had time for a last request.
  private(set) var isOver = false

  /// Lines recordings up; nothing is played before ``begin(now:)``.
  init(_ recordings: [RecordedPanel]) {
    descriptions = recordings.map(\.setup.description)
    waiting = recordings.reversed()
  }

  /// Whether one of the recordings' panels matches; nil if there is none.
  var matching: ((PanelMatch) -> Bool)? {
    if descriptions.isEmpty { return nil }
    return { match in self.descriptions.contains { match.holds(for: $0, path: nil, serial: nil) } }
  }

  /// The number of recordings, those included that have been played.
  var count: Int { played.count + (playing == nil ? 0 : 1) + waiting.count }

  /// What subscribers are told of the panels: all of them, from the start to the end.
  var panels: [PanelMessage] {
    played.map(\.message) + (playing.map { [$0.message] } ?? []) + waiting.reversed().map(\.setup.message)
  }

  /// What has been counted on each of the panels, those included that have been played or wait for
  /// it.
  var counts: [PanelCounts] {
    played.map(\.counts) + (playing.map { [$0.counts] } ?? []) + waiting.map { _ in PanelCounts() }
  }

  /// Starts the first recording now, in µs of CLOCK_MONOTONIC, unless it has begun already.
  func begin(now: Int64) {
    if playing == nil, end == nil { startNext(now: now) }
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown(clients: Clients, now: Int64) {
    playing?.stop(now: now, numbering: &numbering, into: clients)
    keepPlayed()
  }

  /// Plays what is due, and returns when more is; nil when nothing is left.
  func play(now: Int64, into clients: Clients) -> Int64? {
    while let playing {
      if let due = playing.play(now: now, numbering: &numbering, into: clients) { return due }
      startNext(now: now)
    }
    if let end, now >= end { isOver = true }
    return isOver ? nil : end
  }

  private func startNext(now: Int64) {
    keepPlayed()
    guard let next = waiting.popLast() else {
      end = now + Self.patience
      return
    }
    playing = PlayingRecording(next, startedAt: now)
  }

  private func keepPlayed() {
    if let playing { played.append((playing.message, playing.counts)) }
    playing = nil
  }
}

/// A recording whose time has been laid beside the machine's.
private final class PlayingRecording {
  private let setup: PanelSetup
  private let playback: Playback
  /// What is added to the recording's time to get the machine's.
  private let shift: Int64

  init(_ panel: RecordedPanel, startedAt now: Int64) {
    setup = panel.setup
    playback = Playback(panel)
    // The panel's 250 kB are put together twice over on the stack.
    SystemCalls.releaseMemory()
    shift = now &- playback.begin.microseconds
  }

  var message: PanelMessage { playback.message }

  var counts: PanelCounts { playback.counts }

  func play(now: Int64, numbering: inout SwipeNumbering, into clients: Clients) -> Int64? {
    var sink = PanelSink(setup: setup, clients: clients, now: now, shift: shift)
    let due = playback.play(
      through: Instant(microseconds: now &- shift), numbering: &numbering, into: &sink)
    return due.map { $0.microseconds &+ shift }
  }

  func stop(now: Int64, numbering: inout SwipeNumbering, into clients: Clients) {
    var sink = PanelSink(setup: setup, clients: clients, now: now, shift: shift)
    playback.stop(.shutdown, at: Instant(microseconds: now &- shift), numbering: &numbering, into: &sink)
  }
}
