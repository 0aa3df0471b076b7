internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import Terminal

/// `flickctl listen`: shows decisions as they arrive.
struct ListenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Show decisions as they arrive.",
    discussion: """
      Ends after --count swipes, on Ctrl-C, or after the last recording. If the service goes away, connects again, and \
      reports on standard error that lines were lost.
      """)

  @Option(help: ArgumentHelp("The service's socket.", valueName: "path")) var socket: String?
  @Option(name: [.customShort("n"), .long], help: "End after this number of swipes.") var count: Int?
  @Flag(help: "Print the service's own lines.") var json = false
  @Flag(name: .shortAndLong, help: "Print swipes only: neither the service nor its panels.") var quiet = false
  @Flag(help: "End when the connection ends.") var noReconnect = false
  @OptionGroup(title: "What to receive") var subscription: SubscriptionOptions
  @OptionGroup var surplus: SurplusArguments

  func validate() throws {
    try PhaseList.check(surplus.arguments)
    try surplus.refuse { "flickctl listen --panel \($0), or --socket \($0)" }
    if let count, count < 1 { throw ValidationError("--count must be at least 1") }
    if json, quiet { throw ValidationError("--json prints every line of the service: remove --quiet") }
  }

  func run() throws {
    let request = subscription.request
    var service = Reconnection(path: SocketPath.client(named: socket), reconnects: !noReconnect)
    var absence = PanelAbsence(wanted: subscription.panel)
    var shown = ShownLines(
      json: json, quiet: quiet, count: count, phases: subscription.phases?.phases)
    while true {
      var stream = try service.connect()
      // Before the reply, flickd sends swipes of its default subscription, not of ours.
      var isSubscribed = request == nil
      var bye: ByeMessage?
      while bye == nil, let bytes = try stream.next() {
        let message = ServerMessage(bytes)
        switch message {
        case .hello(let hello): service.receiveHello(hello)
        case .state(let state):
          try service.receiveState()
          absence.note(with: state.panels.map(\.panelID))
          if let request { try stream.send(request) }
        case .reply(let reply) where !isSubscribed:
          if case .refused(let code, let message) = reply.content {
            throw failure(.refused(code: code.text, message: message))
          }
          isSubscribed = true
        case .swipe where !isSubscribed: continue
        case .bye(let message): bye = message
        case .swipe, .press, .panel, .activity, .reply, .unknown, nil: break
        }
        try shown.take(bytes, message)
        if shown.isEnough { return }
      }
      guard try service.receiveEnd(bye) else { return }
    }
  }
}

/// Prints a service's lines, human-readable or unchanged.
private struct ShownLines {
  let json: Bool
  let quiet: Bool
  let wanted: Int?
  private var line = ShownLine(colored: SystemCalls.isTerminal(descriptor: 1))
  /// Whether ends or cancels are shown, so that they count swipes; otherwise a swipe's first line
  /// counts.
  private let hasLasts: Bool
  /// The swipes of this service run that were counted by their first lines.
  private var begun: Set<Int64> = []
  private var seen = 0

  init(json: Bool, quiet: Bool, count: Int?, phases: Phases?) {
    self.json = json
    self.quiet = quiet
    wanted = count
    hasLasts = phases.map { $0.contains(.end) || $0.contains(.cancel) } ?? true
  }

  /// Whether the requested number of swipes has been printed.
  var isEnough: Bool { seen == wanted }

  mutating func take(_ bytes: [UInt8], _ message: ServerMessage?) throws {
    if json {
      try writeOutput(json: bytes + [UInt8(ascii: "\n")])
    } else if let message, let text = line.text(for: message), !quiet || message.isShownQuietly {
      try writeOutput(styled: text)
    }
    switch message {
    case .hello: begun = []
    case .swipe(let swipe):
      let isCounted =
        hasLasts ? swipe.phase.value == .end || swipe.phase.value == .cancel : begun.insert(swipe.id).inserted
      if isCounted { seen += 1 }
    default: break
    }
  }
}

extension ServerMessage {
  /// Whether a person who waits for swipes needs to see it: a swipe, a press, a touch, or that
  /// there is no panel.
  fileprivate var isShownQuietly: Bool {
    switch self {
    case .swipe, .press, .activity: true
    case .state(let state): state.panels.isEmpty
    case .hello, .panel, .reply, .bye, .unknown: false
    }
  }
}
