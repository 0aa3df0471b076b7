internal import CLinux

/// The pipe by which another thread returns its results to the thread of the loop.
///
/// A thread that is still working holds the pipe, so it never writes to a reused descriptor.
final class AnswerPipe: Sendable {
  /// The end of the loop, which does not wait.
  let reading: OwnedFD
  /// The end of the other thread.
  let writing: OwnedFD

  init() throws(SystemCallError) {
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    // Both numbers live for the call.
    try SystemCalls.check("pipe2") { unsafe clinux_pipe(&ends.reading, &ends.writing) }
    reading = OwnedFD(taking: ends.reading)
    writing = OwnedFD(taking: ends.writing)
  }
}
