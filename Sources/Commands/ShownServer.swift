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
    var hello: ServerLine?
    var panels: [ServerLine.Panel] = []
    var shown: [[UInt8]] = []
    for bytes in lines {
      shown.append(Terminal.bytes(json: bytes))
      if let counts = StatsReply(bytes) {
        shown.append(Terminal.bytes(of: StatsCommand.words(for: counts)))
        if let hello {
          let status = Status(path: "/run/flickd/flickd.sock", hello: hello, panels: panels, counts: counts)
          shown += [Terminal.bytes(of: status.words), Terminal.bytes(json: status.object)]
        }
      }
      guard let line = ServerLine(bytes) else { continue }
      if line.type == "hello" { hello = line }
      panels = line.panels ?? panels
      if let words = ShownLine.words(for: line, colored: false) {
        shown.append(Terminal.bytes(styled: words))
      }
      if let bye = Goodbye(line) {
        shown.append(Terminal.bytes(of: (bye.verdict ?? .dismissed(bye.detail)).words))
      }
    }
    return shown
  }
}
