internal import CLinux
internal import Glibc

/// Runs work that may wait for a file system on a separate thread, and returns its answer on the
/// thread of the loop.
///
/// A call on a file system that hangs returns late or never. One piece of work runs at a time, so
/// such a call blocks one thread and never more.
///
/// ```
/// idle ─→ start(work) ─→ busy, thread: work() ─→ pipe ─→ finish() ─→ idle
/// ```
public struct FileWorker<Answer: Sendable>: ~Copyable {
  private let pipe: AnswerPipe
  /// Whether work has started whose answer was not received yet.
  public private(set) var isBusy = false

  /// Creates a worker that has neither work nor a thread yet.
  public init() throws(SystemCallError) { pipe = try AnswerPipe() }

  /// The descriptor to register with a ``Reactor``; readable when there is an answer.
  public var descriptor: Int32 { pipe.reading.number }

  /// Starts to work on a new thread, which ends with the work.
  ///
  /// The worker must be idle. EAGAIN or ENOMEM if no thread can be created: the worker stays idle.
  public mutating func start(_ work: @escaping @Sendable () -> Answer) throws(SystemCallError) {
    precondition(!isBusy, "one piece of work at a time")
    try Aside.run { [pipe] in Aside.pass(Box(work()), to: pipe) }
    isBusy = true
  }

  /// Returns the answer of the work, and is idle again; nil if there is none yet.
  public mutating func finish() -> Answer? {
    // Only boxes of this type travel through this worker's pipe.
    guard isBusy, let address = unsafe clinux_receive(pipe.reading.number) else { return nil }
    isBusy = false
    return unsafe Unmanaged<Box<Answer>>.fromOpaque(address).takeRetainedValue().content
  }

  /// Blocks until there is an answer, at most for this time; for a start, when nothing is served.
  public func waitForAnswer(milliseconds: Int32) {
    guard isBusy else { return }
    // An early end is allowed: the answer then comes later.
    _ = clinux_wait_readable(pipe.reading.number, milliseconds)
  }
}

/// What a thread passes to another one by its address.
private final class Box<Content: Sendable>: Sendable {
  let content: Content

  init(_ content: Content) { self.content = content }
}

/// The steps of a worker that C functions need without a generic type.
private enum Aside {
  static func run(_ work: @escaping @Sendable () -> Void) throws(SystemCallError) {
    // The thread owns the box from its start on.
    let box = unsafe Unmanaged.passRetained(Box(work))
    do throws(SystemCallError) {
      try SystemCalls.check("pthread_create") {
        unsafe clinux_run_aside(
          { context in
            guard let context = unsafe context else { return }
            unsafe Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(context).takeRetainedValue().content()
          }, box.toOpaque())
      }
    } catch {
      unsafe box.release()
      throw error
    }
  }

  /// Passes a box to the thread that reads the pipe.
  static func pass<Content>(_ box: Box<Content>, to pipe: AnswerPipe) {
    let passed = unsafe Unmanaged.passRetained(box)
    // An empty pipe has room, so the only possible error is a reader that is gone.
    if unsafe clinux_pass(pipe.writing.number, passed.toOpaque()) != 0 { unsafe passed.release() }
  }
}
