internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import Pipeline
package import Recordings
internal import Terminal

/// Returns a recording; an error in it becomes a message and its exit code.
func recording(in file: String) throws -> Recording {
  try Result { () throws(RecordingError) in try RecordingFile.read(file) }.mapError { failure($0) }.get()
}

/// Returns the exit code for an error in a recording, after printing the error.
func failure(_ error: RecordingError) -> ArgumentParser.ExitCode {
  failure(FlickProtocol.ExitCode(error.fault), error.text)
}

extension RecordingError {
  /// The error text for a terminal: for a file that does not exist, with the next step.
  var text: String {
    isMissing ? MissingPath.message(file) { nearest(to: $0, in: $1) } : explained
  }
}

extension RecordingFile {
  /// The ends of the names of recordings and scenarios.
  package static let suffixes = [
    ".evemu", ".ev", ".events", ".yml", ".yaml", ".txt", ".log", ".gz", ".touch",
  ]
}
