internal import LinuxIO

/// Work on files whose answer arrives in the loop: one piece at a time, on its own thread.
///
///     idle ── start ──▶ busy ── the file system answers ──▶ finish ──▶ idle
///                        └── 5 s without an answer: late, which is reported once
struct LoopWorker<Answer: Sendable>: ~Copyable {
  /// The time after which an answer is late, in µs.
  private static var patience: Int64 { 5_000_000 }

  /// When the present work began, in µs of CLOCK_MONOTONIC; nil while the worker is idle.
  private(set) var began: Int64?
  private let loop: EventLoop
  private var worker: FileWorker<Answer>
  private let registration: Reactor.Registration
  private var hasReported = false

  init(loop: EventLoop) throws(SystemCallError) {
    let worker = try FileWorker<Answer>()
    registration = try loop.reactor.register(descriptor: worker.descriptor, for: .readable)
    self.worker = worker
    self.loop = loop
  }

  /// Whether this event announces an answer.
  func owns(_ ready: Reactor.Ready) -> Bool { ready.registration == registration }

  /// Starts to work; the worker must be idle.
  mutating func start(_ work: @escaping @Sendable () -> Answer) throws(SystemCallError) {
    try worker.start(work)
    began = loop.now
  }

  /// Returns the answer, after which the worker is idle; nil if there is none yet.
  mutating func finish() -> Answer? {
    guard let answer = worker.finish() else { return nil }
    began = nil
    return answer
  }

  /// Blocks until there is an answer, at most for this time: only before the loop runs.
  func waitForAnswer(milliseconds: Int32) { worker.waitForAnswer(milliseconds: milliseconds) }

  /// When ``reportLate()`` is due, in µs of CLOCK_MONOTONIC; nil if it is not.
  var lateDue: Int64? { hasReported ? nil : began.map { $0 + Self.patience } }

  /// Returns whether the answer is late, and was not reported as late before; `isLate` if nothing
  /// waits for the answer any longer.
  mutating func reportLate(isLate: Bool = false) -> Bool {
    guard let lateDue, isLate || lateDue <= loop.now else { return false }
    hasReported = true
    return true
  }
}
