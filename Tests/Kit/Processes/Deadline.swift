/// An expected event did not come in time.
public struct TimedOut: Error, CustomStringConvertible {
  /// The expected event and the time limit.
  public var description: String

  /// Creates the error.
  public init(description: String) {
    self.description = description
  }
}

/// Calls `body` on an ``OwnThread``; cancels it and fails with `text` after `seconds`.
public func within<Value: Sendable>(
  _ seconds: Double, _ text: String, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask(executorPreference: OwnThread(), operation: body)
    // Not on the same thread, which `body` may keep busy.
    group.addTask(executorPreference: globalConcurrentExecutor) {
      try await Task.sleep(for: .seconds(seconds))
      throw TimedOut(description: "\(text): not within \(seconds) s")
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw TimedOut(description: text) }
    return value
  }
}

/// Asks every 5 ms until there is an answer; fails with `text` after `seconds`.
public func waiting<Value>(
  _ text: String, within seconds: Double = 30, for answer: () throws -> Value?
) async throws -> Value {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(seconds)
  while true {
    if let value = try answer() { return value }
    guard clock.now < end else { throw TimedOut(description: "\(text): not within \(seconds) s") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
