internal import ArgumentParser
internal import FlickProtocol
internal import Panels
internal import Pipeline

/// Prints a message on standard error, and returns the exit code that ends the command.
func failure(_ code: FlickProtocol.ExitCode, _ words: String) -> ArgumentParser.ExitCode {
  note(words)
  return ArgumentParser.ExitCode(code.rawValue)
}

/// Returns the exit code for an error in a recording, after printing the error.
func failure(_ error: RecordingError) -> ArgumentParser.ExitCode {
  failure(FlickProtocol.ExitCode(error.fault), error.description)
}
