internal import Dispatch
internal import Synchronization

/// One asynchronous wait for a descriptor: no thread blocks, and cancelling the task resumes it.
///
/// After the wait, the kernel's queue no longer uses the descriptor, so the caller may close it.
final class Readiness: Sendable {
  /// The readiness to wait for.
  enum Direction {
    /// The descriptor is readable or at its end.
    case reading
    /// The descriptor has room to write or is at its end.
    case writing
  }

  private struct State {
    var source: DispatchSource?
    var isCancelled = false
  }

  private let state = Mutex(State())

  private init() {}

  /// Returns when the descriptor is ready or the task is cancelled.
  static func wait(for direction: Direction, of descriptor: Int32) async {
    let wait = Readiness()
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait.begin(direction, descriptor, $0) }
    } onCancel: {
      wait.cancel()
    }
  }

  private func begin(
    _ direction: Direction, _ descriptor: Int32, _ continuation: CheckedContinuation<Void, Never>
  ) {
    state.withLock { state in
      guard !state.isCancelled else { return continuation.resume() }
      let made: any DispatchSourceProtocol =
        switch direction {
        case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor)
        case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor)
        }
      // On Linux every source is a `DispatchSource`, the only sendable type among them.
      guard let source = made as? DispatchSource else { return continuation.resume() }
      source.setEventHandler { [self] in cancel() }
      // Resume only here: the kernel's queue has released the descriptor now.
      source.setCancelHandler { continuation.resume() }
      state.source = source
      source.resume()
    }
  }

  private func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.source?.cancel()
      state.source = nil
    }
  }
}
