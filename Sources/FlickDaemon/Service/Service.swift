internal import FlickProtocol
internal import LinuxIO
internal import Logging

/// The loop: one thread, one epoll set, until a signal or the end of the last recording.
///
///                ┌── SIGHUP ──▶ reading the configuration again, aside, at most ten times in a second
///                │                 │ good or bad
///     running ◀──┴─────────────────┘
///        │
///        └── SIGTERM, SIGINT, last recording played ──▶ stopping
///                  │  every client has its bye, or 5 s, and the state is stored, or 1 s ──▶ end
///                  └── a second SIGTERM or SIGINT ──────────────────────────────────────▶ end
final class Service<Source: PanelSource> {
  private let loop: EventLoop
  private var acceptor: Acceptor
  private let socketWatch: SocketWatch
  private let panels: Source
  private let clients: Clients
  private var configuration: LiveConfiguration
  private var manager: ManagerNotifier
  private var watchdog: Watchdog?
  private var status: PacedStatus<StatusFacts>
  private let limited: LimitedLog
  private var log: Logger { limited.log }
  private var reloads = ReloadPace()
  private var isStopping = false
  /// Whether there was a panel when the log last reported their absence or presence.
  private var hadPanels = true
  /// What the log will report of the configuration when there are panels; nil once it has.
  private var pendingUnmatchedReport: (due: Int64, log: Logger)?

  /// How long after the start the panels are expected to be there, in µs.
  ///
  /// During a boot, the panels of a machine appear one after the other.
  private static var boot: Int64 { 5_000_000 }

  /// The facts that the status shows in addition to the state of the configuration.
  private struct StatusFacts: Equatable {
    var panels: Int
    var unreadable: Int
    var clients: Int
  }

  init(
    loop: EventLoop, listener: consuming UnixListener, panels: Source, clients: Clients,
    configuration: consuming LiveConfiguration, log: LimitedLog
  ) throws(SystemCallError) {
    loop.readClock()
    socketWatch = SocketWatch(listener, loop: loop, log: log.log)
    acceptor = try Acceptor(listener, loop: loop, log: log)
    manager = ManagerNotifier(log: log, loop: loop)
    self.loop = loop
    self.panels = panels
    self.clients = clients
    clients.configurationState = configuration.state
    self.configuration = configuration
    limited = log
    // A recording is of one panel, so its configuration may have rules for others.
    if panels.clock == .monotonic { pendingUnmatchedReport = (loop.now + Self.boot, log.log) }
    watchdog = Watchdog(now: loop.now)
    status = PacedStatus(
      sent: StatusFacts(panels: panels.count, unreadable: panels.unreadableCount, clients: 0), now: loop.now)
  }

  /// Serves until a signal or the last recording ends it, until every client has received its bye,
  /// and until what was learned is stored.
  ///
  /// One turn: wait, handle what is ready, and then, at the top of the loop, what is due and the
  /// writes.
  func run() throws(SystemCallError) {
    loop.readClock()
    notifyReady()
    while true {
      loop.readClock()
      if !configuration.isReading, reloads.begin(now: loop.now), !isStopping { beginReload() }
      let socketDue = try keepSocket()
      let panelDue = isStopping ? nil : panels.advance()
      reportAbsence()
      if panels.isOver, !isStopping { stop("the last recording has been played") }
      let clientDue = clients.endTurn()
      loop.endTurn()
      let endDue = isStopping ? panels.finishStoring() : nil
      if isStopping, clients.list.isEmpty, endDue == nil { return }
      try acceptor.wake()
      let serviceDue = earlier(earlier(socketDue, reportUnmatched()), earlier(acceptor.due, reloadDue))
      let due = earlier(earlier(earlier(panelDue, endDue), serviceDue), earlier(clientDue, report()))
      _ = try loop.reactor.wait(until: due)
      loop.wake()
      panels.noticeSuspend()
      while let signal = try loop.reactor.nextSignal() {
        loop.readClock()
        switch signal {
        case .terminate, .interrupt:
          if isStopping { return }
          log.info("\(signal.name): stopping")
          stop("the service stops")
        case .hangup: reloads.ask(now: loop.now)
        // The reactor does not watch the signals of a terminal.
        case .resize, .suspend, .resume: break
        }
      }
      loop.readClock()
      try handleReady()
    }
  }

  /// Handles every descriptor that is ready.
  private func handleReady() throws(SystemCallError) {
    while let ready = loop.reactor.next() {
      if acceptor.owns(ready) {
        try acceptor.accept(into: clients) { panels.begin() }
      } else if configuration.owns(ready) {
        finishReload()
      } else if try socketWatch.handle(ready, listener: acceptor.listener) {
        continue
      } else if !clients.handle(ready) {
        _ = panels.handle(ready)
      }
    }
  }

  /// Listens again at the socket's path if its file was removed; returns when the next try is due.
  private func keepSocket() throws(SystemCallError) -> Int64? {
    if isStopping { return nil }
    if let due = socketWatch.due, due <= loop.now { try acceptor.listenAgain(by: socketWatch) }
    return socketWatch.due
  }

  private func stop(_ detail: String) {
    isStopping = true
    notify(.stopping)
    acceptor.close(sending: clients.bye(.shutdown, detail))
    panels.shutDown()
    clients.dismissAll(.shutdown, detail: detail)
  }

  // MARK: The configuration

  /// When the next reload, or the report of a late one, is due.
  private var reloadDue: Int64? {
    configuration.isReading ? configuration.lateDue : reloads.due
  }

  private func beginReload() {
    log.debug("reading the configuration again")
    notify(.reloading(since: loop.now))
    if !configuration.beginReload() { endReload() }
  }

  /// Uses the configuration that was read again; a bad one changes only the status.
  private func finishReload() {
    guard let (settings, log) = configuration.finishReload(), !isStopping else { return }
    if let settings {
      let isApplied = panels.apply(settings)
      if isApplied {
        log.info("the configuration was read again")
      } else {
        log.notice("the configuration was read again; recordings keep the old settings to their end")
      }
      clients.apply(settings)
      clients.access.logUnknownGroups(to: log)
      if panels.clock == .monotonic { pendingUnmatchedReport = (loop.now, log) }
    }
    endReload()
  }

  private func endReload() {
    clients.configurationState = configuration.state
    notifyReady()
  }

  /// Logs the rules and zones that match no panel, once for each reading of the files; returns when
  /// this is due.
  private func reportUnmatched() -> Int64? {
    guard let (due, log) = pendingUnmatchedReport, panels.count > 0 else { return nil }
    if due > loop.now { return due }
    pendingUnmatchedReport = nil
    for note in clients.unmatched { log.notice("configuration: \(note)") }
    return nil
  }

  /// Logs once that no panel is there, and again when the last one has gone.
  ///
  /// A panel without read permission has its own message.
  private func reportAbsence() {
    guard (panels.count > 0) != hadPanels, !isStopping, panels.clock == .monotonic else { return }
    hadPanels.toggle()
    guard !hadPanels, panels.unreadableCount == 0 else { return }
    limited.write(.notice, of: .udev) {
      "no touchscreen found: to try flickd without one, `flickd --demo`; expected one? `flickctl doctor`"
    }
  }

  // MARK: The service manager

  private var facts: StatusFacts {
    StatusFacts(panels: panels.count, unreadable: panels.unreadableCount, clients: clients.list.count)
  }

  private func text(of facts: StatusFacts) -> String {
    let clients = "\(facts.clients) \(facts.clients == 1 ? "client" : "clients")"
    return configuration.state.prefix
      + "\(panels.summary(facts.panels, unreadable: facts.unreadable)), \(clients)"
  }

  private func notifyReady() {
    let facts = facts
    status = PacedStatus(sent: facts, now: loop.now)
    notify(.ready, .status(text(of: facts)))
  }

  /// Sends the reports that are due to the manager and the log; returns when the next one is due.
  private func report() -> Int64? {
    configuration.reportLate()
    limited.reportLeftOut()
    manager.sendAgain()
    guard manager.isWanted, !isStopping else { return limited.due }
    if watchdog?.fire(now: loop.now) ?? false { notify(.watchdog) }
    let facts = facts
    if status.update(facts, now: loop.now) { notify(.status(text(of: facts))) }
    return earlier(earlier(limited.due, manager.due), earlier(watchdog?.due, status.due))
  }

  private func notify(_ states: ServiceNotification.State...) {
    manager.offer(states)
  }

  private func earlier(_ one: Int64?, _ other: Int64?) -> Int64? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

extension Signal {
  fileprivate var name: String {
    switch self {
    case .terminate: "SIGTERM"
    case .interrupt: "SIGINT"
    case .hangup: "SIGHUP"
    case .resize: "SIGWINCH"
    case .suspend: "SIGTSTP"
    case .resume: "SIGCONT"
    }
  }
}
