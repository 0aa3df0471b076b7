internal import ArgumentParser
internal import FlickProtocol
internal import Panels
internal import Pipeline

/// Ends a command: words on standard error, and one of the product's exit codes.
func failure(_ code: FlickProtocol.ExitCode, _ words: String) -> ArgumentParser.ExitCode {
  note(words)
  return ArgumentParser.ExitCode(code.rawValue)
}

/// Ends a command because of a recording.
func failure(_ error: RecordingError) -> ArgumentParser.ExitCode {
  failure(FlickProtocol.ExitCode(error.fault), error.description)
}
