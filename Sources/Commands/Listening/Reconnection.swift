internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO
internal import Terminal

/// Reconnects to a service that goes away.
///
///     connecting ── state ───────────────────▶ listening ── bye, end ──▶ waiting ── 100 ms … 2 s ──▶ connecting
///      │ ──────────── never listened before ──▶ end
///      └───────────── bye denied, protocol ───▶ end
///
/// An error before the first `state` ends the command, because a wrong path should not be retried
/// forever.
struct Reconnection: ~Copyable {
  private let path: String
  private let isWanted: Bool
  private var backoff = Backoff()
  private var hasListened = false
  /// The time when the last connection was lost, in µs of CLOCK_MONOTONIC; nil while connected.
  private var lostAt: Int64?
  /// The epoch of the last service run with a connection.
  private var epoch: String?
  private var hello: HelloMessage?

  init(path: String, isWanted: Bool) {
    self.path = path
    self.isWanted = isWanted
  }

  /// Returns the next connection; every connection except the first follows a pause.
  mutating func connect() throws -> ServerStream {
    hello = nil
    guard lostAt != nil else { return try ServerStream.open(path) }
    while true {
      SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + backoff.next())
      do throws(FlickError) {
        return try ServerStream(path: path)
      } catch {
        guard case .unreachable = error else { throw failure(error) }
      }
    }
  }

  mutating func greeted(by hello: HelloMessage) {
    self.hello = hello
  }

  /// Records that `state` has arrived, and prints what was lost before.
  mutating func settled() throws {
    if let lostAt {
      let seconds = Self.words(for: SystemCalls.monotonicMicroseconds() - lostAt)
      let loss =
        hello?.epoch == epoch
        ? "lines sent meanwhile are lost"
        : "flickd was restarted, swipe ids begin again, and lines sent meanwhile are lost"
      note("connected to flickd again after \(seconds): \(loss)")
    }
    lostAt = nil
    backoff.reset()
    hasListened = true
    epoch = hello?.epoch
  }

  /// Returns whether to reconnect after a connection that ended, with or without `bye`.
  ///
  /// Returns false if the command is complete.
  mutating func goesOn(after bye: ByeMessage?) throws -> Bool {
    if let bye, bye.isShutdown, !isWanted || hello?.clock.value == .recording { return false }
    guard isWanted, hasListened, bye?.failure == nil else { throw bye.map(failure) ?? failureOfSilence() }
    if lostAt == nil {
      lostAt = SystemCalls.monotonicMicroseconds()
      let reason = bye?.detail ?? "flickd closed it without a reason"
      note("the connection to flickd is lost: \(reason.terminalText); connecting again")
    }
    return true
  }

  /// Returns a duration in seconds, with one decimal place.
  private static func words(for microseconds: Int64) -> String {
    let tenths = (microseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
