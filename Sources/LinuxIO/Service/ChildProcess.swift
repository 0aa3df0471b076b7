internal import CLinux
internal import Glibc

/// A program that this process runs, and that ends when this process ends.
///
/// Deinit ends the program by SIGTERM, and by SIGKILL if it has not ended after
/// ``endsWithin`` µs. If this process is killed, the kernel sends the SIGTERM.
public struct ChildProcess: ~Copyable {
  /// How long the program may take to end after SIGTERM, in µs.
  static let endsWithin: Int64 = 6_000_000

  /// The process.
  public let number: Int32
  private let output: OwnedFD

  /// Starts the program at `path` in its own process group, so Ctrl-C does not reach it.
  ///
  /// The program reads nothing, and the caller reads what it prints. Errors: those of `execve`,
  /// such as EACCES. The calling process must not have created a thread yet, and the calling thread
  /// must not end before the program.
  ///
  /// The corresponding C functions are `fork`, `prctl` with PR_SET_PDEATHSIG, and `execve`.
  public init(_ path: String, _ arguments: [String]) throws(SystemCallError) {
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    // Both numbers live for the call.
    try SystemCalls.check("pipe2") { unsafe clinux_pipe(&ends.reading, &ends.writing) }
    let reading = OwnedFD(taking: ends.reading)
    let writing = OwnedFD(taking: ends.writing)
    let all = [path] + arguments
    let text = all.flatMap { Array($0.utf8CString) }
    let descriptor = writing.number
    // The text has one terminator for each argument, and lives for the call.
    let number = try SystemCalls.check("execve", path) {
      unsafe clinux_start_program(text, all.count, descriptor)
    }
    self.number = number
    output = reading
  }

  /// The descriptor of what the program prints, for a caller that waits for output.
  ///
  /// It reports a hang-up when the program has ended.
  public var descriptor: Int32 { output.number }

  /// Reads what the program has printed; `.ended` if the program has ended.
  public func read(into bytes: inout MutableSpan<UInt8>) throws(SystemCallError) -> SystemCalls.Transfer {
    try SystemCalls.read(output, into: &bytes)
  }

  deinit {
    // A process that has ended stays known until it is waited for, so the number is still its own.
    _ = kill(number, SIGTERM)
    let deadline = SystemCalls.monotonicMicroseconds() + Self.endsWithin
    while waitpid(number, nil, WNOHANG) == 0 {
      if SystemCalls.monotonicMicroseconds() > deadline { _ = kill(number, SIGKILL) }
      SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 5000)
    }
  }
}
