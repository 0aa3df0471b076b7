internal import FlickClient
internal import FlickProtocol

/// The output of `listen`, `status` and `stats` for a server's lines, for fuzzing.
///
/// It uses the same functions as the commands.
package enum ShownServer {
  /// Returns the bytes that the three commands write for these lines, with and without `--json`.
  ///
  /// The lines have no newlines.
  package static func bytes(for lines: [[UInt8]]) -> [[UInt8]] {
    var hello: HelloMessage?
    var panels: [PanelMessage] = []
    var shown: [[UInt8]] = []
    for bytes in lines {
      shown.append(Terminal.bytes(json: bytes))
      guard let message = ServerMessage(bytes) else { continue }
      if let words = ShownLine.words(for: message, colored: false) {
        shown.append(Terminal.bytes(styled: words))
      }
      switch message {
      case .hello(let message): hello = message
      case .state(let state): panels = state.panels
      case .bye(let bye): shown.append(Terminal.bytes(of: (bye.verdict ?? .dismissed(bye.detail)).words))
      case .reply(let reply):
        guard case .stats(let counts) = reply.content else { continue }
        shown.append(Terminal.bytes(of: StatsCommand.words(for: counts)))
        guard let hello else { continue }
        let status = Status(path: "/run/flickd/flickd.sock", hello: hello, panels: panels, counts: counts)
        shown += [Terminal.bytes(of: status.words), Terminal.bytes(json: status.object)]
      case .swipe, .panel, .activity, .unknown: break
      }
    }
    return shown
  }
}
