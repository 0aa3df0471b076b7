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
///                                      └── EACCES: unreadable, until udev says `change`
///
/// At the start panels are opened in the loop, because it begins when they are there.
final class LivePanels {
  var settings: Settings
  let seat: String
  let log: PanelLog
  let watch: HotplugMonitor
  var openPanels: [OpenPanel] = []
  var names = PanelNames()
  var numbering = SwipeNumbering()
  private var suspends = SuspendWatch()
  var openings: PanelOpenings
  /// What is not to be opened for a reason that only opening has shown, by system path.
  var passedOver: [String: PassedOver] = [:]
  /// The touchscreens that may not be read, and why.
  var unreadable: [String: PanelOpenError] = [:]

  /// A node that was opened and is not wanted.
  struct PassedOver {
    var node: InputNode
    /// What the kernel says of a panel that the configuration disables; nil for what is no
    /// touchscreen.
    var disabled: PanelDescription?
  }

  /// Listens for devices of a seat; nothing is opened before ``open(reactor:clients:now:)``.
  init(
    settings: Settings, seat: String, log: LimitedLog, reactor: inout Reactor
  ) throws(SystemCallError) {
    self.settings = settings
    self.seat = seat
    self.log = PanelLog(log)
    openings = try PanelOpenings(reactor: &reactor)
    watch = HotplugMonitor(log: log, reactor: &reactor, now: SystemCalls.monotonicMicroseconds())
    _ = suspends.look(.now())
  }

  /// The number of panels.
  var count: Int { openPanels.count }

  /// What subscribers are told of the panels.
  var messages: [PanelMessage] { openPanels.map(\.message) }

  /// Whether one of the touchscreens matches, one that the settings disable included; nil if there
  /// is none.
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

  /// What has been counted on each of them.
  var counts: [PanelCounts] { openPanels.map(\.counts) }

  /// When silence will next mean something on any of them, or something is to be tried again.
  private func deadline(now: Int64) -> Int64? {
    if openPanels.contains(where: \.isBehind) { return now }
    var earliest = min(watch.due ?? .max, openings.due(now: now) ?? .max)
    for openPanel in openPanels { earliest = min(earliest, openPanel.deadline ?? .max) }
    return earliest == .max ? nil : earliest
  }

  /// Opens every touchscreen that is there.
  func open(reactor: inout Reactor, clients: Clients, now: Int64) throws(SystemCallError) {
    for node in try scan(now: now) {
      guard makeWay(for: node, reactor: &reactor, clients: clients, now: now) else { continue }
      do throws(PanelOpenError) {
        try adopt(try LivePanel(node: node.node), of: node, reactor: &reactor, clients: clients, now: now)
      } catch {
        fail(node, error, now: now)
      }
    }
  }

  /// Handles what the reactor says of the panels or their monitor; false if it is none of them.
  func handle(_ ready: Reactor.Ready, reactor: inout Reactor, clients: Clients, now: Int64) -> Bool {
    if watch.isOwn(ready) {
      follow(ready, reactor: &reactor, clients: clients, now: now)
      return true
    }
    if openings.isOwn(ready) {
      finishOpenings(reactor: &reactor, clients: clients, now: now)
      return true
    }
    guard let place = openPanels.firstIndex(where: { $0.registration == ready.registration }) else {
      return false
    }
    // One that is behind is read at the end of the turn, once.
    if ready.hangup || !openPanels[place].isBehind {
      read(at: place, hangup: ready.hangup, reactor: &reactor, clients: clients, now: now)
    }
    return true
  }

  private func read(
    at place: Int, hangup: Bool, reactor: inout Reactor, clients: Clients, now: Int64
  ) {
    let isThere = openPanels[place].read(numbering: &numbering, into: clients, now: now)
    if openPanels[place].takeDrops() > 0 { log.lostEvents(of: openPanels[place].message.panelID, now: now) }
    if !isThere || hangup && !openPanels[place].isBehind {
      let node = openPanels[place].node
      let hasLeft = node.hasLeft
      // A hang-up is how a device ends, also where it still stands in sysfs for a moment.
      let isBroken = openPanels[place].failure != nil && !hangup && !hasLeft
      remove(at: place, isBroken ? .dropped : .unplugged, reactor: &reactor, clients: clients, now: now)
      if !hasLeft { _ = openings.retry(node, now: now) }
    } else if openPanels[place].isOver {
      disable(at: place, reactor: &reactor, clients: clients, now: now)
    }
  }

  /// Handles the deadlines up to now, reads on where the last turn's budget ended, and returns the
  /// next deadline.
  func advance(reactor: inout Reactor, clients: Clients, now: Int64) -> Int64? {
    // From the last, because a panel that is gone leaves the list.
    for place in openPanels.indices.reversed() {
      // Silence means nothing while there is more to read.
      if openPanels[place].isBehind {
        read(at: place, hangup: false, reactor: &reactor, clients: clients, now: now)
      } else {
        openPanels[place].advance(into: clients, now: now)
      }
    }
    disableThoseThatAreOver(reactor: &reactor, clients: clients, now: now)
    if watch.retry(reactor: &reactor, now: now) { look(reactor: &reactor, clients: clients, now: now) }
    openNext(reactor: &reactor, clients: clients, now: now)
    return deadline(now: now)
  }

  /// Meets what waits, as much as one turn takes.
  private func openNext(reactor: inout Reactor, clients: Clients, now: Int64) {
    for _ in 0..<TurnBudget.panels {
      if let node = openings.nextRetry(now: now) {
        retry(node, reactor: &reactor, clients: clients, now: now)
      } else if let node = openings.next() {
        meet(node, reactor: &reactor, clients: clients, now: now)
      }
    }
  }

  /// Ends every swipe that the machine was suspended under; call it before anything is read in a
  /// turn.
  func noticeSuspend(_ clocks: SuspendWatch.Reading, clients: Clients) {
    guard let pause = suspends.look(clocks) else { return }
    log.suspended(for: pause)
    for openPanel in openPanels {
      openPanel.lose(.suspend, numbering: &numbering, into: clients, now: clocks.after)
    }
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown(clients: Clients, now: Int64) {
    for openPanel in openPanels { openPanel.lose(.shutdown, numbering: &numbering, into: clients, now: now) }
  }
}
