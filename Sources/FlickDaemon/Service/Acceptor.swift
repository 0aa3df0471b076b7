internal import FlickProtocol
internal import LinuxIO
internal import Logging

/// Accepts a few connections a turn, and pauses when clients are turned away.
///
///     open ── a client was turned away ──▶ resting, 1 ms ────────────────▶ open
///      └───── descriptors or memory are used up ──▶ resting, 10 ms to 1 s ──▶ open
///
/// During a pause the kernel queues new connections, and blocks clients once its backlog is full.
/// That slows down a program that connects in a loop, and does not affect other clients.
struct Acceptor: ~Copyable {
  /// The pause after a turn in which a client was turned away, in µs.
  ///
  /// With this pause, a storm of connections takes a fifth of a processor.
  private static let shortRest: Int64 = 1000
  /// The first and the longest pause when descriptors or memory are used up, in µs.
  private static let firstRest: Int64 = 10_000
  private static let longestRest: Int64 = 1_000_000

  private(set) var listener: UnixListener
  private let loop: EventLoop
  private let limited: LimitedLog
  private var registration: Reactor.Registration
  /// When accepting resumes, in µs of CLOCK_MONOTONIC; nil while it is not paused.
  private(set) var due: Int64?
  private var nextRest = firstRest

  /// Registers a listener with the reactor.
  init(_ listener: consuming UnixListener, loop: EventLoop, log: LimitedLog) throws(SystemCallError) {
    self.loop = loop
    limited = log
    registration = try loop.reactor.register(descriptor: listener.descriptor, for: .readable)
    self.listener = listener
  }

  /// Whether this event belongs to the listener.
  func owns(_ ready: Reactor.Ready) -> Bool { ready.registration == registration }

  /// Ends a pause whose time is over.
  mutating func wake() throws(SystemCallError) {
    guard let due, due <= loop.now else { return }
    try loop.reactor.modify(registration, for: .readable)
    self.due = nil
  }

  /// Accepts waiting clients, at most as many as one turn allows.
  ///
  /// Calls `greet` for each admitted client.
  mutating func accept(into clients: Clients, greet: () -> Void) throws(SystemCallError) {
    var greetings = 0
    var isRefusing = false
    for _ in 0..<TurnBudget.connections where greetings < TurnBudget.greetings {
      let admission: Clients.Admission
      switch try listener.accept() {
      case .none: return try rest(isRefusing ? Self.shortRest : nil)
      case .exhausted(let error):
        _ = listener.turnAway(with: clients.bye(.limit, "the service has no room: \(error)"))
        limited.write(.warning, of: .refusals) { "a client was turned away: \(error)" }
        try rest(nextRest)
        nextRest = min(nextRest * 2, Self.longestRest)
        return
      case .nameless(let file, let error):
        admission = clients.turnAway(file, .limit, "the kernel does not report this process: \(error)")
      case .connection(let file, let peer):
        admission = clients.admit(file, peer)
        note(admission, peer)
      }
      nextRest = Self.firstRest
      if case .admitted = admission {
        greetings += 1
        greet()
      } else {
        isRefusing = true
      }
    }
    try rest(isRefusing ? Self.shortRest : nil)
  }

  private func note(_ admission: Clients.Admission, _ peer: PeerCredentials) {
    switch admission {
    case .admitted(let level):
      limited.write(
        .info, of: .clients, metadata: ["uid": "\(peer.user)", "pid": "\(peer.process)", "level": "\(level)"]
      ) { "client admitted" }
    case .turnedAway(let reason):
      limited.write(.warning, of: .refusals) {
        "a client was turned away (process \(peer.process)): \(reason)"
      }
    }
  }

  private mutating func rest(_ pause: Int64?) throws(SystemCallError) {
    guard let pause else { return }
    try loop.reactor.modify(registration, for: [])
    due = loop.now + pause
  }

  /// Makes `watch` listen again at a path whose file was removed.
  mutating func listenAgain(by watch: SocketWatch) throws(SystemCallError) {
    loop.reactor.unregister(registration)
    watch.listenAgain(&listener)
    registration = try loop.reactor.register(descriptor: listener.descriptor, for: .readable)
    due = nil
  }

  /// Stops accepting.
  ///
  /// Clients that wait at flickd's own socket receive `bye`. At a socket that systemd passed,
  /// they wait for the next flickd.
  mutating func close(sending bye: [UInt8]) {
    loop.reactor.unregister(registration)
    due = nil
    listener.endWaiting(with: bye)
  }
}
