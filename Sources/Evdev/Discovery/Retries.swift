public import GestureCore

/// The nodes that could not be opened or read on, and when each is tried again.
///
/// What the machine lacks for a moment (descriptors, memory) and a driver that stumbles (EIO) must
/// not cost the panel until somebody replugs it. The pauses double, so that what stays broken costs
/// nothing.
public struct Retries: Sendable {
  /// The pause before the second attempt: an answer within what a person takes for at once.
  static let first = Interval.milliseconds(100)
  /// The longest pause: what somebody waits who has just made the machine whole again.
  static let longest = Interval.seconds(10)
  /// A panel that has worked for so long has its failures forgiven.
  static let forgiven = Interval.seconds(60)

  private struct Attempt {
    var node: InputNode
    var pause: Interval
    /// When it is tried again, nil while it works or nobody knows.
    var due: Int64?
    var failedAt: Int64
  }

  /// By system path.
  private var attempts: [String: Attempt] = [:]

  /// Creates an empty list.
  public init() {}

  /// When the next one is due, in µs of CLOCK_MONOTONIC.
  public var due: Int64? { attempts.values.compactMap(\.due).min() }

  /// Notes that a node failed at `now`, and answers after which pause it is tried again.
  public mutating func add(_ node: InputNode, now: Int64) -> Interval {
    var pause = Self.first
    if let last = attempts[node.systemPath], now - last.failedAt < Self.forgiven.microseconds {
      pause = min(Interval(microseconds: last.pause.microseconds * 2), Self.longest)
    }
    attempts[node.systemPath] = Attempt(
      node: node, pause: pause, due: now + pause.microseconds, failedAt: now)
    return pause
  }

  /// Whether a node has failed before, not long ago.
  public func contains(systemPath: String) -> Bool { attempts[systemPath] != nil }

  /// A node that is due by now; each is handed out once.
  public mutating func next(now: Int64) -> InputNode? {
    guard let due = attempts.values.first(where: { $0.due.map { $0 <= now } ?? false }) else { return nil }
    attempts[due.node.systemPath]?.due = nil
    return due.node
  }

  /// Forgets a node, because it has left or is not wanted any more.
  public mutating func remove(systemPath: String) {
    attempts[systemPath] = nil
  }
}
