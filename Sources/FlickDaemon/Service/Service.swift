internal import FlickProtocol
internal import LinuxIO
internal import Logging

/// The loop: one thread, one epoll set, until a signal or the end of the last recording.
///
///     running ── SIGTERM, SIGINT, SIGHUP, last recording played ──▶ leaving ── every client has its bye, or 5 s ──▶ end
///                                                                    └──────── a second signal ──────────────────▶ end
final class Service {
  private var reactor: Reactor
  private var listener: UnixListener
  private let listenerRegistration: Reactor.Registration
  private let panels: PanelSource
  private let clients: Clients
  private let degraded: String?
  private let manager: ServiceNotification?
  private let log: Logger
  private var isLeaving = false

  init(
    reactor: consuming Reactor, listener: consuming UnixListener, panels: PanelSource, clients: Clients,
    degraded: String?, log: Logger
  ) throws(SystemCallError) {
    var reactor = reactor
    listenerRegistration = try reactor.register(descriptor: listener.descriptor, for: .readable)
    self.reactor = reactor
    self.listener = listener
    self.panels = panels
    self.clients = clients
    self.degraded = degraded
    self.log = log
    manager = Self.connectToManager(log)
  }

  /// A name for this run of the service: what was numbered in another one is not comparable.
  static func newEpoch() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func connectToManager(_ log: Logger) -> ServiceNotification? {
    do throws(SystemCallError) {
      return try ServiceNotification()
    } catch {
      log.warning("the service manager cannot be reached: \(error)")
      return nil
    }
  }

  /// Serves until it is told to stop, and until everybody who listens knows.
  func run() throws(SystemCallError) {
    tell(.ready, .status(degraded.map { "degraded: \($0)" } ?? panels.summary))
    while true {
      let now = SystemCalls.monotonicMicroseconds()
      let panelDue = isLeaving ? nil : panels.advance(reactor: &reactor, clients: clients, now: now)
      if panels.isOver, !isLeaving { leave("the last recording has been played", now: now) }
      let farewell = try clients.settle(reactor: &reactor, now: now)
      if isLeaving, clients.list.isEmpty { return }
      _ = try reactor.wait(until: earlier(panelDue, farewell))
      panels.noticeSuspend(clients: clients)
      while let signal = try reactor.nextSignal() {
        if isLeaving { return }
        log.info("\(signal.name): stopping")
        leave("the service stops", now: SystemCalls.monotonicMicroseconds())
      }
      try answer(now: SystemCalls.monotonicMicroseconds())
    }
  }

  private func answer(now: Int64) throws(SystemCallError) {
    while let ready = reactor.next() {
      if ready.registration == listenerRegistration {
        try greet(now: now)
      } else if !(try clients.handle(ready, panels: panels, reactor: &reactor, now: now)) {
        _ = panels.handle(ready, reactor: &reactor, clients: clients, now: now)
      }
    }
  }

  private func greet(now: Int64) throws(SystemCallError) {
    while true {
      switch try listener.accept() {
      case .none:
        return
      case .refused(let error):
        log.warning("a client was turned away: \(error)")
      case .connection(let file, let peer):
        let admission = try clients.admit(file, peer, panels: panels.messages, reactor: &reactor, now: now)
        switch admission {
        case .admitted(let level):
          log.debug(
            "client admitted",
            metadata: ["uid": "\(peer.user)", "pid": "\(peer.process)", "level": "\(level)"])
          panels.subscriberArrived(now: now)
        case .turnedAway:
          log.warning("a client was turned away: \(ProtocolLimits.clients) connections are open already")
        }
      }
    }
  }

  private func leave(_ detail: String, now: Int64) {
    isLeaving = true
    tell(.stopping)
    reactor.unregister(listenerRegistration)
    panels.shutDown(clients: clients, now: now)
    clients.dismissAll(.shutdown, detail: detail, now: now)
  }

  /// Tells the service manager; one that cannot be reached is no reason to stop serving.
  private func tell(_ states: ServiceNotification.State...) {
    do throws(SystemCallError) {
      try manager?.tell(states)
    } catch {
      log.warning("the service manager cannot be reached: \(error)")
    }
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
