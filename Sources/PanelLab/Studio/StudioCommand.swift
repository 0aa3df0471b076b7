internal import ArgumentParser
internal import Bridge
internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import Settings
internal import Terminal

/// `flickctl studio`: a page that shows one panel live.
///
/// - ``StudioLoop`` owns the panel, as ``FrameSource``, and the thread that reads it.
/// - ``StudioSession`` owns what the page has received: it thins the frames of the panel to those
///   of the page.
/// - ``PageFeed`` (Bridge) owns the lines between this thread and the server's.
/// - ``StudioRoom`` is a room beside Live, such as ``MeasureRoom``: it gets the frames of the panel
///   and the requests of its word.
/// - ``StudioGreeting``, ``LiveMessage``, ``DecisionMessage``, ``ReplayMessage`` and
///   ``StudioRequest`` are one message each; `Sources/Web/studio/messages.js` is the other end.
/// - `Sources/Web/studio` is the page. A room is a folder there, and a type of message.
///
/// Contacts that start in private zones are removed in ``PanelWatch``, before anything counts or
/// draws them: without --include-private, no message can contain them. Only a page of the server's
/// own origin that presents the printed token gets the feed, and only one page at a time.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Serve a page that shows contacts, speeds, thresholds and decisions of a panel, live.",
    discussion: """
      Example: flickctl studio

      Prints the page's address; paste it into a browser, on the touchscreen itself or beside it. Only this machine can reach \
      the page. The address admits one page, once, within 60 s. The admitted page can be reloaded.

      The room Live shows the contacts with their trails, speed and distance against the thresholds while the finger moves, \
      and the last twenty decisions with their margins. Each of them can be played again, slowly. Recordings play at their \
      own speed, from the first page on, in this room only.

      The room Measure guides through the stations of `flickctl measure`, on the page and with targets on the display, and \
      ends with the page of `flickctl report`, the settings that help, and the administrator's command that writes them. It \
      keeps at most 250000 events of each station, and ends a station that has more. Its time stands still while no page \
      is connected. With --save, it saves each recording while people touch, and the report when the measurement ends, also \
      if the panel is unplugged; only the owner of the folder can read them. No file is replaced: a second measurement in \
      the folder saves taps-2.evemu.

      In the room Tune, people try strokes on the touchscreen as with `flickctl tune`, see the proposed thresholds, and feel \
      them on a row of cards. The room ends with the page of `flickctl report` about these strokes. With --save, it \
      saves each try in tuning.evemu as soon as the try counts, and this page as tuning.html when the tries end.

      The studio changes no setting. It reads the panel itself, without a grab, and decides by flickd's own rules: flickd may \
      run at the same time. Contacts that start in private zones are not sent to the page, unless --include-private is given.

      Exit codes: 64 several touchscreens, 65 a recording is damaged or has no events, 66 no such touchscreen or file, \
      73 cannot listen, 75 unplugged, 77 no permission.
      """)

  @Argument(
    help: ArgumentHelp("The panel, by its id, node or name; or recordings.", valueName: "panel | file"),
    completion: .file())
  var inputs: [MeasuredFile] = []
  @Flag(help: "Show contacts in private zones too.") var includePrivate = false
  @Option(
    help: ArgumentHelp(
      "Listen at this address of this machine, and this port. (default: 127.0.0.1:7274)",
      valueName: "host:port"),
    transform: ListenAddress.read)
  var listen = ListenAddress(host: "127.0.0.1", port: 7274)
  @Option(
    help: ArgumentHelp("Serve the page from this folder instead of the installed one.", valueName: "folder"),
    completion: .directory)
  var web: String?
  @Option(
    help: ArgumentHelp(
      "Admit a page that presents the token in this file, instead of the first page.", valueName: "file"),
    completion: .file())
  var tokenFile: String?
  @Option(
    help: ArgumentHelp(
      "Save the recordings and the reports of the rooms Measure and Tune in this folder.",
      valueName: "folder"),
    completion: .directory)
  var save: String?
  @Option(help: ArgumentHelp("The seat; the default is $XDG_SEAT, else seat0.", valueName: "name"))
  var seat: String?
  @OptionGroup var surrounding: SurroundingOptions
  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print one JSON object when the studio listens.") var json = false

  func validate() throws {
    if !inputs.isPanel { try refuseLive([("--seat", seat != nil)]) }
    if save == OutputTarget.standardOutput { throw ValidationError("--save needs a folder") }
    if !listen.isLoopback { throw ValidationError("other machines can reach \(listen): use localhost") }
  }

  func run() throws {
    if let web { try Serving.checkPage("studio", in: web) }
    let settings = try options.settings()
    let watched = WatchOptions(
      zones: settings.publicZones, isPrivateIncluded: includePrivate, keepsRecords: true)
    let input = try WatchedInput(inputs, seat: seat, settings: settings, options: watched)
    try checkFolder(with: input)
    let wakeup = try available { () throws(SystemCallError) in try Wakeup() }
    let feed = PageFeed(waking: wakeup)
    // The feed replaces flickd: the server connects to no socket.
    var server = BridgeServer.Settings(address: listen.address, port: listen.port, socket: "")
    server.ownLevel = .positions
    server.feed = feed
    server.pages = 1
    server.folder = try Serving.folder(at: web ?? Serving.pages(of: "studio"), home: "studio")
    var invitation: Token?
    if let tokenFile {
      server.requires = .token(try TokenFile.token(in: tokenFile))
    } else {
      let token = Token.random()
      invitation = token
      server.requires = .invitation(Invitation(token: token, now: SystemCalls.monotonicMicroseconds()))
    }
    var loop = StudioLoop(
      input, feed: feed, wakeup: wakeup, rooms: rooms(of: input, settings), isPrivateIncluded: includePrivate)
    try Serving.run(
      server, at: listen, scheme: "http", page: "studio/", invitation: invitation, json: json
    ) { turns in try loop.run(&turns) }
  }

  /// Ends the command if nothing can be saved: after the exercises it would be too late.
  private func checkFolder(with input: WatchedInput) throws {
    guard let save else { return }
    guard case .touchscreen = input else {
      throw ValidationError(
        "--save keeps a measurement or a report, which needs a touchscreen: remove --save or the recordings")
    }
    try Result { () throws(SystemCallError) in
      try FileReplacement.checkPermission(in: StationFolder(save).path)
    }.mapError { failure(.cannotCreate, "\($0): choose another folder with --save") }.get()
  }

  /// The rooms of a touchscreen other than Live; a recording has none.
  private func rooms(of input: WatchedInput, _ settings: Settings) -> StudioRooms {
    guard case .touchscreen(let source as LiveSource) = input else { return StudioRooms() }
    let touchscreen = source.touchscreen
    let ending = MeasureEnding(
      setup: touchscreen.setup, subject: RuleSubject(touchscreen), settings: settings, options: options,
      surroundings: surrounding.measured, folder: save.map(StationFolder.init))
    let folder = TuneRoom.Folder(path: options.dropInFolder) { try SystemCalls.contentsIfAny(of: $0) }
    return StudioRooms([
      MeasureRoom(ending),
      TuneRoom(
        touchscreen.setup, subject: touchscreen.node.subject, folder: folder,
        saved: save.map(StationFolder.init), now: SystemCalls.monotonicMicroseconds()),
    ])
  }
}
