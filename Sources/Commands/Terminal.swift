internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO

/// What is written to a terminal, and safe there whatever a server, a recording, a device or a file
/// has put into it.
enum Terminal {
  /// Words and their last newline.
  static func bytes(of words: String) -> [UInt8] { Array("\(shown(words))\n".utf8) }

  /// Words that hold sequences of a terminal, such as colours, and their last newline.
  static func bytes(styled words: String) -> [UInt8] { Array("\(words)\n".utf8) }

  /// Lines of JSON, which end with newlines.
  static func bytes(json lines: [UInt8]) -> [UInt8] { TerminalJSON.escaped(lines) }

  /// The words without anything that a terminal obeys, except their newlines.
  private static func shown(_ words: String) -> String {
    words.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalText }
      .joined(separator: "\n")
  }
}

/// Writes words to standard error, which ends nothing.
func note(_ words: String) {
  // There is nowhere left to say that standard error cannot be written.
  try? SystemCalls.writeAll(to: .error, Terminal.bytes(of: "flickctl: \(words)").span)
}

/// Writes words to standard output.
///
/// A text of others in them must have lost its newlines by `terminalText` before.
func say(_ words: String) throws {
  try write(Terminal.bytes(of: words))
}

/// Writes words that hold sequences of a terminal to standard output; the caller has escaped every
/// text of others in them.
func say(styled words: String) throws {
  try write(Terminal.bytes(styled: words))
}

/// Writes lines of JSON to standard output.
func say(json lines: [UInt8]) throws {
  try write(Terminal.bytes(json: lines))
}

/// Writes to standard output; a reader that has closed ends the command quietly.
private func write(_ bytes: [UInt8]) throws {
  do throws(SystemCallError) {
    try SystemCalls.writeAll(to: .output, bytes.span)
  } catch {
    guard error.code == .brokenPipe else { throw failure(.unavailable, "standard output: \(error)") }
    throw ArgumentParser.ExitCode.success
  }
}
