internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import PanelLab

/// `flickctl bridge`: serves flickd's lines to web pages.
struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge", abstract: "Send flickd's lines to web pages, over WebSockets.",
    discussion: """
      A page receives the lines of the socket, one per text frame, and sends requests in the same way. The bridge \
      admits only pages of the specified origins. The level of an origin limits what its pages receive; the default \
      is `decisions`. If flickd goes away, the bridge connects again and sends each page a line.
      """)

  @Option(
    help: ArgumentHelp(
      "Listen at this IP address or localhost, and this port. (default: 127.0.0.1:7272)",
      valueName: "host:port"),
    transform: ListenAddress.read)
  var listen = ListenAddress(host: "127.0.0.1", port: 7272)
  @Option(
    help: ArgumentHelp(
      "Admit pages of this origin, at this level: http://localhost:8080=motion. May be repeated.",
      valueName: "url[=level]"),
    transform: AdmittedOrigin.read)
  var origin: [AdmittedOrigin] = []
  @Option(
    help: "The level of origins without a level: decisions, motion or positions.",
    transform: AdmittedOrigin.level)
  var level: Level = .decisions
  @Option(
    help: ArgumentHelp("Admit only pages that present the token in this file.", valueName: "file"),
    completion: .file())
  var tokenFile: String?
  @Option(help: ArgumentHelp("Also answer under this host name; may be repeated.", valueName: "name"))
  var host: [String] = []
  @Option(help: "Serve at most this number of pages at once, 1 to \(ProtocolLimits.clients).")
  var pages = ProtocolLimits.clientsPerUser
  @Option(
    help: ArgumentHelp("Also serve the files in this folder.", valueName: "folder"), completion: .directory)
  var web: String?
  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Flag(help: "Allow an address that other machines can reach.") var allowNetwork = false
  @Flag(help: "Print one JSON object when the bridge listens.") var json = false

  @OptionGroup var surplus: SurplusArguments

  func validate() throws {
    try surplus.refuse { "flickctl bridge --origin \($0)" }
    if origin.isEmpty { throw ValidationError("no page would be admitted: add at least one --origin") }
    if !(1...ProtocolLimits.clients).contains(pages) {
      throw ValidationError("--pages must be 1 to \(ProtocolLimits.clients)")
    }
    if !listen.isNumeric {
      throw ValidationError(
        "cannot listen at \(listen): this is not an IP address: write localhost or a number, such as 127.0.0.1"
      )
    }
    if let origin = Set(origin.map(\.origin.text)).first(where: { text in
      origin.count { $0.origin.text == text } > 1
    }) {
      throw ValidationError("--origin \(origin) comes twice: write it once")
    }
    if !listen.isLoopback, !allowNetwork {
      throw ValidationError(
        "other machines can reach \(listen), and nothing is encrypted: add --allow-network to allow this"
      )
    }
    for name in host where HostAndPort(name)?.host != name.lowercased() {
      throw ValidationError("'\(name)' is not a host name: write the name alone, such as kiosk.local")
    }
  }

  func run() throws {
    var settings = BridgeServer.Settings(
      address: listen.address, port: listen.port, socket: SocketPath.client(named: socket))
    for admitted in origin { settings.origins[admitted.origin] = admitted.level ?? level }
    settings.names = Set(host.map { $0.lowercased() })
    if let tokenFile { settings.requires = .token(try TokenFile.token(in: tokenFile)) }
    settings.folder = try web.map { try Serving.folder(at: $0) }
    settings.modules = try Serving.installed("flick.js").map { WebModules(in: try Serving.folder(at: $0)) }
    settings.pages = pages
    Serving.noteAbsence(at: settings.socket)
    try Serving.run(settings, at: listen, scheme: "ws", json: json)
  }
}
