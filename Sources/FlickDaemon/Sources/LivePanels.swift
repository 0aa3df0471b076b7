internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Logging
internal import Panels
internal import Pipeline

/// The touchscreens of the machine, as they come and go.
///
///     udev: add, change ──▶ meet ──▶ open, aside ──▶ read ── ENODEV, hang-up, udev: remove ──▶ gone
///                                      │  ▲             └─ EIO and other errors ──▶ retry ──▶ open
///                                      │  └── retry, pauses doubling ◀── EMFILE, ENOMEM, EIO
///                                      └── EACCES: unreadable, until udev reports `change`
///
/// At the start, panels are opened synchronously, because the loop begins only when they are open.
final class LivePanels {
  var settings: Settings
  let seat: String
  let log: PanelLog
  let watch: HotplugMonitor
  let broadcast: Broadcast
  let loop: EventLoop
  var openPanels: [OpenPanel] = []
  var names = PanelNames()
  private var suspends = SuspendWatch()
  var openings: PanelOpenings
  /// Nodes that were opened and then rejected, by system path.
  var passedOver: [String: PassedOver] = [:]
  /// The touchscreens without read permission, and the error of each.
  var unreadable: [String: PanelOpenError] = [:]

  /// A node that was opened and then rejected.
  struct PassedOver {
    var node: InputNode
    /// The description of a panel that the configuration disables; nil for a node that is not a
    /// touchscreen.
    var disabled: PanelDescription?
  }

  /// Watches the devices of a seat; ``open()`` opens the panels.
  init(
    settings: Settings, seat: String, log: LimitedLog, broadcast: Broadcast, loop: EventLoop
  ) throws(SystemCallError) {
    self.settings = settings
    self.seat = seat
    self.log = PanelLog(log)
    self.broadcast = broadcast
    self.loop = loop
    openings = try PanelOpenings(loop: loop)
    watch = HotplugMonitor(log: log, loop: loop)
    _ = suspends.look(.now())
  }

  /// The number of panels.
  var count: Int { openPanels.count }

  /// The panel message of each panel.
  var messages: [PanelMessage] { openPanels.map(\.message) }

  /// Whether a touchscreen matches, including those that the settings disable; nil without any
  /// touchscreen.
  var matching: ((PanelMatch) -> Bool)? {
    let disabled = passedOver.values.compactMap { passed in passed.disabled.map { (passed.node, $0) } }
    let known = openPanels.map { ($0.node, $0.description) } + disabled
    if known.isEmpty { return nil }
    return { match in
      known.contains { node, description in
        match.holds(for: description, path: node.properties["ID_PATH"], serial: node.serial)
      }
    }
  }

  /// The counts of each panel.
  var counts: [PanelCounts] { openPanels.map(\.served.counts) }

  /// When the next panel deadline, retry or scan is due; nil if none is.
  private var deadline: Int64? {
    if openPanels.contains(where: \.isBehind) { return loop.now }
    var earliest = min(watch.due ?? .max, openings.due ?? .max)
    for openPanel in openPanels { earliest = min(earliest, openPanel.served.deadline ?? .max) }
    return earliest == .max ? nil : earliest
  }

  /// Opens every touchscreen that exists.
  func open() throws(SystemCallError) {
    for node in try scan() {
      guard makeWay(for: node) else { continue }
      do throws(PanelOpenError) {
        try adopt(try LivePanel(node: node.node), of: node)
      } catch {
        fail(node, error)
      }
    }
  }

  /// Handles an event of the panels, the monitor or the openings; false if it belongs to none of
  /// them.
  func handle(_ ready: Reactor.Ready) -> Bool {
    if watch.isOwn(ready) {
      follow(ready)
      return true
    }
    if openings.isOwn(ready) {
      finishOpenings()
      return true
    }
    guard let place = openPanels.firstIndex(where: { $0.registration == ready.registration }) else {
      return false
    }
    // A panel that is behind is read once, at the end of the turn.
    if ready.hangup || !openPanels[place].isBehind { read(at: place, hangup: ready.hangup) }
    return true
  }

  private func read(at place: Int, hangup: Bool) {
    let isThere = openPanels[place].read()
    if openPanels[place].takeDrops() > 0 { log.lostEvents(of: openPanels[place].message.panelID) }
    if !isThere || hangup && !openPanels[place].isBehind {
      let node = openPanels[place].node
      let hasLeft = node.hasLeft
      // A hang-up means that the device has left, even if sysfs still lists it for a moment.
      let isBroken = openPanels[place].failure != nil && !hangup && !hasLeft
      remove(at: place, isBroken ? .dropped : .unplugged)
      if !hasLeft { _ = openings.retry(node) }
    } else if openPanels[place].served.isOver {
      disable(at: place)
    }
  }

  /// Handles the deadlines that are due, continues panels that exceeded their budget, and returns
  /// the next deadline.
  func advance() -> Int64? {
    // In reverse order, because a panel that is gone is removed from the list.
    for place in openPanels.indices.reversed() {
      // A deadline means nothing while events are still unread.
      if openPanels[place].isBehind {
        read(at: place, hangup: false)
      } else {
        openPanels[place].served.advance()
      }
    }
    disableThoseThatAreOver()
    if watch.retry() { look() }
    openNext()
    return deadline
  }

  /// Opens waiting nodes, at most as many as one turn allows.
  private func openNext() {
    for _ in 0..<TurnBudget.panels {
      if let node = openings.nextRetry() {
        retry(node)
      } else if let node = openings.next() {
        meet(node)
      }
    }
  }

  /// Ends every swipe that was active while the machine was suspended; call it before any read in a
  /// turn.
  func noticeSuspend(_ clocks: SuspendWatch.Reading) {
    guard let pause = suspends.look(clocks) else { return }
    log.suspended(for: pause)
    for openPanel in openPanels { openPanel.served.lose(.suspend) }
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown() {
    for openPanel in openPanels { openPanel.served.lose(.shutdown) }
  }
}
