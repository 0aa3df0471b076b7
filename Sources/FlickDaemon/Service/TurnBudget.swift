/// How much of one kind a turn does, so that no device or client delays another for longer than a
/// part of a frame.
///
/// The rest waits for the next turn, which starts at once. Writes to one connection need no budget:
/// its queue is bounded (`ProtocolLimits.queuedBytes`), and nothing is queued while it is written.
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
  /// Events that are read from one panel.
  ///
  /// Enough for eight frames of ten fingers, and as many as libevdev reads at once.
  static let events = 256
  /// How long one panel is read, in µs, because its driver may be slow.
  static let panelMicroseconds: Int64 = 4000
  /// The number of events of a frame after which the clock is read, because a large frame may take
  /// several reads of a slow driver.
  static let eventsPerClock = 16
  /// Panels that are opened.
  static let panels = 1
}
