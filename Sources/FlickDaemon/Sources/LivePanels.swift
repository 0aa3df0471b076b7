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
///     udev: add, change ──▶ meet ──▶ open ──▶ station ── ENODEV, hang-up, udev: remove ──▶ gone
///                                  │  ▲          └─ EIO and other errors ──▶ retry ──▶ open
///                                  │  └── retry, pauses doubling ◀── EMFILE, ENOMEM, EIO
///                                  └── EACCES: unreadable, until udev says `change`
final class LivePanels {
  private(set) var settings: Settings
  private let seat: String
  private let log: PanelLog
  private let watch: DeviceWatch
  private var stations: [LiveStation] = []
  private var names = PanelNames()
  private var numbering = SwipeNumbering()
  private var suspends = SuspendWatch()
  private var retries = Retries()
  /// The nodes that udev has told of and that are still to be met, in its order, each once.
  private var newcomers: [InputNode] = []
  /// What is not to be opened for a reason that only opening has shown, by system path.
  private var passedOver: [String: PassedOver] = [:]
  /// The touchscreens that may not be read, and why.
  private(set) var unreadable: [String: PanelOpenError] = [:]

  /// A node that was opened and is not wanted.
  private struct PassedOver {
    var node: InputNode
    /// What the kernel says of a panel that the configuration disables; nil for what is no touchscreen.
    var disabled: PanelDescription?
  }

  /// Listens for devices of a seat; nothing is opened before ``open(reactor:clients:now:)``.
  init(settings: Settings, seat: String, log: LimitedLog, reactor: inout Reactor) {
    self.settings = settings
    self.seat = seat
    self.log = PanelLog(log)
    watch = DeviceWatch(log: log, reactor: &reactor, now: SystemCalls.monotonicMicroseconds())
    _ = suspends.look(.now())
  }

  /// The number of panels.
  var count: Int { stations.count }

  /// What subscribers are told of the panels.
  var messages: [PanelMessage] { stations.map(\.message) }

  /// What has been counted on each of them.
  var counts: [PanelCounts] { stations.map(\.counts) }

  /// When silence will next mean something on any of them, or something is to be tried again.
  private func deadline(now: Int64) -> Int64? {
    guard newcomers.isEmpty, !stations.contains(where: \.isBehind) else { return now }
    var earliest = min(watch.due ?? .max, retries.due ?? .max)
    for station in stations { earliest = min(earliest, station.deadline ?? .max) }
    return earliest == .max ? nil : earliest
  }

  /// Opens every touchscreen that is there.
  func open(reactor: inout Reactor, clients: Clients, now: Int64) throws(SystemCallError) {
    for node in try scan() { meet(node, reactor: &reactor, clients: clients, now: now) }
  }

  /// Handles what the reactor says of the panels or their monitor; false if it is none of them.
  func handle(_ ready: Reactor.Ready, reactor: inout Reactor, clients: Clients, now: Int64) -> Bool {
    if watch.isOwn(ready) {
      follow(ready, reactor: &reactor, clients: clients, now: now)
      return true
    }
    guard let place = stations.firstIndex(where: { $0.registration == ready.registration }) else {
      return false
    }
    read(at: place, hangup: ready.hangup, reactor: &reactor, clients: clients, now: now)
    return true
  }

  private func read(
    at place: Int, hangup: Bool, reactor: inout Reactor, clients: Clients, now: Int64
  ) {
    let isThere = stations[place].read(numbering: &numbering, into: clients, now: now)
    if stations[place].takeDrops() > 0 { log.lostEvents(of: stations[place].message.panelID, now: now) }
    if !isThere || hangup && !stations[place].isBehind {
      let node = stations[place].node
      let hasLeft = node.hasLeft
      // A hang-up is how a device ends, also where it still stands in sysfs for a moment.
      let isBroken = stations[place].failure != nil && !hangup && !hasLeft
      remove(at: place, isBroken ? .dropped : .unplugged, reactor: &reactor, clients: clients, now: now)
      if !hasLeft { _ = retries.add(node, now: now) }
    } else if stations[place].isOver {
      disable(at: place, reactor: &reactor, clients: clients, now: now)
    }
  }

  /// Handles the deadlines up to now, reads on where the last turn's budget ended, and returns the next deadline.
  func advance(reactor: inout Reactor, clients: Clients, now: Int64) -> Int64? {
    // From the last, because a panel that is gone leaves the list.
    for place in stations.indices.reversed() {
      // Silence means nothing while there is more to read.
      if stations[place].isBehind {
        read(at: place, hangup: false, reactor: &reactor, clients: clients, now: now)
      } else {
        stations[place].advance(into: clients, now: now)
      }
    }
    disableThoseThatAreOver(reactor: &reactor, clients: clients, now: now)
    if watch.isDue(reactor: &reactor, now: now) { look(reactor: &reactor, clients: clients, now: now) }
    openNext(reactor: &reactor, clients: clients, now: now)
    return deadline(now: now)
  }

  /// Opens what waits, as much as one turn takes.
  private func openNext(reactor: inout Reactor, clients: Clients, now: Int64) {
    for _ in 0..<TurnBudget.panels {
      if let node = retries.next(now: now) {
        retry(node, reactor: &reactor, clients: clients, now: now)
      } else if !newcomers.isEmpty {
        meet(newcomers.removeFirst(), reactor: &reactor, clients: clients, now: now)
      }
    }
  }

  /// Ends every swipe that the machine was suspended under; call it before anything is read in a turn.
  func noticeSuspend(_ clocks: SuspendWatch.Reading, clients: Clients) {
    guard let pause = suspends.look(clocks) else { return }
    log.suspended(for: pause)
    for station in stations {
      station.lose(.suspend, numbering: &numbering, into: clients, now: clocks.after)
    }
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown(clients: Clients, now: Int64) {
    for station in stations { station.lose(.shutdown, numbering: &numbering, into: clients, now: now) }
  }
}

// MARK: - Coming

extension LivePanels {
  private func follow(_ ready: Reactor.Ready, reactor: inout Reactor, clients: Clients, now: Int64) {
    var isSilent = true
    while true {
      switch watch.next() {
      case .change(.removed, let node):
        part(with: node, reactor: &reactor, clients: clients, now: now)
      case .change(.added, let node), .change(.changed, let node):
        passedOver[node.systemPath] = nil
        queue(node)
      case .overflow:
        look(reactor: &reactor, clients: clients, now: now)
      case .failed(let error):
        watch.close(error, reactor: &reactor, now: now)
        return
      case .drained:
        // An error that no reading takes away would be reported in every turn.
        if ready.hangup, isSilent { watch.close(nil, reactor: &reactor, now: now) }
        return
      }
      isSilent = false
    }
  }

  /// Looks for oneself which panels have come and gone.
  private func look(reactor: inout Reactor, clients: Clients, now: Int64) {
    for station in stations where station.node.hasLeft {
      part(with: station.node, reactor: &reactor, clients: clients, now: now)
    }
    for (path, passed) in passedOver where passed.node.hasLeft { passedOver[path] = nil }
    unreadable = unreadable.filter { (try? SystemCalls.target(of: $0.key)) ?? nil != nil }
    do throws(SystemCallError) {
      for node in try scan() { queue(node) }
    } catch {
      watch.lookAgain(error, now: now)
    }
  }

  private func scan() throws(SystemCallError) -> [InputNode] {
    let nodes = try PanelScan.nodes()
    names.name(all: nodes.filter { $0.verdict(seat: seat).isTouchscreen })
    return nodes
  }

  /// Has a node met in a turn to come, by what is known of it last.
  private func queue(_ node: InputNode) {
    newcomers.removeAll { $0.systemPath == node.systemPath }
    newcomers.append(node)
  }

  private func meet(_ node: InputNode, reactor: inout Reactor, clients: Clients, now: Int64) {
    if let before = passedOver[node.systemPath], before.node.isAsBefore(node) { return }
    if let place = stations.firstIndex(where: { $0.node.systemPath == node.systemPath }) {
      if stations[place].node.isAsBefore(node) { return }
      // Its rules have changed: another size, another seat, or no touchscreen any more.
      remove(at: place, .unplugged, reactor: &reactor, clients: clients, now: now)
    }
    // The kernel gives numbers away again: whoever had this one has left, and udev has yet to say so.
    if let place = stations.firstIndex(where: { $0.node.node == node.node }) {
      remove(at: place, .unplugged, reactor: &reactor, clients: clients, now: now)
    }
    if node.verdict(seat: seat).isTouchscreen {
      open(node, reactor: &reactor, clients: clients, now: now)
    } else {
      forget(node)
    }
  }

  /// Tries again, with what is known of the node now: what the machine lacks may have kept us from reading that, too.
  private func retry(_ node: InputNode, reactor: inout Reactor, clients: Clients, now: Int64) {
    if node.hasLeft {
      forget(node)
    } else if let present = (try? PanelScan.node(systemPath: node.systemPath)) ?? nil {
      names.release(systemPath: node.systemPath)
      meet(present, reactor: &reactor, clients: clients, now: now)
    } else {
      _ = retries.add(node, now: now)
    }
  }

  private func open(_ node: InputNode, reactor: inout Reactor, clients: Clients, now: Int64) {
    do throws(PanelOpenError) {
      let panel = try LivePanel(node: node.node)
      // What was opened may be a successor with the same number; udev will tell of it.
      if node.hasLeft { throw .gone(node: node.node) }
      unreadable[node.node] = nil
      if case .passedOver(let reason) = node.verdict(seat: seat).reviewed(panel.description) {
        log.passedOver(node.node, panel.description.name, because: "\(reason)", now: now)
        passOver(node, disabled: nil)
        return
      }
      let identity = PanelIdentity(node, panelID: names.name(of: node))
      guard let setup = PanelSetup(panel.description, identity: identity, settings: settings) else {
        log.disabled(node.node, panel.description.name, now: now)
        passOver(node, disabled: panel.description)
        return
      }
      for complaint in node.complaints { log.misstated(node.node, "\(complaint)", now: now) }
      try start(panel, of: node, setup: setup, reactor: &reactor)
      clients.publish(.added, setup.message, now: now)
      log.added(panel, setup.message, now: now)
    } catch {
      fail(node, error, now: now)
    }
  }

  private func start(
    _ panel: LivePanel, of node: InputNode, setup: PanelSetup, reactor: inout Reactor
  ) throws(PanelOpenError) {
    do throws(SystemCallError) {
      stations.append(try LiveStation(panel, node: node, setup: setup, reactor: &reactor))
    } catch {
      throw .system(error)
    }
  }

  private func fail(_ node: InputNode, _ error: PanelOpenError, now: Int64) {
    switch error {
    case .notReadable, .forbiddenBySandbox:
      // Whoever changes the permission has udev say `change`; without a monitor the next look tries again.
      if unreadable[node.node] == nil { log.unopened(node.node, error, .error, now: now) }
      retries.remove(systemPath: node.systemPath)
      unreadable[node.node] = error
    case .gone:
      log.unopened(node.node, error, .info, now: now)
      forget(node)
    case .system:
      let isNews = !retries.contains(systemPath: node.systemPath)
      let pause = retries.add(node, now: now)
      log.unopened(node.node, error, isNews ? .warning : .debug, retryingAfter: pause, now: now)
    }
  }

  private func passOver(_ node: InputNode, disabled: PanelDescription?) {
    forget(node)
    passedOver[node.systemPath] = PassedOver(node: node, disabled: disabled)
  }
}

// MARK: - Going

extension LivePanels {
  /// Lets a panel go that udev or sysfs knows no more.
  ///
  /// The node answers ENODEV before udev says `remove`, or after: whichever comes first does it.
  private func part(with node: InputNode, reactor: inout Reactor, clients: Clients, now: Int64) {
    if let place = stations.firstIndex(where: { $0.node.systemPath == node.systemPath }) {
      remove(at: place, .unplugged, reactor: &reactor, clients: clients, now: now)
    }
    forget(node)
    passedOver[node.systemPath] = nil
    newcomers.removeAll { $0.systemPath == node.systemPath }
  }

  private func remove(
    at place: Int, _ reason: CancelReason, reactor: inout Reactor, clients: Clients, now: Int64
  ) {
    let station = stations.remove(at: place)
    reactor.unregister(station.registration)
    station.lose(reason, numbering: &numbering, into: clients, now: now)
    names.release(systemPath: station.node.systemPath)
    clients.publish(.removed, station.message, now: now)
    log.removed(station, now: now)
  }

  private func forget(_ node: InputNode) {
    names.release(systemPath: node.systemPath)
    retries.remove(systemPath: node.systemPath)
    unreadable[node.node] = nil
  }
}

// MARK: - Other settings

extension LivePanels {
  /// Goes by other settings: each panel as soon as nobody touches it, and not at all where they say the same of it.
  func use(_ settings: Settings, reactor: inout Reactor, clients: Clients, now: Int64) {
    self.settings = settings
    for station in stations {
      let identity = PanelIdentity(station.node, panelID: station.message.panelID)
      let setup = PanelSetup(station.description, identity: identity, settings: settings)
      station.use(setup, clients: clients, now: now)
    }
    disableThoseThatAreOver(reactor: &reactor, clients: clients, now: now)
    for (path, passed) in passedOver {
      guard let description = passed.disabled else { continue }
      let identity = PanelIdentity(passed.node, panelID: path)
      guard PanelSetup(description, identity: identity, settings: settings) != nil else { continue }
      passedOver[path] = nil
      meet(passed.node, reactor: &reactor, clients: clients, now: now)
    }
  }

  private func disableThoseThatAreOver(reactor: inout Reactor, clients: Clients, now: Int64) {
    while let place = stations.firstIndex(where: { $0.isOver }) {
      disable(at: place, reactor: &reactor, clients: clients, now: now)
    }
  }

  /// Closes a panel that the configuration disables, and remembers it for the day that it does not.
  private func disable(at place: Int, reactor: inout Reactor, clients: Clients, now: Int64) {
    let station = stations[place]
    remove(at: place, .unplugged, reactor: &reactor, clients: clients, now: now)
    passOver(station.node, disabled: station.description)
    log.disabled(station.node.node, station.description.name, now: now)
  }
}
