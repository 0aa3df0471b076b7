internal import FlickProtocol
internal import GestureCore
internal import LinuxIO

/// The lift delay that a running flickd has learned for a panel.
enum LearnedDelay {
  /// How long to wait for flickd's greeting, in µs.
  private static let patience: Int64 = 1_000_000

  /// Asks the service at `path`; nil without a service or an answer, or if nothing is learned.
  static func ask(_ path: String, of node: String) -> Interval? {
    // A recording needs no service: every error means that nothing is known.
    guard var connection = try? UnixConnection(connectingTo: path), var reactor = try? Reactor(),
      let registration = try? reactor.register(descriptor: connection.descriptor, for: .readable),
      let ready = try? reactor.wait(until: SystemCalls.monotonicMicroseconds() + patience), ready > 0
    else { return nil }
    defer { reactor.unregister(registration) }
    var line: [UInt8] = []
    // flickd sends `hello` and `state` together.
    for _ in 0..<2 {
      line.removeAll()
      guard (try? connection.readLine(into: &line)) == true else { return nil }
      guard case .state(let state)? = ServerMessage(line) else { continue }
      let delay = state.panels.first { $0.node == node }?.liftDelayMicroseconds ?? 0
      return delay > 0 ? Interval(microseconds: delay) : nil
    }
    return nil
  }
}
