internal import Dispatch
public import Testing

/// Runs the code of one test outside the threads that all tests share.
///
/// Swift has one thread for each processor. Two tests that compute for seconds would block all
/// others on a machine with two processors, and a process that waits for a test would reach its
/// time limit. `Task.sleep` still needs a shared thread to wake up, so what must be moved away is
/// what computes.
public final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "test")

  /// Creates the thread.
  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Each job is run exactly once, and the closure keeps this executor alive.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Gives a thread to each test that has this trait, or whose suite has it.
  public struct Trait: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
      testCase == nil ? nil : self
    }

    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withTaskExecutorPreference(OwnThread(), operation: function)
    }
  }
}

extension Trait where Self == OwnThread.Trait {
  /// Runs the test outside the shared threads, because it computes for long.
  public static var ownThread: Self { Self() }
}
