internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol
internal import LinuxIO

/// A service that is connected to again when it goes away.
///
///     connecting ── state ───────────────────▶ listening ── bye, end ──▶ waiting ── 100 ms … 2 s ──▶ connecting
///      │ ──────────── never listened before ──▶ end
///      └───────────── bye denied, protocol ───▶ end
///
/// What went wrong before there was anything to lose ends the command: a wrong path should not be
/// tried for ever.
struct Reconnection: ~Copyable {
  private let path: String
  private let isWanted: Bool
  private var backoff = Backoff()
  private var hasListened = false
  /// When the last connection was lost, in µs of CLOCK_MONOTONIC; nil while nothing is lost.
  private var lostAt: Int64?
  /// The run of the service that was last listened to.
  private var epoch: String?
  private var hello: ServerLine?

  init(path: String, isWanted: Bool) {
    self.path = path
    self.isWanted = isWanted
  }

  /// The next connection, after a pause unless it is the first.
  mutating func connect() throws -> ServerStream {
    hello = nil
    guard lostAt != nil else { return try ServerStream.open(path) }
    while true {
      try wait()
      do throws(FlickError) {
        return try ServerStream(path: path)
      } catch {
        guard case .unreachable = error else { throw failure(error) }
      }
    }
  }

  /// Notes who is speaking.
  mutating func greeted(by hello: ServerLine?) {
    self.hello = hello
  }

  /// Notes that the state has come, and says what was lost before.
  mutating func settled() throws {
    if let lostAt {
      let seconds = Self.words(for: SystemCalls.monotonicMicroseconds() - lostAt)
      let loss =
        hello?.epoch == epoch
        ? "what it told meanwhile is lost"
        : "it was started anew, swipe ids begin again, and what it told meanwhile is lost"
      note("connected to flickd again after \(seconds): \(loss)")
    }
    lostAt = nil
    backoff.reset()
    hasListened = true
    epoch = hello?.epoch
  }

  /// Whether to connect again after a connection that ended with `bye`, or without a word; false if
  /// all is done.
  mutating func goesOn(after bye: Goodbye?) throws -> Bool {
    if let bye, bye.isShutdown, !isWanted || hello?.clock == "recording" { return false }
    guard isWanted, hasListened, bye?.verdict == nil else {
      throw bye.map(failure) ?? failureOfSilence()
    }
    if lostAt == nil {
      lostAt = SystemCalls.monotonicMicroseconds()
      let reason = bye?.detail ?? "it closed without a word"
      note("the connection to flickd is lost (\(reason.terminalText)); connecting again")
    }
    return true
  }

  private mutating func wait() throws {
    let end = SystemCalls.monotonicMicroseconds() + backoff.next()
    try Result { () throws(SystemCallError) in try sleep(until: end) }
      .mapError { failure(.unavailable, "\($0)") }.get()
  }

  /// A duration in seconds, to a tenth.
  private static func words(for microseconds: Int64) -> String {
    let tenths = (microseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

/// Waits until `end`, in µs of CLOCK_MONOTONIC.
func sleep(until end: Int64) throws(SystemCallError) {
  var reactor = try Reactor()
  while SystemCalls.monotonicMicroseconds() < end { _ = try reactor.wait(until: end) }
}
