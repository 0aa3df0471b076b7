internal import Glibc

/// A file descriptor with exactly one owner, which closes it on deinit.
///
/// Cost: that of an `Int32`. Never use this type for a descriptor that C code owns.
public struct OwnedFD: ~Copyable, Sendable {
  /// The kernel's number, valid as long as this value lives.
  public let number: Int32

  /// Takes over the open descriptor `number`, which no other code may close afterwards.
  public init(taking number: Int32) {
    self.number = number
  }

  /// Returns the descriptor without closing it; the caller must close it.
  public consuming func take() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Closes the descriptor now.
  public consuming func close() {}

  deinit {
    // Do not repeat the call after EINTR: Linux has already freed the number, and another thread
    // may use it again.
    _ = Glibc.close(number)
  }
}
