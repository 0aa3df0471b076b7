internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import LinuxIO

/// `flickctl bridge`: serves flickd's lines to web pages.
struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge", abstract: "Bring flickd's lines to web pages, over WebSockets.",
    discussion: """
      A page gets the lines of the socket, one a text frame, and may send requests in the same way. Only pages of the \
      origins that are named are admitted; what they are told is decided by their level, which is `decisions` unless \
      the origin says another. flickd is connected to again when it goes away, and the page is told.
      """)

  @Option(
    help: ArgumentHelp("Where to listen: an IP address or localhost, and a port.", valueName: "host:port"))
  var listen = ListenAddress(host: "127.0.0.1", port: 7272)
  @Option(
    help: ArgumentHelp(
      "Admit pages of this origin, and tell them as much: http://localhost:8080=motion. May be repeated.",
      valueName: "url[=level]"))
  var origin: [AdmittedOrigin] = []
  @Option(
    help: "The level of origins that state none: decisions, motion or positions.",
    transform: AdmittedOrigin.level)
  var level: Level = .decisions
  @Option(
    help: ArgumentHelp("Admit only pages that say what is in this file.", valueName: "file"),
    completion: .file())
  var tokenFile: String?
  @Option(
    help: ArgumentHelp(
      "Answer under this name too, beside those that mean this machine; may be repeated.", valueName: "name"))
  var host: [String] = []
  @Option(help: "The most pages at once, 1 to \(ProtocolLimits.clients).")
  var pages = ProtocolLimits.clientsPerUser
  @Option(
    help: ArgumentHelp("Serve the files in this folder too.", valueName: "folder"), completion: .directory)
  var web: String?
  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Flag(help: "Allow an address that other machines can reach.") var allowNetwork = false
  @Flag(help: "Print one JSON object when it listens.") var json = false

  func validate() throws {
    if origin.isEmpty { throw ValidationError("name at least one --origin: without it no page is admitted") }
    if !(1...ProtocolLimits.clients).contains(pages) {
      throw ValidationError("--pages is 1 to \(ProtocolLimits.clients)")
    }
    if !listen.isLoopback, !allowNetwork {
      throw ValidationError(
        "\(listen) can be reached by other machines, and nothing is encrypted: say --allow-network if that is meant"
      )
    }
    for name in host where HostAndPort(name)?.host != name.lowercased() {
      throw ValidationError("'\(name)' is no name of a host")
    }
  }

  func run() throws {
    var settings = BridgeServer.Settings(
      address: listen.address, port: listen.port, socket: SocketPath.client(named: socket))
    for admitted in origin { settings.origins[admitted.origin] = admitted.level ?? level }
    settings.names = Set(host.map { $0.lowercased() })
    if let tokenFile { settings.requires = .token(try TokenFile.token(in: tokenFile)) }
    settings.folder = try web.map(Serving.folder)
    settings.pages = pages
    try Serving.run(settings, at: listen, scheme: "ws", json: json)
  }
}
