internal import Dispatch
public import Testing

/// A thread for one test.
///
/// The tests share the threads of Swift, one for each processor. A test that computes for seconds
/// would let all others wait, and a process that a test must answer in time would give up.
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
  /// Gives the test a thread of its own, because it computes for long or must act in time.
  public static var ownThread: Self { Self() }
}
