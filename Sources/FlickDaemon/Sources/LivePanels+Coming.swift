internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Logging
internal import Panels
internal import Pipeline
internal import Settings

extension LivePanels {
  func follow(_ ready: Reactor.Ready) {
    var isSilent = true
    var hasOverflowed = false
    while true {
      switch watch.next() {
      case .change(.removed, let node):
        log.reported("removed", node.node)
        part(with: node)
      case .change(.added, let node), .change(.changed, let node):
        hasOverflowed = false
        log.reported("added or changed", node.node)
        passedOver[node.systemPath] = nil
        openings.queue(node)
      case .overflow where hasOverflowed:
        // Messages follow an overflow; a second overflow without a message is a permanent error.
        watch.close(nil)
        return
      case .overflow:
        hasOverflowed = true
        look()
      case .unread(let error): watch.lookAgain(error)
      case .failed(let error):
        watch.close(error)
        return
      case .drained:
        // An error that reading does not clear would be reported in every turn.
        if ready.hangup, isSilent { watch.close(nil) }
        return
      }
      isSilent = false
    }
  }

  /// Scans for panels that came or went, without udev's reports.
  func look() {
    for openPanel in openPanels where openPanel.node.isRemoved { part(with: openPanel.node) }
    for (path, passed) in passedOver where passed.node.isRemoved { passedOver[path] = nil }
    unreadable = unreadable.filter { (try? SystemCalls.target(of: $0.key)) ?? nil != nil }
    do throws(SystemCallError) {
      for node in try scan() { openings.queue(node) }
    } catch {
      watch.lookAgain(error)
    }
  }

  /// The input nodes that exist; if some could not be read, another scan is due later.
  func scan() throws(SystemCallError) -> [InputNode] {
    let found = try PanelScan.survey()
    // A node that could not be read may be a panel, and udev does not report that node again.
    if let failure = found.failure { watch.lookAgain(failure) }
    names.name(all: found.nodes.filter { $0.deviceClass(seat: seat).isTouchscreen })
    return found.nodes
  }

  func meet(_ node: InputNode) {
    guard !openings.isOpening(node) else { return }
    guard makeRoom(for: node) else { return }
    do throws(PanelOpenError) {
      // Named in the order of udev's reports, even if another panel opens first.
      _ = names.name(of: node)
      log.opening(node)
      try openings.begin(node)
    } catch {
      fail(node, error)
    }
  }

  /// Removes an outdated panel of the same node; returns true if the node is a touchscreen to open.
  func makeRoom(for node: InputNode) -> Bool {
    if let before = passedOver[node.systemPath], before.node.isEquivalent(to: node) { return false }
    if let index = openPanels.firstIndex(where: { $0.node.systemPath == node.systemPath }) {
      if openPanels[index].node.isEquivalent(to: node) { return false }
      // The node's udev properties have changed: another size, another seat, or not a touchscreen.
      remove(at: index, .unplugged)
    }
    // The kernel reuses node numbers: the panel that had this one was removed, but udev has
    // not reported that yet.
    if let index = openPanels.firstIndex(where: { $0.node.node == node.node }) {
      remove(at: index, .unplugged)
    }
    let deviceClass = node.deviceClass(seat: seat)
    guard deviceClass.isTouchscreen else {
      log.ignored(node, deviceClass)
      openings.abandon(node)
      forget(node)
      return false
    }
    return true
  }

  /// Tries to open a node again, with its present properties.
  ///
  /// The lack of resources that made the open fail may have affected the properties too.
  func retry(_ node: InputNode) {
    if node.isRemoved {
      forget(node)
    } else if let present = (try? PanelScan.node(systemPath: node.systemPath)) ?? nil {
      names.release(systemPath: node.systemPath)
      meet(present)
    } else {
      _ = openings.retry(node)
    }
  }

  func finishOpenings() {
    while let answer = (try? openings.answer()) ?? nil {
      switch consume answer {
      case .obsolete: break
      case .refused(let node, let error): fail(node, error)
      case .opened(let node, let file):
        do throws(PanelOpenError) {
          let panel = try LivePanel(node: node.node, file: file, fuzz: node.fuzz)
          try adopt(panel, of: node)
        } catch {
          fail(node, error)
        }
      }
    }
  }

  /// Adds a device that was opened, if it is an enabled touchscreen.
  func adopt(_ panel: LivePanel, of node: InputNode) throws(PanelOpenError) {
    // The opened device may be a successor with the same number; udev will report that one.
    if node.isRemoved { throw .gone(node: node.node) }
    unreadable[node.node] = nil
    if case .passedOver(let reason) = node.deviceClass(seat: seat).reviewed(panel.description) {
      log.passedOver(node.node, panel.description.name, because: "\(reason)")
      passOver(node, disabled: nil)
      return
    }
    var identity = PanelIdentity(node, panelID: names.name(of: node))
    identity.remembered = memory.open(PanelKey(panel.description, identity))
    guard let setup = PanelSetup(panel.description, identity: identity, settings: settings) else {
      log.disabled(node.node, panel.description.name)
      passOver(node, disabled: panel.description)
      return
    }
    for warning in node.propertyWarnings { log.misstated(node.node, "\(warning)") }
    try start(panel, of: node, setup: setup)
    broadcast.publish(.added, setup.message)
    log.added(panel, setup.message)
  }

  private func start(_ panel: LivePanel, of node: InputNode, setup: PanelSetup) throws(PanelOpenError) {
    do throws(SystemCallError) {
      openPanels.append(try OpenPanel(panel, node: node, setup: setup, broadcast: broadcast, loop: loop))
    } catch {
      throw .system(error)
    }
  }

  func fail(_ node: InputNode, _ error: PanelOpenError) {
    switch error {
    case .notReadable, .forbiddenBySandbox:
      // udev reports `change` when the permission is changed; without a monitor the next scan tries
      // again.
      if unreadable[node.node] == nil { log.unopened(node.node, error, .error) }
      openings.forgive(node)
      unreadable[node.node] = error
    case .gone where node.isRemoved:
      log.unopened(node.node, error, .info)
      forget(node)
    // A device that does not answer (ENODEV) and stays in sysfs may answer later; udev would not
    // report that.
    case .gone, .system:
      let isNew = !openings.hasFailed(node)
      let pause = openings.retry(node)
      log.unopened(node.node, error, isNew ? .warning : .debug, retryingAfter: pause)
    }
  }

  func passOver(_ node: InputNode, disabled: PanelDescription?) {
    forget(node)
    passedOver[node.systemPath] = PassedOver(node: node, disabled: disabled)
  }
}
