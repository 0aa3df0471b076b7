internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import Panels
internal import Pipeline

/// Ends a command: words on standard error, and one of the product's exit codes.
func failure(_ code: FlickProtocol.ExitCode, _ words: String) -> ArgumentParser.ExitCode {
  let lines = words.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).displayable() }
    .joined(separator: "\n")
  // There is nowhere left to say that standard error cannot be written.
  try? SystemCalls.writeAll(to: .error, Array("flickctl: \(lines)\n".utf8).span)
  return ArgumentParser.ExitCode(code.rawValue)
}

/// Ends a command because of a recording.
func failure(_ error: RecordingError) -> ArgumentParser.ExitCode {
  failure(FlickProtocol.ExitCode(error.fault), error.description)
}

/// Writes to standard output; a reader that has closed ends the command quietly.
func say(_ bytes: [UInt8]) throws {
  do throws(SystemCallError) {
    try SystemCalls.writeAll(to: .output, bytes.span)
  } catch {
    guard error.code == .brokenPipe else { throw failure(.unavailable, "standard output: \(error)") }
    throw ArgumentParser.ExitCode.success
  }
}

/// Writes a line to standard output.
func say(_ line: String) throws {
  try say(Array("\(line)\n".utf8))
}
