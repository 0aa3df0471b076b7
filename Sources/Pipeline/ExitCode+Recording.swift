public import FlickProtocol
public import Panels

extension ExitCode {
  /// How a command ends that got no recording.
  public init(_ fault: RecordingError.Fault) {
    self =
      switch fault {
      case .missing: .noInput
      case .forbidden: .noPermission
      case .content: .badData
      }
  }
}
