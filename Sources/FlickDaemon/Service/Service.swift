internal import FlickProtocol
internal import LinuxIO
internal import Logging

/// The loop: one thread, one epoll set, until a signal or the end of the last recording.
///
///                ┌── SIGHUP ──▶ reading the configuration again, in one turn, at most ten times in a second
///                │                 │ good or bad
///     running ◀──┴─────────────────┘
///        │
///        └── SIGTERM, SIGINT, last recording played ──▶ leaving ── every client has its bye, or 5 s ──▶ end
///                                                         └────── a second SIGTERM or SIGINT ─────────▶ end
final class Service {
  private var reactor: Reactor
  private var acceptor: Acceptor
  private let socketWatch: SocketWatch
  private let panels: PanelSource
  private let clients: Clients
  private var configuration: LiveConfiguration
  private var manager = ManagerNews()
  private var watchdog: Watchdog?
  private var status: PacedStatus<StatusFacts>
  private let limited: LimitedLog
  private var log: Logger { limited.log }
  private var reloads = ReloadPace()
  private var isLeaving = false

  /// The facts that the status shows beside the state of the configuration.
  private struct StatusFacts: Equatable {
    var panels: Int
    var unreadable: Int
    var clients: Int
  }

  init(
    reactor: consuming Reactor, listener: consuming UnixListener, panels: PanelSource, clients: Clients,
    configuration: LiveConfiguration, log: LimitedLog
  ) throws(SystemCallError) {
    var reactor = reactor
    let now = SystemCalls.monotonicMicroseconds()
    socketWatch = SocketWatch(listener, reactor: &reactor, log: log.log)
    acceptor = try Acceptor(listener, reactor: &reactor)
    self.reactor = reactor
    self.panels = panels
    self.clients = clients
    self.configuration = configuration
    clients.standing = configuration.standing
    limited = log
    watchdog = Watchdog(now: now)
    status = PacedStatus(
      told: StatusFacts(panels: panels.count, unreadable: panels.unreadableCount, clients: 0), now: now)
  }

  /// A random name for this run; numbers of two runs are not comparable.
  static func newEpoch() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Serves until a signal or the last recording ends it, and until every client has its bye.
  func run() throws(SystemCallError) {
    tellReady(now: SystemCalls.monotonicMicroseconds())
    while true {
      let now = SystemCalls.monotonicMicroseconds()
      if reloads.begin(now: now), !isLeaving { reload(now: now) }
      let placeDue = try keepPlace(now: now)
      let panelDue = isLeaving ? nil : panels.advance(reactor: &reactor, clients: clients, now: now)
      if panels.isOver, !isLeaving { leave("the last recording has been played", now: now) }
      let farewell = clients.settle(reactor: &reactor, panels: panels, now: now)
      if isLeaving, clients.list.isEmpty { return }
      try acceptor.wake(reactor: &reactor, now: now)
      let serviceDue = earlier(placeDue, earlier(acceptor.due, reloads.due))
      let due = earlier(earlier(panelDue, serviceDue), earlier(farewell, report(now: now)))
      _ = try reactor.wait(until: due)
      clients.wake(now: SystemCalls.monotonicMicroseconds())
      panels.noticeSuspend(clients: clients)
      while let signal = try reactor.nextSignal() {
        switch signal {
        case .terminate, .interrupt:
          if isLeaving { return }
          log.info("\(signal.name): stopping")
          leave("the service stops", now: SystemCalls.monotonicMicroseconds())
        case .hangup:
          reloads.ask(now: SystemCalls.monotonicMicroseconds())
        }
      }
      try answer(now: SystemCalls.monotonicMicroseconds())
    }
  }

  private func answer(now: Int64) throws(SystemCallError) {
    while let ready = reactor.next() {
      if acceptor.isOwn(ready) {
        try acceptor.accept(into: clients, panels: panels, reactor: &reactor, limited: limited, now: now)
      } else if try socketWatch.handle(ready, listener: acceptor.listener, now: now, log: log) {
        continue
      } else if !(try clients.handle(ready, panels: panels, reactor: &reactor, now: now)) {
        _ = panels.handle(ready, reactor: &reactor, clients: clients, now: now)
      }
    }
  }

  /// Listens again at the socket's path if its file was removed; returns when the next try is due.
  private func keepPlace(now: Int64) throws(SystemCallError) -> Int64? {
    guard !isLeaving, let due = socketWatch.due, due <= now else { return isLeaving ? nil : socketWatch.due }
    try acceptor.listenAgain(by: socketWatch, reactor: &reactor, log: log)
    return socketWatch.due
  }

  private func leave(_ detail: String, now: Int64) {
    isLeaving = true
    tell(.stopping, now: now)
    acceptor.close(saying: clients.farewell(.shutdown, detail), reactor: &reactor)
    panels.shutDown(clients: clients, now: now)
    clients.dismissAll(.shutdown, detail: detail, now: now)
  }

  // MARK: The configuration

  /// Reads the configuration again; a bad one changes only the status.
  private func reload(now: Int64) {
    tell(.reloading(since: now), now: now)
    let (settings, log) = configuration.reload(log: limited, now: now)
    if let settings {
      if panels.use(settings, reactor: &reactor, clients: clients, now: now) {
        log.info("the configuration was read again")
      } else {
        log.notice("the configuration was read again; recordings keep the old settings to their end")
      }
      clients.use(settings)
      clients.access.complain(to: log)
    }
    clients.standing = configuration.standing
    tellReady(now: now)
  }

  // MARK: The service manager

  private var facts: StatusFacts {
    StatusFacts(
      panels: panels.count, unreadable: panels.unreadableCount, clients: clients.list.count)
  }

  private func words(of facts: StatusFacts) -> String {
    let clients = "\(facts.clients) \(facts.clients == 1 ? "client" : "clients")"
    return configuration.standing.prefix
      + "\(panels.summary(facts.panels, unreadable: facts.unreadable)), \(clients)"
  }

  private func tellReady(now: Int64) {
    let facts = facts
    status = PacedStatus(told: facts, now: now)
    tell(.ready, .status(words(of: facts)), now: now)
  }

  /// Sends the reports that are due to the manager and the log; returns when the next one is due.
  private func report(now: Int64) -> Int64? {
    limited.settle(now: now)
    manager.settle(limited: limited, now: now)
    guard manager.isWanted, !isLeaving else { return limited.due }
    if watchdog?.fire(now: now) ?? false { tell(.watchdog, now: now) }
    let facts = facts
    if status.update(facts, now: now) { tell(.status(words(of: facts)), now: now) }
    return earlier(earlier(limited.due, manager.due), earlier(watchdog?.due, status.due))
  }

  private func tell(_ states: ServiceNotification.State..., now: Int64) {
    manager.tell(states, limited: limited, now: now)
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
    }
  }
}
