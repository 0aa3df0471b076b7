internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Logging
internal import Panels
internal import Pipeline
internal import Settings

/// The touchscreens of the machine, as they come and go.
///
///     udev: add, change ──▶ meet ──▶ open, aside ──▶ read ── ENODEV, hang-up, udev: remove ──▶ gone
///                                      │  ▲             └─ EIO and other errors ──▶ retry ──▶ open
///                                      │  └── retry, pauses doubling ◀── EMFILE, ENOMEM, EIO
///                                      └── EACCES: unreadable, until udev reports `change`
///
/// At the start, panels are opened synchronously, because the loop begins only when they are open.
final class LivePanels: PanelSource {
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
  var memory: PanelMemoryFile
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

  /// Watches the devices of a seat; ``open(isManaged:)`` opens the panels.
  init(
    settings: Settings, seat: String, memory: consuming PanelMemoryFile, log: LimitedLog,
    broadcast: Broadcast, loop: EventLoop
  ) throws(SystemCallError) {
    self.settings = settings
    self.seat = seat
    self.memory = memory
    self.log = PanelLog(log)
    self.broadcast = broadcast
    self.loop = loop
    openings = try PanelOpenings(loop: loop)
    watch = HotplugMonitor(log: log, loop: loop)
    _ = suspends.look(.now())
  }

  var count: Int { openPanels.count }

  var unreadableCount: Int { unreadable.count }

  var messages: [PanelMessage] { openPanels.map(\.message) }

  var counts: [PanelCounts] { openPanels.map(\.served.counts) }

  func summary(_ count: Int, unreadable: Int) -> String {
    (count == 0 ? "no touchscreen yet" : "\(count) \(count == 1 ? "panel" : "panels")")
      + (unreadable == 0 ? "" : ", \(unreadable) that may not be read")
  }

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

  /// When the next panel deadline, retry or scan is due; nil if none is.
  private var deadline: Int64? {
    if openPanels.contains(where: \.isBehind) { return loop.now }
    let opening = max(openings.due ?? .max, memory.opensAt ?? .min)
    var earliest = min(watch.due ?? .max, opening, memory.due ?? .max, memory.lateDue ?? .max)
    for openPanel in openPanels { earliest = min(earliest, openPanel.served.deadline ?? .max) }
    return earliest == .max ? nil : earliest
  }

  /// Opens every touchscreen that exists.
  ///
  /// If there are touchscreens but none may be read, a manual start fails, because a person sees
  /// the error. Under a service manager the start would fail again and again. There the status
  /// reports the problem, and udev reports when the permission changes.
  func open(isManaged: Bool) throws(StartError) {
    let nodes = try starting { () throws(SystemCallError) in try scan() }
    memory.awaitStart()
    for node in nodes {
      guard makeRoom(for: node) else { continue }
      do throws(PanelOpenError) {
        try adopt(try LivePanel(node: node.node, fuzz: node.fuzz), of: node)
      } catch {
        fail(node, error)
      }
    }
    guard !isManaged, count == 0, let problem = unreadable.min(by: { $0.key < $1.key }) else { return }
    throw StartError(.noPermission, problem.value.description)
  }

  func begin() {}

  /// Handles an event of the panels, the monitor or the openings; false if it belongs to none of
  /// them.
  func handle(_ ready: Reactor.Ready) -> Bool {
    if watch.owns(ready) {
      follow(ready)
      return true
    }
    if openings.owns(ready) {
      finishOpenings()
      return true
    }
    if memory.owns(ready) {
      memory.finish()
      return true
    }
    guard let index = openPanels.firstIndex(where: { $0.registration == ready.registration }) else {
      return false
    }
    // A panel that was behind before this turn is read only at its end, by `advance`.
    if ready.hangup || !openPanels[index].isBehind { read(at: index, hangup: ready.hangup) }
    return true
  }

  private func read(at index: Int, hangup: Bool) {
    let isThere = openPanels[index].read()
    memory.noteTouch()
    if openPanels[index].takeDrops() > 0 { log.lostEvents(of: openPanels[index].message.panelID) }
    if !isThere || hangup && !openPanels[index].isBehind {
      let node = openPanels[index].node
      let isRemoved = node.isRemoved
      // A hang-up means that the device was removed, even if sysfs still lists it for a moment.
      let isBroken = openPanels[index].failure != nil && !hangup && !isRemoved
      remove(at: index, isBroken ? .dropped : .unplugged)
      if !isRemoved { _ = openings.retry(node) }
    } else if openPanels[index].served.isOver {
      disable(at: index)
    }
  }

  /// Handles the deadlines that are due, continues panels that exceeded their budget, and returns
  /// the next deadline.
  func advance() -> Int64? {
    // In reverse order, because a panel that is gone is removed from the list.
    for index in openPanels.indices.reversed() {
      // A deadline means nothing while events are still unread.
      if openPanels[index].isBehind {
        read(at: index, hangup: false)
      } else {
        openPanels[index].served.advance()
      }
    }
    disableThoseThatAreOver()
    if watch.retry() { look() }
    openNext()
    memory.reportLate()
    if let due = memory.due, due <= loop.now { keepLearned() }
    return deadline
  }

  /// Opens waiting nodes, at most as many as one turn allows.
  private func openNext() {
    guard let due = openings.due, due <= loop.now else {
      memory.endOpening()
      return
    }
    guard memory.prepareOpening() else { return }
    for _ in 0..<TurnBudget.panels {
      if let node = openings.nextRetry() {
        retry(node)
      } else if let node = openings.next() {
        meet(node)
      }
    }
  }

  func noticeSuspend() {
    noticeSuspend(.now())
  }

  /// Ends every swipe that was active while the machine was suspended, by these clocks.
  func noticeSuspend(_ clocks: SuspendWatch.Reading) {
    guard let pause = suspends.look(clocks) else { return }
    log.suspended(for: pause)
    for openPanel in openPanels { openPanel.served.lose(.suspend) }
  }

  func shutDown() {
    for openPanel in openPanels { openPanel.served.lose(.shutdown) }
    for openPanel in openPanels { memory.learn(openPanel.served.learned, of: PanelKey(openPanel.message)) }
    memory.save(isLast: true)
  }

  func finishStoring() -> Int64? { memory.finishStoring() }

  /// Stores what the panels have shown, while no finger is down.
  private func keepLearned() {
    guard openPanels.allSatisfy({ $0.served.deadline == nil }) else {
      memory.postpone()
      return
    }
    for openPanel in openPanels { memory.learn(openPanel.served.learned, of: PanelKey(openPanel.message)) }
    memory.save()
  }
}
