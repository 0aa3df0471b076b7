internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import LinuxIO

/// `flickctl gallery`: serves a page that demonstrates flickd's decisions.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Serve a page on which to feel what flickd does.",
    discussion: """
      Prints the page's address, and opens nothing: paste it into a browser on the touchscreen. Only this machine can \
      reach the page, and the page gets what the user of this command may know. The address admits one page, once, \
      within 60 s; that page can be reloaded. A command line is readable by every user, so start no browser with the \
      address on it: flickctl(1) has another way, and --token-file for kiosks.
      """)

  @Option(
    help: ArgumentHelp("Where to listen: an address of this machine, and a port.", valueName: "host:port"))
  var listen = ListenAddress(host: "127.0.0.1", port: 7273)
  @Option(
    help: ArgumentHelp("The folder of the page, in place of the installed one.", valueName: "folder"),
    completion: .directory)
  var web: String?
  @Option(
    help: ArgumentHelp(
      "Admit each page that presents what is in this file, in place of one page.", valueName: "file"),
    completion: .file())
  var tokenFile: String?
  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Flag(help: "Print one JSON object when it listens.") var json = false

  func validate() throws {
    if !listen.isLoopback { throw ValidationError("\(listen) can be reached by other machines") }
  }

  func run() throws {
    var settings = BridgeServer.Settings(
      address: listen.address, port: listen.port, socket: SocketPath.client(named: socket))
    // A user who runs this command is at the machine, and the page is ours.
    settings.ownLevel = .positions
    settings.folder = try Serving.folder(at: web ?? Self.folder())
    if let tokenFile {
      settings.requires = .token(try TokenFile.token(in: tokenFile))
      return try Serving.run(settings, at: listen, scheme: "http", json: json)
    }
    let token = Token.random()
    settings.requires = .invitation(Invitation(token: token, now: SystemCalls.monotonicMicroseconds()))
    try Serving.run(settings, at: listen, scheme: "http", invitation: token, json: json)
  }

  private static func folder() throws -> String {
    let places = GalleryPlaces(of: SystemCalls.programPath())
    if let folder = places.first { return folder }
    throw failure(
      .noInput,
      "there is no gallery in \(places.folders.joined(separator: " or ")): `make install` puts it beside "
        + "flickctl, and --web names another folder")
  }
}
