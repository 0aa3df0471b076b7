internal import FlickProtocol
internal import LinuxIO
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// What all connections share: settings, files, the registry and the log.
struct Site: Sendable {
  /// The rule that decides which pages may have a WebSocket.
  private(set) var admission: Admission
  /// The level of pages served from here; nil admits none of them.
  private let ownLevel: Level?
  /// The files to serve; nil for none.
  let folder: ServedFiles<WebFolder>?
  /// The modules for pages of admitted origins; nil for none.
  let modules: ServedFiles<WebModules>?
  /// The lines of this program for its page; nil if pages receive those of flickd.
  let feed: PageFeed?
  let socket: String
  /// The interval of pings to a page, and the time in which the page must answer.
  let heartbeat: TimeAmount
  let connections: ConnectionRegistry
  let log: BridgeLog
  private let gate: SharedGate

  init(_ settings: BridgeServer.Settings) {
    admission = Admission(origins: settings.origins, names: settings.names, port: settings.port)
    ownLevel = settings.ownLevel
    folder = ServedFiles(settings.folder)
    modules = ServedFiles(settings.modules)
    feed = settings.feed
    socket = settings.socket
    heartbeat = TimeAmount(settings.heartbeat)
    connections = ConnectionRegistry(maxPages: settings.pages)
    log = BridgeLog()
    gate = SharedGate(settings.requires)
  }

  /// Returns the site at the port of a connection, which is the port that the page addresses.
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

  /// Admits a connection as a page until it closes, or returns the reason for the refusal.
  func admit(_ page: Admission.Page, on channel: any Channel) -> Admission.Refusal? {
    // Checked before the gate, because the gate accepts an address only once.
    let full = feed == nil ? Admission.Refusal.room : .otherPage
    guard !connections.isFull else { return full }
    if let refusal = gate.admit(page.presented) { return refusal }
    channel.closeFuture.whenComplete { [gate] _ in gate.close() }
    return connections.becomePage(channel) ? nil : full
  }

  func log(_ refusal: Admission.Refusal, of head: HTTPRequestHead) {
    let (status, text) = refusal.answer
    let origin =
      head.headers["origin"].first.map { "a page of \($0.prefix(100))" } ?? "a client without an origin"
    let host = head.headers["host"].first.map { String($0.prefix(100)) } ?? "no host"
    log.write("\(origin) is refused at \(host) with \(status): \(text)", cause: "refused with \(status)")
  }

  /// Returns the outcome of a request, without checking its token.
  func outcome(on head: HTTPRequestHead) -> Admission.Outcome { admission.outcome(on: request(from: head)) }

  /// Returns the parts of a request that the admission depends on.
  func request(from head: HTTPRequestHead) -> Admission.Request {
    let upgrades = head.headers[canonicalForm: "upgrade"]
    return Admission.Request(
      hosts: head.headers["host"], origins: head.headers["origin"],
      subprotocols: head.headers["sec-websocket-protocol"],
      wantsSocket: head.method == .GET && upgrades.contains { $0.lowercased() == "websocket" })
  }
}

/// The gate that all connections share.
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

/// Admits connections: pages, and others that have sent no request yet or were answered.
///
/// Pages have their own slots, so other connections can never block a page. A new connection is
/// always accepted. If its slots are full, the oldest connection without a request is displaced, or
/// the oldest answered one if those are the majority. Therefore at least 64 new connections must
/// arrive before one is displaced, and a page sends its request immediately.
struct ConnectionSlots<ID: Hashable> {
  /// The maximum number of connections that are not pages.
  static var maxOthers: Int { 128 }

  /// The maximum number of pages.
  let maxPages: Int
  /// The connections without a request, oldest first; at most 128, which bounds the cost of each
  /// call.
  private var silent: [ID] = []
  /// The connections whose response is being sent, oldest first.
  private var answered: [ID] = []
  private(set) var pages: Set<ID> = []

  init(maxPages: Int) {
    self.maxPages = maxPages
  }

  /// Registers a connection, and returns the connection that it displaces.
  mutating func enter(_ id: ID) -> ID? {
    defer { silent.append(id) }
    guard silent.count + answered.count >= Self.maxOthers else { return nil }
    return silent.count >= Self.maxOthers / 2 ? silent.removeFirst() : answered.removeFirst()
  }

  /// Records that a connection has sent a request and gets its response.
  mutating func answer(_ id: ID) {
    guard let index = silent.firstIndex(of: id) else { return }
    silent.remove(at: index)
    answered.append(id)
  }

  /// Moves a connection that was not answered yet to the slot of a page.
  ///
  /// Returns false if the limit of pages is reached.
  mutating func becomePage(_ id: ID) -> Bool {
    guard pages.count < maxPages, let index = silent.firstIndex(of: id) else { return false }
    silent.remove(at: index)
    pages.insert(id)
    return true
  }

  mutating func leave(_ id: ID) {
    guard pages.remove(id) == nil else { return }
    if let index = silent.firstIndex(of: id) {
      silent.remove(at: index)
    } else if let index = answered.firstIndex(of: id) {
      answered.remove(at: index)
    }
  }
}
