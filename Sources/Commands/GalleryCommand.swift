internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import PanelLab
internal import Terminal

/// `flickctl gallery`: serves a page that demonstrates flickd's decisions.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Serve a page on which you can try flickd.",
    discussion: """
      Prints the page's address; paste it into a browser on the touchscreen. Only this machine can reach the page. \
      The page receives what the user of this command may receive. The address admits one page, once, within 60 s. \
      The admitted page can be reloaded. Every user can read every command line, so do not start a browser with the \
      address as an argument. See flickctl(1) for another method, and use --token-file for kiosks.
      With --demo, no touchscreen and no running flickd is needed: a flickd of this command plays synthetic fingers.
      """)

  @Option(
    help: ArgumentHelp(
      "Listen at this address of this machine, and this port. (default: 127.0.0.1:7273)",
      valueName: "host:port"),
    transform: ListenAddress.read)
  var listen = ListenAddress(host: "127.0.0.1", port: 7273)
  @Option(
    help: ArgumentHelp("Serve the page from this folder instead of the installed one.", valueName: "folder"),
    completion: .directory)
  var web: String?
  @Option(
    help: ArgumentHelp(
      "Admit every page that presents the token in this file, instead of one page.", valueName: "file"),
    completion: .file())
  var tokenFile: String?
  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Flag(help: "Start a flickd that plays its demo, and end it with this command.") var demo = false
  @Flag(help: "Print one JSON object when the bridge listens.") var json = false

  @OptionGroup var surplus: SurplusArguments

  func validate() throws {
    try surplus.refuse { "flickctl gallery --web \($0)" }
    if !listen.isLoopback { throw ValidationError("other machines can reach \(listen): use localhost") }
    if demo, socket != nil {
      throw ValidationError("--demo starts a flickd with its own socket: leave --socket out")
    }
  }

  func run() throws {
    if let web { try Serving.checkPage("gallery", in: web) }
    let token = try tokenFile.map(TokenFile.token)
    let folder = try Serving.folder(at: web ?? Serving.pages(of: "gallery"))
    guard demo else {
      let socket = SocketPath.client(named: socket)
      Serving.noteAbsence(at: socket)
      return try serve(folder, token, from: socket) { turns in try Serving.waitForSignal(&turns) }
    }
    var service = try DemoService.start()
    note("flickd plays its demo; open this address in a browser. Ctrl-C ends both.")
    try serve(folder, token, from: service.socket) { turns in try service.waitForSignal(&turns) }
  }

  private func serve(
    _ folder: WebFolder, _ ownToken: Token?, from socket: String, until work: (inout Turns) throws -> Void
  ) throws {
    var settings = BridgeServer.Settings(address: listen.address, port: listen.port, socket: socket)
    // A user who runs this command is at the machine, and the page is ours.
    settings.ownLevel = .positions
    settings.folder = folder
    if let ownToken {
      settings.requires = .token(ownToken)
      return try Serving.run(settings, at: listen, scheme: "http", json: json, work: work)
    }
    let token = Token.random()
    settings.requires = .invitation(Invitation(token: token, now: SystemCalls.monotonicMicroseconds()))
    try Serving.run(settings, at: listen, scheme: "http", invitation: token, json: json, work: work)
  }
}
