internal import Glibc

extension RecordingError {
  /// Whose fault it is that there is no recording; a command's exit code follows it.
  public enum Fault: Equatable, Sendable {
    /// There is no such file.
    case missing
    /// The file may not be read.
    case forbidden
    /// The file is no recording, or a bad one.
    case content
  }

  /// Whose fault it is.
  public var fault: Fault {
    switch kind {
    case .unreadable(EACCES), .unreadable(EPERM): .forbidden
    case .unreadable: .missing
    default: .content
    }
  }
}
