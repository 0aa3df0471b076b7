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
    if let place = openPanels.firstIndex(where: { $0.node.systemPath == node.systemPath }) {
      remove(at: place, .unplugged, reactor: &reactor, clients: clients, now: now)
    }
    forget(node)
    openings.forget(node)
    passedOver[node.systemPath] = nil
  }

  func remove(
    at place: Int, _ reason: CancelReason, reactor: inout Reactor, clients: Clients, now: Int64
  ) {
    let openPanel = openPanels.remove(at: place)
    reactor.unregister(openPanel.registration)
    openPanel.lose(reason, numbering: &numbering, into: clients, now: now)
    names.release(systemPath: openPanel.node.systemPath)
    clients.publish(.removed, openPanel.message, now: now)
    log.removed(openPanel, now: now)
  }

  func forget(_ node: InputNode) {
    names.release(systemPath: node.systemPath)
    openings.forgive(node)
    unreadable[node.node] = nil
  }
}

// MARK: - Other settings

extension LivePanels {
  /// Goes by other settings: each panel as soon as nobody touches it, and not at all where they say
  /// the same of it.
  func use(_ settings: Settings, reactor: inout Reactor, clients: Clients, now: Int64) {
    self.settings = settings
    for openPanel in openPanels {
      let identity = PanelIdentity(openPanel.node, panelID: openPanel.message.panelID)
      let setup = PanelSetup(openPanel.description, identity: identity, settings: settings)
      openPanel.use(setup, clients: clients, now: now)
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
    while let place = openPanels.firstIndex(where: { $0.isOver }) {
      disable(at: place, reactor: &reactor, clients: clients, now: now)
    }
  }

  /// Closes a panel that the configuration disables, and remembers it for the day that it does not.
  func disable(at place: Int, reactor: inout Reactor, clients: Clients, now: Int64) {
    let openPanel = openPanels[place]
    remove(at: place, .unplugged, reactor: &reactor, clients: clients, now: now)
    passOver(openPanel.node, disabled: openPanel.description)
    log.disabled(openPanel.node.node, openPanel.description.name, now: now)
  }
}
