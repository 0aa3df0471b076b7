internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// The thread that opens and reads the files of one folder, so that no file system delays a page.
///
/// Each folder has its own thread: a folder on a network file system must not delay the modules.
final class FileThread: Sendable {
  /// The number of waiting jobs from which on new requests are refused.
  ///
  /// Each of 128 connections has at most one job. The rest are jobs of closed connections, which
  /// collect only if the file system does not answer.
  private static let maxWaiting = 256
  /// The time that the end may wait for a file system.
  private static let grace = TimeAmount.seconds(1)

  private let pool = NIOThreadPool(numberOfThreads: 1)
  private let waiting = Mutex(0)

  init() {
    pool.start()
  }

  deinit {
    pool.shutdownGracefully { _ in }
  }

  /// Whether a new request must be refused.
  var isBusy: Bool { waiting.withLock { $0 >= Self.maxWaiting } }

  /// Runs a job after those before it, and after `loop` has taken their results; the future is one
  /// of `loop`.
  ///
  /// Therefore a turn of the loop gets about one chunk to write, however many clients read.
  func run<Value: Sendable>(
    on loop: any EventLoop, _ job: @escaping @Sendable () -> Value
  ) -> EventLoopFuture<Value> {
    waiting.withLock { $0 += 1 }
    return pool.runIfActive(eventLoop: loop) { [self] in
      defer { waiting.withLock { $0 -= 1 } }
      // A loop that has ended accepts no more tasks, which is not a failure.
      try? loop.submit {}.wait()
      return job()
    }
  }

  /// Ends the thread after its present job, which the future awaits for at most 1 s.
  func stop(on loop: any EventLoop) -> EventLoopFuture<Void> {
    let stopped = loop.makePromise(of: Void.self)
    pool.shutdownGracefully { _ in stopped.succeed(()) }
    loop.scheduleTask(in: Self.grace) { stopped.succeed(()) }
    return stopped.futureResult
  }
}

/// Files, and the thread that reads them.
struct ServedFiles<Files: Sendable>: Sendable {
  let files: Files
  let thread = FileThread()

  /// Serves these files; nil if there are no files.
  init?(_ files: Files?) {
    guard let files else { return nil }
    self.files = files
  }
}
