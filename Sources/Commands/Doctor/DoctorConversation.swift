internal import FlickProtocol
internal import LinuxIO

/// One connection to flickd: its result, and what flickd reports.
struct DoctorConversation {
  private(set) var connection: MachineFacts.Connection
  private(set) var answer: MachineFacts.Answer?
  /// The process that listens; nil if the kernel does not report it.
  private(set) var listener: Int32?

  /// Connects to a socket, and waits at most 10 s for each line.
  static func hold(at path: String) -> DoctorConversation {
    var conversation = DoctorConversation(connection: .silent)
    do throws(SystemCallError) {
      var service = try UnixConnection(connectingTo: path)
      conversation.listener = (try? service.peer())?.process
      try service.limitWaiting(to: 10)
      try ask(&service)
      try conversation.read(&service)
    } catch {
      switch error.code {
      case .noSuchFile: conversation.connection = .missing
      case .connectionRefused: conversation.connection = .refused
      case .permissionDenied, .notPermitted: conversation.connection = .notPermitted
      default: conversation.connection = .failed("\(error)")
      }
    }
    return conversation
  }

  /// Asks for the counts.
  ///
  /// A flickd that does not admit the user may have closed the connection, and its reason can still
  /// be read.
  private static func ask(_ service: inout UnixConnection) throws(SystemCallError) {
    do throws(SystemCallError) {
      try service.write(Request(id: .integer(1), verb: .stats).line.span)
    } catch {
      if error.code != .brokenPipe { throw error }
    }
  }

  private mutating func read(_ service: inout UnixConnection) throws(SystemCallError) {
    var line: [UInt8] = []
    var found = MachineFacts.Answer()
    var hasHello = false
    while try service.readLine(into: &line) {
      switch ServerMessage(line) {
      case .hello(let hello):
        found.version = hello.version
        hasHello = true
      case .state(let state): found.panels = state.panels
      case .bye(let bye):
        connection = .dismissed(reason: bye.reason.text, detail: bye.detail.terminalText)
        return
      case .reply(let reply):
        guard hasHello else { break }
        if case .stats(let counts) = reply.content {
          found.configuration = counts.configuration
          for panel in counts.panels { found.frames[panel.panelID] = panel.frames }
        }
        answer = found
        connection = .answers
        return
      default:
        if !hasHello {
          connection = .other
          return
        }
      }
    }
    if !line.isEmpty || hasHello { connection = hasHello ? .silent : .other }
  }
}
