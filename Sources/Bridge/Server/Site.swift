internal import FlickProtocol
internal import NIOCore
internal import NIOHTTP1

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
  let crowd: Crowd
  let log: BridgeLog

  init(_ settings: BridgeServer.Settings) {
    admission = Admission(
      origins: settings.origins, names: settings.names, port: settings.port, token: settings.token)
    ownLevel = settings.ownLevel
    folder = settings.folder
    socket = settings.socket
    heartbeat = TimeAmount(settings.heartbeat)
    crowd = Crowd(mostPages: settings.pages)
    log = BridgeLog()
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

  /// What is done for a request.
  func verdict(on head: HTTPRequestHead) -> Admission.Verdict {
    let upgrades = head.headers[canonicalForm: "upgrade"]
    return admission.verdict(
      on: Admission.Asked(
        hosts: head.headers["host"], origins: head.headers["origin"],
        subprotocols: head.headers["sec-websocket-protocol"],
        wantsSocket: head.method == .GET && upgrades.contains { $0.lowercased() == "websocket" }))
  }
}
