internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Pipeline

/// Where a service's frames come from: the machine's touchscreens, recordings, or the synthetic panel.
enum PanelSource: PanelRecord {
  case live(LivePanels)
  case replay(PlayedRecordings)
  case demo(PlayedDemo)

  /// Prepares the source; recordings are read whole, so that a bad one stops the start.
  init(
    _ source: DaemonOptions.Source, seat: String, settings: Settings, log: Logger, reactor: inout Reactor
  ) throws(StartError) {
    switch source {
    case .live:
      self = .live(LivePanels(settings: settings, seat: seat, log: log, reactor: &reactor))
    case .replay(let paths):
      self = .replay(
        PlayedRecordings(RecordedPanel.panels(for: try Startup.recordings(paths), settings: settings)))
    case .demo:
      log.notice("playing the synthetic demo panel: no touchscreen is read")
      self = .demo(PlayedDemo(settings: settings))
    }
  }

  /// Looks for the panels that are there already; touchscreens that may not be read, and none that may, end the start.
  func open(reactor: inout Reactor, clients: Clients) throws(StartError) {
    guard case .live(let panels) = self else { return }
    try starting { () throws(SystemCallError) in
      try panels.open(reactor: &reactor, clients: clients, now: SystemCalls.monotonicMicroseconds())
    }
    guard panels.messages.isEmpty, let problem = panels.unreadable.min(by: { $0.key < $1.key }) else {
      return
    }
    throw StartError(.noPermission, problem.value.description)
  }

  /// The clock of the times on the wire.
  var clock: StreamClock {
    switch self {
    case .live, .demo: .monotonic
    case .replay: .recording
    }
  }

  /// What subscribers are told of the panels.
  var messages: [PanelMessage] {
    switch self {
    case .live(let panels): panels.messages
    case .replay(let recordings): recordings.panels
    case .demo(let demo): demo.messages
    }
  }

  /// What has been counted on each of the panels.
  var counts: [PanelCounts] {
    switch self {
    case .live(let panels): panels.counts
    case .replay(let recordings): recordings.counts
    case .demo(let demo): demo.counts
    }
  }

  /// One line for the service manager.
  var summary: String {
    switch self {
    case .live(let panels): panels.messages.isEmpty ? "no touchscreen yet" : "\(panels.messages.count) panels"
    case .replay(let recordings): "playing \(recordings.panels.count) recordings"
    case .demo: "playing the synthetic demo panel"
    }
  }

  /// Whether nothing will ever come any more.
  var isOver: Bool {
    if case .replay(let recordings) = self { return recordings.isOver }
    return false
  }

  /// A subscriber has its state: recordings begin with the first.
  func subscriberArrived(now: Int64) {
    switch self {
    case .live: break
    case .replay(let recordings): recordings.begin(now: now)
    case .demo(let demo): demo.begin(now: now)
    }
  }

  /// Does what is due by now and returns when more is.
  func advance(reactor: inout Reactor, clients: Clients, now: Int64) -> Int64? {
    switch self {
    case .live(let panels): return panels.advance(reactor: &reactor, clients: clients, now: now)
    case .replay(let recordings): return recordings.play(now: now, into: clients)
    case .demo(let demo): return demo.play(now: now, into: clients)
    }
  }

  /// Ends what the machine has slept through, before anything is read.
  func noticeSuspend(clients: Clients) {
    if case .live(let panels) = self { panels.noticeSuspend(.now(), clients: clients) }
  }

  /// Handles what the reactor says of a device; false if it is none of this source.
  func handle(
    _ ready: Reactor.Ready, reactor: inout Reactor, clients: Clients, now: Int64
  ) -> Bool {
    guard case .live(let panels) = self else { return false }
    return panels.handle(ready, reactor: &reactor, clients: clients, now: now)
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown(clients: Clients, now: Int64) {
    switch self {
    case .live(let panels): panels.shutDown(clients: clients, now: now)
    case .replay(let recordings): recordings.shutDown(clients: clients, now: now)
    case .demo(let demo): demo.shutDown(clients: clients, now: now)
    }
  }
}
