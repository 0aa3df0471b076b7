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
  private let reconnects: Bool
  private var backoff = Backoff()
  private var hasListened = false
  /// The time when the last connection was lost, in µs of CLOCK_MONOTONIC; nil while connected.
  private var lostAt: Int64?
  /// The epoch of the service at the last established connection.
  private var epoch: String?
  private var hello: HelloMessage?

  init(path: String, reconnects: Bool) {
    self.path = path
    self.reconnects = reconnects
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

  /// Remembers which run of the service answers.
  mutating func receiveHello(_ hello: HelloMessage) {
    self.hello = hello
  }

  /// Marks the connection as established on its first `state`; after an outage, prints how long it
  /// lasted and what was lost.
  mutating func receiveState() throws {
    if let lostAt {
      let seconds = Self.text(for: SystemCalls.monotonicMicroseconds() - lostAt)
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

  /// Handles the end of a connection, with or without `bye`, and returns whether to reconnect.
  ///
  /// Returns false if the command is complete.
  mutating func receiveEnd(_ bye: ByeMessage?) throws -> Bool {
    if let bye, bye.isShutdown, !reconnects || hello?.clock.value == .recording { return false }
    guard reconnects, hasListened, bye?.failure == nil else { throw bye.map(failure) ?? failureOfSilence() }
    if lostAt == nil {
      lostAt = SystemCalls.monotonicMicroseconds()
      let reason = bye?.detail ?? "flickd closed it without a reason"
      note("the connection to flickd is lost: \(reason.terminalText); connecting again")
    }
    return true
  }

  /// Returns a duration in seconds, with one decimal place.
  private static func text(for microseconds: Int64) -> String {
    let tenths = (microseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
