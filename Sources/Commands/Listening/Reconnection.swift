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
/// What went wrong before there was anything to lose ends the command: a wrong path should not be tried for ever.
struct Reconnection: ~Copyable {
  /// The pause before the first new attempt, in µs.
  static let leastPause: Int64 = 100_000
  /// The longest pause: the pause doubles with each attempt up to here, in µs.
  static let mostPause: Int64 = 2_000_000

  private let path: String
  private let isWanted: Bool
  private var pause = Reconnection.leastPause
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
      do throws(Unreachable) {
        return try ServerStream(path: path)
      } catch {
        if error.code == .noPermission { throw failure(error.code, error.words) }
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
      tell("connected to flickd again after \(seconds): \(loss)")
    }
    lostAt = nil
    pause = Self.leastPause
    hasListened = true
    epoch = hello?.epoch
  }

  /// Whether to connect again after a connection that ended with `bye`, or without a word; false if all is done.
  mutating func goesOn(after bye: ServerLine?) throws -> Bool {
    if bye?.reason == "shutdown", !isWanted || hello?.clock == "recording" { return false }
    let isOver = bye?.reason == "denied" || bye?.reason == "protocol"
    guard isWanted, hasListened, !isOver else {
      throw bye.map(failure(bye:)) ?? failureOfSilence()
    }
    if lostAt == nil {
      lostAt = SystemCalls.monotonicMicroseconds()
      let reason = bye?.detail ?? bye?.reason ?? "it closed without a word"
      tell("the connection to flickd is lost (\(reason)); connecting again")
    }
    return true
  }

  private mutating func wait() throws {
    let end = SystemCalls.monotonicMicroseconds() + pause
    pause = min(2 * pause, Self.mostPause)
    do throws(SystemCallError) {
      try sleep(until: end)
    } catch {
      throw failure(.unavailable, "\(error)")
    }
  }

  private func tell(_ words: String) {
    // There is nowhere left to say that standard error cannot be written.
    try? SystemCalls.writeAll(to: .error, Array("flickctl: \(words)\n".utf8).span)
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
