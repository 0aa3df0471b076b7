internal import Dispatch
internal import Synchronization

/// One wait for a descriptor, as a task waits: no thread is held, and a task that is cancelled goes
/// on at once.
///
/// When it is over nothing looks at the descriptor any more, so that it may be closed.
final class Readiness: Sendable {
  /// What is waited for.
  enum Direction {
    /// Something to read, or the end.
    case reading
    /// Room to write, or the end.
    case writing
  }

  private struct State {
    var source: DispatchSource?
    var isCancelled = false
  }

  private let state = Mutex(State())

  private init() {}

  /// Returns when the descriptor is ready, or the task is cancelled.
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
      // On Linux each of them is this class, which alone may be handed between threads.
      guard let source = made as? DispatchSource else { return continuation.resume() }
      source.setEventHandler { [self] in cancel() }
      // Only now has the kernel's queue let go of the descriptor.
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
