internal import FlickProtocol
internal import LinuxIO
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// What every connection is answered by.
struct Site: Sendable {
  /// Who may have a WebSocket.
  private(set) var admission: Admission
  /// What pages from here may know, nil for nothing.
  private let ownLevel: Level?
  /// The files that are served, nil for none.
  let folder: WebFolder?
  /// flickd's socket.
  let socket: String
  /// How often a page is asked whether it is there, and how long it has to answer.
  let heartbeat: TimeAmount
  let connections: ConnectionRegistry
  let log: BridgeLog
  private let gate: SharedGate

  init(_ settings: BridgeServer.Settings) {
    admission = Admission(
      origins: settings.origins, names: settings.names, port: settings.port)
    ownLevel = settings.ownLevel
    folder = settings.folder
    socket = settings.socket
    heartbeat = TimeAmount(settings.heartbeat)
    connections = ConnectionRegistry(mostPages: settings.pages)
    log = BridgeLog()
    gate = SharedGate(settings.requires)
  }

  /// The same at the port of a connection, which belongs to whom a page believes to talk to.
  func at(port: Int) -> Site {
    var site = self
    site.admission.port = UInt16(clamping: port)
    for host in ["localhost", "127.0.0.1", "[::1]"] {
      if let ownLevel, let origin = Origin("http://\(host):\(port)") {
        site.admission.origins[origin] = ownLevel
      }
    }
    return site
  }

  /// Gives a connection the place of a page until it is closed, or returns the reason why not.
  func admit(_ page: Admission.Page, on channel: any Channel) -> Admission.Refusal? {
    // Before the gate, which an address passes only once.
    guard !connections.isFull else { return .room }
    if let refusal = gate.admit(page.presented) { return refusal }
    channel.closeFuture.whenComplete { [gate] _ in gate.close() }
    return connections.becomePage(channel) ? nil : .room
  }

  /// Logs a refusal.
  func log(_ refusal: Admission.Refusal, of head: HTTPRequestHead) {
    let (status, words) = refusal.answer
    let origin =
      head.headers["origin"].first.map { "a page of \($0.prefix(100))" } ?? "a client without an origin"
    let host = head.headers["host"].first.map { String($0.prefix(100)) } ?? "no host"
    log.say("\(origin) is refused at \(host) with \(status): \(words)", cause: "refused with \(status)")
  }

  /// What is done for a request, apart from what it presents.
  func verdict(on head: HTTPRequestHead) -> Admission.Verdict {
    let upgrades = head.headers[canonicalForm: "upgrade"]
    return admission.verdict(
      on: Admission.Asked(
        hosts: head.headers["host"], origins: head.headers["origin"],
        subprotocols: head.headers["sec-websocket-protocol"],
        wantsSocket: head.method == .GET && upgrades.contains { $0.lowercased() == "websocket" }))
  }
}

/// The gate of all connections.
private final class SharedGate: Sendable {
  private let gate: Mutex<Gate>

  init(_ rule: Gate.Rule) {
    gate = Mutex(Gate(rule))
  }

  func admit(_ presented: Admission.Presented) -> Admission.Refusal? {
    gate.withLock { $0.admit(presented, now: SystemCalls.monotonicMicroseconds()) }
  }

  func close() {
    gate.withLock { $0.close() }
  }
}
