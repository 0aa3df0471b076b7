internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Pipeline

/// Where a service's frames come from: the machine's touchscreens, recordings, or the synthetic
/// panel.
enum PanelSource: PanelInventory {
  case live(LivePanels)
  case replay(PlayedRecordings)
  case demo(PlayedDemo)

  /// Prepares the source; recordings are read whole, so that a bad one stops the start.
  init(
    _ source: DaemonOptions.Source, seat: String, settings: Settings, log: LimitedLog, reactor: inout Reactor
  ) throws(StartError) {
    switch source {
    case .live:
      self = .live(
        try starting { () throws(SystemCallError) in
          try LivePanels(settings: settings, seat: seat, log: log, reactor: &reactor)
        })
    case .replay(let paths):
      self = .replay(
        PlayedRecordings(RecordedPanel.panels(for: try Startup.recordings(paths), settings: settings)))
    case .demo:
      self = .demo(PlayedDemo(settings: settings))
    }
  }

  /// Looks for the panels that are there already.
  ///
  /// Touchscreens that may not be read, and none that may, end a start by hand, where somebody
  /// looks. Under a service manager they would end it again and again: there the status says so,
  /// and udev tells when they may be.
  func open(reactor: inout Reactor, clients: Clients, isManaged: Bool) throws(StartError) {
    guard case .live(let panels) = self else { return }
    try starting { () throws(SystemCallError) in
      try panels.open(reactor: &reactor, clients: clients, now: SystemCalls.monotonicMicroseconds())
    }
    guard !isManaged, panels.count == 0, let problem = panels.unreadable.min(by: { $0.key < $1.key }) else {
      return
    }
    throw StartError(.noPermission, problem.value.description)
  }

  /// Logs what stands in for touchscreens, once the start can no longer fail.
  func announce(to log: Logger) {
    if case .demo = self { log.notice("playing the synthetic demo panel: no touchscreen is read") }
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

  /// Whether one of the panels matches; nil if there is none.
  var matching: ((PanelMatch) -> Bool)? {
    switch self {
    case .live(let panels): panels.matching
    case .replay(let recordings): recordings.matching
    case .demo(let demo): { demo.matches($0) }
    }
  }

  /// The number of panels.
  ///
  /// Cost: no allocation, so that each turn may ask.
  var count: Int {
    switch self {
    case .live(let panels): panels.count
    case .replay(let recordings): recordings.count
    case .demo(let demo): demo.count
    }
  }

  /// The number of touchscreens that may not be read.
  var unreadableCount: Int {
    if case .live(let panels) = self { panels.unreadable.count } else { 0 }
  }

  /// What the service manager shows of so many panels, and so many touchscreens that may not be
  /// read.
  func summary(_ count: Int, unreadable: Int) -> String {
    switch self {
    case .live:
      (count == 0 ? "no touchscreen yet" : "\(count) \(count == 1 ? "panel" : "panels")")
        + (unreadable == 0 ? "" : ", \(unreadable) that may not be read")
    case .replay: "playing \(count) \(count == 1 ? "recording" : "recordings")"
    case .demo: count == 0 ? "the demo panel is disabled" : "playing the synthetic demo panel"
    }
  }

  /// Goes by other settings, from now on or as soon as nobody touches a panel; false where those at
  /// the start stay.
  ///
  /// A recording stands for a panel as it was set up when the service began, so that it is decided
  /// alike to its end.
  func use(_ settings: Settings, reactor: inout Reactor, clients: Clients, now: Int64) -> Bool {
    switch self {
    case .live(let panels): panels.use(settings, reactor: &reactor, clients: clients, now: now)
    case .replay: return false
    case .demo(let demo): demo.use(settings, clients: clients, now: now)
    }
    return true
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
