public import GestureCore

/// The nodes that could not be opened or read, and when to try each again.
///
/// A short lack of descriptors or memory, or an EIO of a driver, must not disable a panel until
/// somebody replugs it. The pauses double, so that a permanent failure costs almost nothing.
public struct Retries: Sendable {
  /// The pause before the second attempt, short enough to seem immediate to a person.
  static let first = Interval.milliseconds(100)
  /// The maximum pause, which a person waits after repairing the machine.
  static let maxPause = Interval.seconds(10)
  /// After this time without a failure, earlier failures of a panel no longer count.
  static let forgiven = Interval.seconds(60)

  private struct Attempt {
    var node: InputNode
    var pause: Interval
    /// When to try the node again; nil while it works or its state is unknown.
    var due: Int64?
    var failedAt: Int64
  }

  /// By system path.
  private var attempts: [String: Attempt] = [:]

  /// Creates an empty list.
  public init() {}

  /// When the next attempt is due, in µs of CLOCK_MONOTONIC; nil if none is due.
  public var due: Int64? { attempts.values.compactMap(\.due).min() }

  /// Records that a node failed at `now`, and returns the pause before the next attempt.
  public mutating func add(_ node: InputNode, now: Int64) -> Interval {
    var pause = Self.first
    if let last = attempts[node.systemPath], now - last.failedAt < Self.forgiven.microseconds {
      pause = min(Interval(microseconds: last.pause.microseconds * 2), Self.maxPause)
    }
    attempts[node.systemPath] = Attempt(
      node: node, pause: pause, due: now + pause.microseconds, failedAt: now)
    return pause
  }

  /// Returns whether a node has failed recently.
  public func contains(systemPath: String) -> Bool { attempts[systemPath] != nil }

  /// Returns a node that is due at `now`; returns each node once.
  public mutating func next(now: Int64) -> InputNode? {
    guard let due = attempts.values.first(where: { $0.due.map { $0 <= now } ?? false }) else { return nil }
    attempts[due.node.systemPath]?.due = nil
    return due.node
  }

  /// Forgets a node that was removed or is no longer wanted.
  public mutating func remove(systemPath: String) {
    attempts[systemPath] = nil
  }
}
