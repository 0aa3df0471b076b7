internal import FlickProtocol
internal import LinuxIO
internal import Synchronization

/// What the bridge says of itself on standard error: five times in 30 s of each cause, then how
/// often.
///
/// Never what pages or flickd say to each other.
final class BridgeLog: Sendable {
  private let allowances = Mutex(LogRateLimiter<String>())

  /// Says words, unless they or others of their cause have been said too often.
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
      // There is nowhere left to say that standard error cannot be written.
      try? SystemCalls.writeAll(to: .error, Array("flickctl: \(line.terminalText)\n".utf8).span)
    }
  }
}
