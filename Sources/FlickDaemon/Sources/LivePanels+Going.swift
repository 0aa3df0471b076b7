internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Logging
internal import Panels
internal import Pipeline
internal import Settings

extension LivePanels {
  /// Removes a panel whose device was removed.
  ///
  /// ENODEV from the node and `remove` from udev come in either order; the first one removes the
  /// panel.
  func part(with node: InputNode) {
    if let index = openPanels.firstIndex(where: { $0.node.systemPath == node.systemPath }) {
      remove(at: index, .unplugged)
    }
    forget(node)
    openings.forget(node)
    passedOver[node.systemPath] = nil
  }

  func remove(at index: Int, _ reason: CancelReason) {
    let openPanel = openPanels.remove(at: index)
    loop.reactor.unregister(openPanel.registration)
    openPanel.served.lose(reason)
    memory.learn(openPanel.served.learned, of: PanelKey(openPanel.message))
    names.release(systemPath: openPanel.node.systemPath)
    broadcast.publish(.removed, openPanel.message)
    log.removed(openPanel)
  }

  func forget(_ node: InputNode) {
    names.release(systemPath: node.systemPath)
    openings.forgive(node)
    unreadable[node.node] = nil
  }
}

// MARK: - Changed settings

extension LivePanels {
  /// Applies changed settings to each panel, as soon as the panel is idle.
  ///
  /// A panel whose settings have not changed is not affected.
  func apply(_ settings: Settings) -> Bool {
    self.settings = settings
    for openPanel in openPanels {
      var identity = PanelIdentity(openPanel.node, panelID: openPanel.message.panelID)
      identity.remembered = openPanel.served.remembered
      let setup = PanelSetup(openPanel.description, identity: identity, settings: settings)
      openPanel.served.apply(setup)
    }
    disableThoseThatAreOver()
    for (path, passed) in passedOver {
      guard let description = passed.disabled else { continue }
      let identity = PanelIdentity(passed.node, panelID: path)
      guard PanelSetup(description, identity: identity, settings: settings) != nil else { continue }
      passedOver[path] = nil
      openings.queue(passed.node)
    }
    return true
  }

  func disableThoseThatAreOver() {
    while let index = openPanels.firstIndex(where: { $0.served.isOver }) {
      disable(at: index)
    }
  }

  /// Closes a panel that the configuration disables; a later configuration may enable it again.
  func disable(at index: Int) {
    let openPanel = openPanels[index]
    remove(at: index, .unplugged)
    passOver(openPanel.node, disabled: openPanel.description)
    log.disabled(openPanel.node.node, openPanel.description.name)
  }
}
