internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels

/// The lift delay that a running flickd has learned or remembers for a panel.
struct LearnedDelay {
  var delay: Interval
  /// Whether flickd learned the delay since it opened the panel, or before.
  var source: RecordedSetup.LiftDelaySource

  /// Asks the service at `path`; nil if there is no service or no answer, or if nothing is learned.
  static func ask(_ path: String, of node: String) -> LearnedDelay? {
    // A recording needs no service: every error means that nothing is known.
    guard var connection = try? UnixConnection(connectingTo: path),
      (try? connection.limitWaiting(to: 1)) != nil
    else { return nil }
    var line: [UInt8] = []
    // flickd sends `hello` and `state` together.
    for _ in 0..<2 {
      line.removeAll()
      guard (try? connection.readLine(into: &line)) == true else { return nil }
      guard case .state(let state)? = ServerMessage(line) else { continue }
      guard let panel = state.panels.first(where: { $0.node == node }) else { return nil }
      return LearnedDelay(panel)
    }
    return nil
  }

  private init?(_ panel: PanelMessage) {
    guard panel.liftDelayMicroseconds > 0 else { return nil }
    delay = Interval(microseconds: panel.liftDelayMicroseconds)
    source =
      panel.liftDelaySource == RecordedSetup.LiftDelaySource.remembered.rawValue ? .remembered : .learned
  }
}
