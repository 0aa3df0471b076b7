internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Logging
internal import Panels
internal import Pipeline

/// The touchscreens of the machine, as they come and go.
final class LivePanels {
  private let settings: Settings
  private let log: Logger
  private var stations: [LiveStation] = []
  private var names = PanelNames()
  private var numbering = SwipeNumbering()
  private let monitor: PanelMonitor?
  private let monitorRegistration: Reactor.Registration?
  /// The touchscreens that may not be read, and why.
  private(set) var unreadable: [String: PanelOpenError] = [:]

  /// Listens for devices, then looks at those that are there.
  init(settings: Settings, log: Logger, reactor: inout Reactor) {
    self.settings = settings
    self.log = log
    var monitor: PanelMonitor?
    var registration: Reactor.Registration?
    do throws(SystemCallError) {
      let created = try PanelMonitor()
      registration = try reactor.register(descriptor: created.descriptor, for: .readable)
      monitor = consume created
    } catch {
      log.warning("touchscreens that are plugged in later will not be seen: \(error)")
    }
    self.monitor = consume monitor
    monitorRegistration = registration
  }

  /// What subscribers are told of the panels.
  var messages: [PanelMessage] { stations.map(\.message) }

  /// What has been counted on each of them.
  var counts: [PanelCounts] { stations.map(\.counts) }

  /// When silence will next mean something on any of them.
  var deadline: Int64? { stations.compactMap(\.deadline).min() }

  /// Opens every touchscreen that is not open yet.
  func scan(reactor: inout Reactor, clients: Clients, now: Int64) throws(SystemCallError) {
    for node in try PanelScan.nodes() { add(node, reactor: &reactor, clients: clients, now: now) }
  }

  /// Handles what the reactor says of the panels or their monitor; false if it is none of them.
  func handle(
    _ ready: Reactor.Ready, reactor: inout Reactor, clients: Clients, now: Int64
  ) throws(SystemCallError) -> Bool {
    if ready.registration == monitorRegistration {
      try follow(reactor: &reactor, clients: clients, now: now)
      return true
    }
    guard let place = stations.firstIndex(where: { $0.registration == ready.registration }) else {
      return false
    }
    if !stations[place].read(numbering: &numbering, into: clients, now: now) || ready.hangup {
      remove(at: place, reactor: &reactor, clients: clients, now: now)
    }
    return true
  }

  /// Handles the deadlines up to now.
  func advance(clients: Clients, now: Int64) {
    for station in stations { station.advance(into: clients, now: now) }
  }

  /// Ends every swipe without a decision, because the service stops.
  func shutDown(clients: Clients, now: Int64) {
    for station in stations { station.lose(.shutdown, numbering: &numbering, into: clients, now: now) }
  }

  // MARK: Coming and going

  private func follow(reactor: inout Reactor, clients: Clients, now: Int64) throws(SystemCallError) {
    while true {
      switch monitor?.next() ?? .drained {
      case .change(.removed, let node):
        unreadable[node.node] = nil
        if let place = stations.firstIndex(where: { $0.systemPath == node.systemPath }) {
          remove(at: place, reactor: &reactor, clients: clients, now: now)
        }
      case .change(.added, let node), .change(.changed, let node):
        add(node, reactor: &reactor, clients: clients, now: now)
      case .overflow:
        try scan(reactor: &reactor, clients: clients, now: now)
      case .drained:
        return
      }
    }
  }

  private func add(_ node: InputNode, reactor: inout Reactor, clients: Clients, now: Int64) {
    guard node.verdict.isTouchscreen, !stations.contains(where: { $0.systemPath == node.systemPath }) else {
      return
    }
    do throws(PanelOpenError) {
      let panel = try LivePanel(node: node.node)
      unreadable[node.node] = nil
      let identity = PanelIdentity(node, panelID: names.name(of: node))
      guard let setup = PanelSetup(panel.description, identity: identity, settings: settings) else {
        log.info("panel disabled by the configuration: \(node.node) \(panel.description.name)")
        return
      }
      if let failure = panel.clockFailure {
        log.warning(
          "kernel: \(node.node) keeps another clock, its stamps are shifted to the monotonic one: \(failure)")
      }
      for complaint in node.complaints { log.warning("udev: \(node.node): \(complaint)") }
      try open(panel, at: node, setup: setup, reactor: &reactor)
      clients.publish(.added, setup.message, now: now)
      log.info(
        "panel \(setup.message.panelID): \(setup.description.name)",
        metadata: [
          "node": "\(node.node)", "scale": "\(setup.message.scale)",
          "size": "\(setup.message.width.rounded())x\(setup.message.height.rounded())mm",
        ])
    } catch {
      if error.isPermission, unreadable[node.node] == nil { log.error("\(error)") }
      if !error.isPermission { log.warning("\(error)") }
      unreadable[node.node] = error.isPermission ? error : nil
    }
  }

  private func open(
    _ panel: LivePanel, at node: InputNode, setup: PanelSetup, reactor: inout Reactor
  ) throws(PanelOpenError) {
    do throws(SystemCallError) {
      stations.append(try LiveStation(panel, systemPath: node.systemPath, setup: setup, reactor: &reactor))
    } catch {
      throw .system(error)
    }
  }

  /// Lets a panel go.
  ///
  /// The node answers ENODEV before udev says `remove`, or after: whichever comes first does it.
  private func remove(at place: Int, reactor: inout Reactor, clients: Clients, now: Int64) {
    let station = stations.remove(at: place)
    reactor.unregister(station.registration)
    station.lose(.unplugged, numbering: &numbering, into: clients, now: now)
    names.release(systemPath: station.systemPath)
    clients.publish(.removed, station.message, now: now)
    if let failure = station.failure {
      log.warning("kernel: \(failure)")
    } else {
      log.info("panel \(station.setup.message.panelID) is gone")
    }
  }
}
