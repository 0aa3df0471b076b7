internal import FlickProtocol
internal import LinuxIO
internal import Pipeline

/// The reactor, the time of the present turn, and how long turns and lines take.
///
/// Every part of the service that registers a descriptor or needs the time holds the loop.
final class EventLoop {
  var reactor: Reactor
  /// The time of the present turn, in µs of CLOCK_MONOTONIC.
  ///
  /// Only ``Service`` reads the clock again, so that all parts of a step see one time.
  private(set) var now = SystemCalls.monotonicMicroseconds()
  private var turns = DurationHistogram()
  private var latencies = DurationHistogram()
  private var woken: Int64?
  /// The times of this turn's frames that sent lines, in µs of CLOCK_MONOTONIC.
  private var frameTimes: [Int64] = []

  init(_ reactor: consuming Reactor) {
    self.reactor = reactor
    frameTimes.reserveCapacity(256)
  }

  /// Sets the time of the present turn.
  func readClock() {
    now = SystemCalls.monotonicMicroseconds()
  }

  /// Sets the time, and starts to measure a turn.
  func wake() {
    readClock()
    woken = now
  }

  /// Notes that the frame of this time sent a line.
  func noteFrame(_ frameTime: Int64) {
    if frameTimes.last != frameTime { frameTimes.append(frameTime) }
  }

  /// Ends the turn, after its lines are written.
  func endTurn() {
    let end = SystemCalls.monotonicMicroseconds()
    if let woken { turns.add(end - woken) }
    woken = nil
    for frameTime in frameTimes { latencies.add(end &- frameTime) }
    frameTimes.removeAll(keepingCapacity: true)
  }

  /// Writes the number of turns and the measured quantiles into `counts`.
  func report(into counts: inout ServiceCounts) {
    counts.turns = reactor.turns
    counts.turn = turns.summary
    counts.latency = latencies.summary
  }
}

/// How much of one kind a turn does, so that no device or client delays another for longer than a
/// part of a frame.
///
/// The rest waits for the next turn, which starts immediately. Writes to one connection need no
/// budget: its queue is bounded (`ProtocolLimits.queuedBytes`), and nothing is queued while it is
/// written.
enum TurnBudget {
  /// Connections that are accepted, including those that are turned away.
  static let connections = 16
  /// Connections that are admitted.
  ///
  /// They cost most, because each needs a queue and the state of every panel.
  static let greetings = 4
  /// Bytes that are read from one connection.
  ///
  /// The number is so small that the replies fit into the client's queue.
  static let requestBytes = 1024
  /// Events of one read of a panel.
  ///
  /// A panel with more is behind: it is read once more at the end of the turn, and those updates
  /// are held.
  ///
  /// Enough for eight frames of ten fingers, and as many as libevdev reads in one call.
  static let events = 256
  /// How long one panel is read, in µs, because its driver may be slow.
  static let panelMicroseconds: Int64 = 4000
  /// The number of events of a frame after which the clock is read, because a large frame may take
  /// several reads of a slow driver.
  static let eventsPerClock = 16
  static let panels = 1
}
