internal import CLinux
internal import Glibc

/// Wakes a ``Reactor`` from another thread: an eventfd.
///
/// Register ``descriptor``, and call ``reset()`` before looking at what the other thread left:
/// what is left later wakes the reactor again.
public final class Wakeup: Sendable {
  private let file: OwnedFD

  /// Creates a wakeup that is not pending.
  public init() throws(SystemCallError) {
    file = OwnedFD(
      taking: try SystemCalls.check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// The descriptor to register; readable while a wakeup is pending.
  public var descriptor: Int32 { file.number }

  /// Wakes the reactor; callable from any thread.
  public func wake() {
    // The only possible error is a full counter, and then a wakeup is pending.
    _ = eventfd_write(file.number, 1)
  }

  /// Ends a pending wakeup.
  public func reset() {
    var count: eventfd_t = 0
    // The only possible error is a counter of 0: no wakeup is pending.
    _ = unsafe eventfd_read(file.number, &count)
  }
}
