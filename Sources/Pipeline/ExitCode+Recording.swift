public import FlickProtocol
public import Panels

extension ExitCode {
  /// Creates the exit code of a command that could not read its recording.
  public init(_ fault: RecordingError.Fault) {
    self =
      switch fault {
      case .missing: .noInput
      case .forbidden: .noPermission
      case .content: .badData
      }
  }
}
