internal import FlickProtocol
internal import LinuxIO
internal import Synchronization

/// The bridge's messages on standard error, limited to five per cause in 30 s.
///
/// Further messages of a cause are counted, and the count is logged. The lines between pages and
/// flickd are never logged.
final class BridgeLog: Sendable {
  private let allowances = Mutex(LogRateLimiter<String>())

  /// Logs a message unless its cause has reached the limit.
  func say(_ words: String, cause: String) {
    let now = SystemCalls.monotonicMicroseconds()
    let lines = allowances.withLock { allowances in
      var lines: [String] = []
      while let (cause, count) = allowances.nextLeftOut(now: now) {
        lines.append("\(cause): \(count) more")
      }
      if allowances.admit(cause, now: now) { lines.append(words) }
      return lines
    }
    for line in lines {
      // If standard error cannot be written, no other log is left.
      try? SystemCalls.writeAll(to: .error, Array("flickctl: \(line.terminalText)\n".utf8).span)
    }
  }
}
