internal import Glibc

/// A file descriptor with exactly one owner; it is closed when the owner goes.
///
/// Cost: that of an `Int32`. A descriptor that C code owns is never put in here.
public struct OwnedFD: ~Copyable, Sendable {
  /// The kernel's number, valid as long as this value lives.
  public let number: Int32

  /// Takes over the open descriptor `number`; nobody else may close it afterwards.
  public init(taking number: Int32) {
    self.number = number
  }

  /// Gives the descriptor away, unclosed, to a caller that must close it.
  public consuming func take() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Closes the descriptor now.
  public consuming func close() {}

  deinit {
    // Never repeated after EINTR: Linux has freed the number by then, and another thread may have
    // it again.
    _ = Glibc.close(number)
  }
}
