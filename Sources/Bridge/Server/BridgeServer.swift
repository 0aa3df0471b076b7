public import FlickProtocol
public import LinuxIO
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket

/// Serves web pages what flickd says, over WebSockets; every page has a connection to flickd of its
/// own.
///
/// One thread.
public final class BridgeServer: Sendable {
  /// The length of a page's message, in bytes.
  public static let mostMessageBytes = 64 * 1024

  /// What is served, and to whom.
  public struct Settings: Sendable {
    /// The address to listen at: an IP address.
    public var address: String
    /// The port, 0 for any that is free.
    public var port: UInt16
    /// flickd's socket.
    public var socket: String
    /// What pages of each origin may know.
    public var origins: [Origin: Level] = [:]
    /// What pages from here may know, nil for nothing.
    public var ownLevel: Level?
    /// The names under which it may be asked, beside those that mean this machine.
    public var names: Set<String> = []
    /// What a page has to present.
    public var requires = Gate.Rule.nothing
    /// The files that are served, nil for none.
    public var folder: WebFolder?
    /// How many pages may be connected.
    public var pages = ProtocolLimits.clientsPerUser
    /// How often a page is asked whether it is there, and how long it has to answer.
    public var heartbeat = Duration.seconds(20)

    /// Creates settings of which nobody may have a WebSocket.
    public init(address: String, port: UInt16, socket: String) {
      self.address = address
      self.port = port
      self.socket = socket
    }
  }

  /// Why it cannot listen.
  public enum Failure: Error, Equatable, Sendable {
    /// The address is none.
    case badAddress
    /// What the system says.
    case refused(ErrorNumber)
    /// Something else, in words.
    case failed(String)
  }

  /// The port at which it listens.
  public let port: UInt16
  private let group: MultiThreadedEventLoopGroup
  private let listener: any Channel
  private let connections: ConnectionRegistry

  /// Listens, and serves from now on.
  public init(_ settings: Settings) throws(Failure) {
    guard let address = try? SocketAddress(ipAddress: settings.address, port: Int(settings.port)) else {
      throw .badAddress
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let site = Site(settings)
    let listener: any Channel
    do {
      listener = try ServerBootstrap(group: group)
        // A page that finds the queue full connects a second later. A thousand hasty connections do
        // not fill it.
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        // What the kernel keeps for a slow page cannot be replaced by what is newer.
        .childChannelOption(.socketOption(.so_sndbuf), value: 16384)
        .childChannelOption(.writeBufferWaterMark, value: .init(low: 8192, high: 32768))
        .childChannelInitializer { channel in Self.serve(channel, by: site) }
        .bind(to: address).wait()
    } catch {
      try? group.syncShutdownGracefully()
      let code = (error as? IOError).map { ErrorNumber(rawValue: $0.errnoCode) }
      throw code.map(Failure.refused) ?? .failed("\(error)")
    }
    self.group = group
    self.listener = listener
    connections = site.connections
    port = UInt16(listener.localAddress?.port ?? Int(settings.port))
  }

  /// The number of pages that are connected.
  public var pages: Int { connections.pages }

  /// Tells the pages that it stops, and returns when they are gone; 5 s at most.
  public func stop() {
    // A listener that is closed already is what is wanted.
    try? listener.close().wait()
    let channels = connections.channels
    for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    try? EventLoopFuture.andAllComplete(channels.map(\.closeFuture), on: group.any()).wait()
    try? group.syncShutdownGracefully()
  }

  /// Sets up a connection that was accepted.
  private static func serve(_ channel: any Channel, by site: Site) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      if let displaced = site.connections.enter(channel) {
        site.log.say(
          "a connection makes room for a newer one: \(Places<Int>.mostOthers) have not become pages",
          cause: "connections make room")
        displaced.close(promise: nil)
      }
      let site = site.at(port: channel.localAddress?.port ?? 0)
      let reception = Reception(site: site)
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: mostMessageBytes, automaticErrorHandling: false,
        shouldUpgrade: { channel, head in
          channel.eventLoop.makeSucceededFuture(reception.decide(on: head, from: channel))
        },
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture { try reception.serve(channel) }
        })
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderListSize = 16384
      limits.maxHeaderFieldSize = 8192
      limits.maxHeaderFieldCount = 64
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false,
        withServerUpgrade: (
          upgraders: [upgrader],
          completionHandler: { context in
            let pipeline = context.pipeline.syncOperations
            // It is there until now.
            guard let web = try? pipeline.handler(type: WebHandler.self) else { return }
            pipeline.removeHandler(web, promise: nil)
          }
        ), withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(WebHandler(site: site, reception: reception))
    }
  }
}
