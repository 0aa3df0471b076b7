internal import Glibc

extension RecordingError {
  /// The cause of a failure, which determines a command's exit code.
  public enum Fault: Equatable, Sendable {
    /// The file cannot be found or read for another reason than its permissions.
    case missing
    /// The permissions of the file forbid reading.
    case forbidden
    /// The file is not a recording, or is damaged.
    case content
  }

  /// The cause of the failure.
  public var fault: Fault {
    switch kind {
    case .unreadable(EACCES), .unreadable(EPERM): .forbidden
    case .unreadable: .missing
    default: .content
    }
  }
}
