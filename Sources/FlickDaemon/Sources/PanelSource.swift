internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Pipeline

/// The source of a service's frames: the machine's touchscreens, recordings, or the synthetic
/// panel.
enum PanelSource: PanelInventory {
  case live(LivePanels)
  case replay(PlayedRecordings)
  case demo(PlayedDemo)

  /// Prepares the source; recordings are read completely, so that a bad one prevents the start.
  init(
    _ source: DaemonOptions.Source, seat: String, settings: Settings, log: LimitedLog,
    broadcast: Broadcast, loop: EventLoop
  ) throws(StartError) {
    switch source {
    case .live:
      self = .live(
        try starting { () throws(SystemCallError) in
          try LivePanels(settings: settings, seat: seat, log: log, broadcast: broadcast, loop: loop)
        })
    case .replay(let paths):
      self = .replay(
        PlayedRecordings(
          RecordedPanel.panels(for: try Startup.recordings(paths), settings: settings),
          broadcast: broadcast, loop: loop))
    case .demo:
      self = .demo(PlayedDemo(settings: settings, broadcast: broadcast, loop: loop))
    }
  }

  /// Opens the panels that exist.
  ///
  /// If there are touchscreens but none may be read, a manual start fails, because a person sees
  /// the error. Under a service manager the start would fail again and again. There the status
  /// reports the problem, and udev reports when the permission changes.
  func open(isManaged: Bool) throws(StartError) {
    guard case .live(let panels) = self else { return }
    try starting { () throws(SystemCallError) in try panels.open() }
    guard !isManaged, panels.count == 0, let problem = panels.unreadable.min(by: { $0.key < $1.key }) else {
      return
    }
    throw StartError(.noPermission, problem.value.description)
  }

  /// Logs that a synthetic panel replaces touchscreens, once the start can no longer fail.
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

  /// The panel message of each panel.
  var messages: [PanelMessage] {
    switch self {
    case .live(let panels): panels.messages
    case .replay(let recordings): recordings.panels
    case .demo(let demo): demo.messages
    }
  }

  /// The counts of each panel.
  var counts: [PanelCounts] {
    switch self {
    case .live(let panels): panels.counts
    case .replay(let recordings): recordings.counts
    case .demo(let demo): demo.counts
    }
  }

  /// Whether a panel matches; nil without any panel.
  var matching: ((PanelMatch) -> Bool)? {
    switch self {
    case .live(let panels): panels.matching
    case .replay(let recordings): recordings.matching
    case .demo(let demo): { demo.matches($0) }
    }
  }

  /// The number of panels.
  ///
  /// Cost: no allocation, so every turn can read it.
  var count: Int {
    switch self {
    case .live(let panels): panels.count
    case .replay(let recordings): recordings.count
    case .demo(let demo): demo.count
    }
  }

  /// The number of touchscreens without read permission.
  var unreadableCount: Int {
    if case .live(let panels) = self { panels.unreadable.count } else { 0 }
  }

  /// The status text for this number of panels and of touchscreens without read permission.
  func summary(_ count: Int, unreadable: Int) -> String {
    switch self {
    case .live:
      (count == 0 ? "no touchscreen yet" : "\(count) \(count == 1 ? "panel" : "panels")")
        + (unreadable == 0 ? "" : ", \(unreadable) that may not be read")
    case .replay: "playing \(count) \(count == 1 ? "recording" : "recordings")"
    case .demo: count == 0 ? "the demo panel is disabled" : "playing the synthetic demo panel"
    }
  }

  /// Applies changed settings; each panel gets them once it is idle.
  ///
  /// Returns false for recordings, which keep the settings of the start, so that all their swipes
  /// are decided by the same rule.
  func use(_ settings: Settings) -> Bool {
    switch self {
    case .live(let panels): panels.use(settings)
    case .replay: return false
    case .demo(let demo): demo.use(settings)
    }
    return true
  }

  /// Whether the source will produce no more frames.
  var isOver: Bool {
    if case .replay(let recordings) = self { return recordings.isOver }
    return false
  }

  /// Starts recordings and the demo panel, because a client has received its state.
  func subscriberArrived() {
    switch self {
    case .live: break
    case .replay(let recordings): recordings.begin()
    case .demo(let demo): demo.begin()
    }
  }

  /// Does everything that is due, and returns when the next action is due.
  func advance() -> Int64? {
    switch self {
    case .live(let panels): return panels.advance()
    case .replay(let recordings): return recordings.play()
    case .demo(let demo): return demo.play()
    }
  }

  /// Ends swipes that were active while the machine was suspended; call it before any read.
  func noticeSuspend() {
    if case .live(let panels) = self { panels.noticeSuspend(.now()) }
  }

  /// Handles an event of a device; false if the event does not belong to this source.
  func handle(_ ready: Reactor.Ready) -> Bool {
    guard case .live(let panels) = self else { return false }
    return panels.handle(ready)
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown() {
    switch self {
    case .live(let panels): panels.shutDown()
    case .replay(let recordings): recordings.shutDown()
    case .demo(let demo): demo.shutDown()
    }
  }
}
