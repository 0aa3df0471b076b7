public import FlickProtocol
public import LinuxIO
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket
internal import Synchronization

/// Serves flickd's lines to web pages over WebSockets.
///
/// Every page has its own connection to flickd, unless a feed replaces flickd. The server uses one
/// thread for all connections, and one for each folder of files.
public final class BridgeServer: Sendable {
  /// The maximum length of a page's message, in bytes.
  public static let maxMessageBytes = 64 * 1024

  /// The settings: what to serve, and to which pages.
  public struct Settings: Sendable {
    /// The IP address to listen at.
    public var address: String
    /// The port; 0 for any free port.
    public var port: UInt16
    /// The path of flickd's socket.
    public var socket: String
    /// The level of each admitted origin.
    public var origins: [Origin: Level] = [:]
    /// The level of pages served from here; nil admits none of them.
    public var ownLevel: Level?
    /// The host names that requests may use, in addition to those of this machine.
    public var names: Set<String> = []
    /// What a page must present.
    public var requires = Gate.Rule.nothing
    /// The files to serve; nil for none.
    public var folder: WebFolder?
    /// The modules to serve to pages of admitted origins; nil for none.
    public var modules: WebModules?
    /// What a page receives instead of flickd's lines; nil for those.
    public var feed: PageFeed?
    /// The maximum number of connected pages.
    public var pages = ProtocolLimits.clientsPerUser
    /// The interval of pings to a page, and the time in which the page must answer.
    public var heartbeat = Duration.seconds(20)

    /// Creates settings that admit no page.
    public init(address: String, port: UInt16, socket: String) {
      self.address = address
      self.port = port
      self.socket = socket
    }
  }

  /// The reason why the server cannot listen.
  public enum Failure: Error, Equatable, Sendable {
    /// The text is not an IP address.
    case badAddress
    /// The system refused with this error.
    case refused(ErrorNumber)
    /// Another error, in words.
    case failed(String)
  }

  /// The port on which the server listens.
  public let port: UInt16
  private let group: MultiThreadedEventLoopGroup
  private let listener: any Channel
  private let connections: ConnectionRegistry
  private let fileThreads: [FileThread]

  /// Starts to listen and to serve.
  public init(_ settings: Settings) throws(Failure) {
    guard let address = try? SocketAddress(ipAddress: settings.address, port: Int(settings.port)) else {
      throw .badAddress
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let site = Site(settings)
    let listener: any Channel
    do {
      listener = try ServerBootstrap(group: group)
        // A page that finds the queue full retries after one second. This queue has room for a
        // thousand simultaneous connections.
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        // Newer updates cannot replace what is already in the kernel's buffer, so the buffer is
        // small.
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
    fileThreads = [site.folder?.thread, site.modules?.thread].compactMap { $0 }
    port = UInt16(listener.localAddress?.port ?? Int(settings.port))
  }

  /// The number of connected pages.
  public var pages: Int { connections.pages }

  /// Sends a close frame to all pages, and returns when their connections are closed.
  ///
  /// This takes at most 5 s, and 1 s more if a file system does not answer.
  public func stop() {
    // A listener that is already closed is not an error.
    try? listener.close().wait()
    let channels = connections.channels
    for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    try? EventLoopFuture.andAllComplete(channels.map(\.closeFuture), on: group.any()).wait()
    try? EventLoopFuture.andAllComplete(fileThreads.map { $0.stop(on: group.any()) }, on: group.any()).wait()
    try? group.syncShutdownGracefully()
  }

  /// Sets up an accepted connection.
  private static func serve(_ channel: any Channel, by site: Site) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      if let displaced = site.connections.enter(channel) {
        site.log.write(
          "closed the oldest of \(ConnectionSlots<Int>.maxOthers) connections that are not pages, for a newer one",
          cause: "connections closed to make room")
        displaced.close(promise: nil)
      }
      let site = site.at(port: channel.localAddress?.port ?? 0)
      let decider = UpgradeDecider(site: site)
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: maxMessageBytes, automaticErrorHandling: false,
        shouldUpgrade: { channel, head in
          channel.eventLoop.makeSucceededFuture(decider.upgradeHeaders(for: head, on: channel))
        },
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture { try decider.installHandler(on: channel) }
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
            // The web handler is in the pipeline until this point.
            guard let web = try? pipeline.handler(type: WebHandler.self) else { return }
            pipeline.removeHandler(web, promise: nil)
          }
        ), withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(WebHandler(site: site, decider: decider))
    }
  }
}

/// The bridge's messages on standard error, limited to five per cause in 30 s.
///
/// Further messages of a cause are counted, and the count is logged. The lines between pages and
/// flickd are never logged.
final class BridgeLog: Sendable {
  private let limiter = Mutex(LogRateLimiter<String>())

  /// Logs a message unless its cause has reached the limit.
  func write(_ text: String, cause: String) {
    let now = SystemCalls.monotonicMicroseconds()
    let lines = limiter.withLock { limiter in
      var lines: [String] = []
      while let (cause, count) = limiter.nextLeftOut(now: now) {
        lines.append("\(cause): \(count) more")
      }
      if limiter.admit(cause, now: now) { lines.append(text) }
      return lines
    }
    for line in lines {
      // If standard error cannot be written, no other log is left.
      try? SystemCalls.writeAll(to: .error, Array("flickctl: \(line.terminalText)\n".utf8).span)
    }
  }
}
