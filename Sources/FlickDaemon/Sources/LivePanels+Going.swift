internal import Configuration
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Logging
internal import Panels
internal import Pipeline

extension LivePanels {
  /// Lets a panel go that udev or sysfs knows no more.
  ///
  /// The node answers ENODEV before udev says `remove`, or after: whichever comes first does it.
  func part(with node: InputNode, reactor: inout Reactor, clients: Clients, now: Int64) {
    if let place = stations.firstIndex(where: { $0.node.systemPath == node.systemPath }) {
      remove(at: place, .unplugged, reactor: &reactor, clients: clients, now: now)
    }
    forget(node)
    openings.forget(node)
    passedOver[node.systemPath] = nil
  }

  func remove(
    at place: Int, _ reason: CancelReason, reactor: inout Reactor, clients: Clients, now: Int64
  ) {
    let station = stations.remove(at: place)
    reactor.unregister(station.registration)
    station.lose(reason, numbering: &numbering, into: clients, now: now)
    names.release(systemPath: station.node.systemPath)
    clients.publish(.removed, station.message, now: now)
    log.removed(station, now: now)
  }

  func forget(_ node: InputNode) {
    names.release(systemPath: node.systemPath)
    openings.forgive(node)
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

  func disableThoseThatAreOver(reactor: inout Reactor, clients: Clients, now: Int64) {
    while let place = stations.firstIndex(where: { $0.isOver }) {
      disable(at: place, reactor: &reactor, clients: clients, now: now)
    }
  }

  /// Closes a panel that the configuration disables, and remembers it for the day that it does not.
  func disable(at place: Int, reactor: inout Reactor, clients: Clients, now: Int64) {
    let station = stations[place]
    remove(at: place, .unplugged, reactor: &reactor, clients: clients, now: now)
    passOver(station.node, disabled: station.description)
    log.disabled(station.node.node, station.description.name, now: now)
  }
}
