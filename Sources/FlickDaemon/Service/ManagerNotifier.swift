internal import LinuxIO
internal import Logging

/// Sends notifications to the service manager, and repeats those that the manager must receive.
///
///     READY, RELOADING          ── refused ──▶ waiting, in their order ── 250 ms ──▶ sent again
///     WATCHDOG, STATUS, STOPPING ── refused ──▶ dropped: the next one, or the end, replaces it
///
/// A manager that does not receive READY=1 ends the service after its time limit. Its socket
/// rejects datagrams while its queue is full.
struct ManagerNotifier: ~Copyable {
  /// The time between two attempts, in µs.
  static var pause: Int64 { 250_000 }

  /// Whether the environment names a manager.
  let isWanted = ServiceNotification.isWanted
  /// When to send again, in µs of CLOCK_MONOTONIC; nil while nothing waits.
  private(set) var due: Int64?
  private let limited: LimitedLog
  private let loop: EventLoop
  private var notification: ServiceNotification?
  private var waiting: [[ServiceNotification.State]] = []

  init(log: LimitedLog, loop: EventLoop) {
    limited = log
    self.loop = loop
  }

  /// Sends `states` in one datagram; a rejected datagram is logged and never ends the service.
  mutating func offer(_ states: [ServiceNotification.State]) {
    guard isWanted else { return }
    guard states.contains(where: \.isAwaited) else {
      if states.contains(.stopping) { forget() }
      _ = send(states)
      return
    }
    // The manager needs only the last reload.
    if case .reloading? = states.first { forget() }
    waiting.append(states)
    sendWaiting()
  }

  /// Sends the waiting states again, if that is due.
  mutating func sendAgain() {
    if let due, due <= loop.now { sendWaiting() }
  }

  private mutating func forget() {
    waiting = []
    due = nil
  }

  private mutating func sendWaiting() {
    while let states = waiting.first {
      guard send(states) else {
        due = loop.now + Self.pause
        return
      }
      waiting.removeFirst()
    }
    due = nil
  }

  /// Sends one datagram, and returns whether the manager accepted it.
  private mutating func send(_ states: [ServiceNotification.State]) -> Bool {
    do throws(SystemCallError) {
      if notification == nil { notification = try ServiceNotification() }
      if try notification?.offer(states) ?? false { return true }
    } catch {
      limited.write(.warning, of: .manager) { "the service manager cannot be reached: \(error)" }
    }
    // Opened anew at the next attempt, because the manager may bind another socket meanwhile.
    notification = nil
    return false
  }
}

extension ServiceNotification.State {
  /// Whether the manager waits for this state.
  fileprivate var isAwaited: Bool {
    switch self {
    case .ready, .reloading: true
    case .stopping, .watchdog, .status: false
    }
  }
}
