internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO

/// Output that is safe on a terminal, whatever text a server, recording, device or file contains.
package enum TerminalOutput {
  /// Returns the text and a final newline.
  package static func bytes(of text: String) -> [UInt8] {
    Array("\(PlainText.encoded(shown(text)))\n".utf8)
  }

  /// Returns text with terminal sequences, such as colours, and a final newline.
  package static func bytes(styled text: String) -> [UInt8] { Array("\(PlainText.encoded(text))\n".utf8) }

  /// Returns lines of JSON, which end with newlines.
  package static func bytes(json lines: [UInt8]) -> [UInt8] { TerminalJSON.escaped(lines) }

  /// Writes text with terminal sequences to standard error; a closed terminal ends no command.
  package static func show(_ text: String) { try? SystemCalls.writeAll(to: .error, Array(text.utf8).span) }

  /// Returns the text without terminal control characters, except its newlines.
  private static func shown(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalText }
      .joined(separator: "\n")
  }
}

/// Writes a message to standard error, and ignores errors.
package func note(_ text: String) {
  // If standard error cannot be written, no other output is left.
  try? SystemCalls.writeAll(to: .error, TerminalOutput.bytes(of: "flickctl: \(text)").span)
}

/// Writes text to standard output.
///
/// Apply `terminalText` first to foreign parts of the text, because their newlines would remain
/// here.
package func writeOutput(_ text: String) throws {
  try write(TerminalOutput.bytes(of: text))
}

/// Writes text with terminal sequences to standard output.
///
/// The caller must escape every foreign part of the text first.
package func writeOutput(styled text: String) throws {
  try write(TerminalOutput.bytes(styled: text))
}

/// Writes lines of JSON to standard output.
package func writeOutput(json lines: [UInt8]) throws {
  try write(TerminalOutput.bytes(json: lines))
}

/// Writes to standard output; if the reader has closed, the command ends without a message.
private func write(_ bytes: [UInt8]) throws {
  do throws(SystemCallError) {
    try SystemCalls.writeAll(to: .output, bytes.span)
  } catch {
    guard error.code == .brokenPipe else {
      throw failure(.unavailable, "standard output: \(error.explained)")
    }
    throw ArgumentParser.ExitCode.success
  }
}
