/// How much of one kind the loop does in one turn, so that no neighbour delays another for longer
/// than a part of a frame.
///
/// What is left waits for the next turn, which comes at once. Of what is written to one connection
/// the bound is its queue (`ProtocolLimits.queuedBytes`): nothing is added to a queue while it is
/// written.
enum TurnBudget {
  /// Connections that are accepted, whatever becomes of them.
  static let connections = 16
  /// Connections that are admitted: a queue of their own and the state of every panel make them the
  /// dearest.
  static let greetings = 4
  /// Bytes that are read from one connection.
  ///
  /// So few that the answers to them fit into a reader's queue.
  static let requestBytes = 1024
  /// Events that are read from one panel: eight frames of ten fingers, and what libevdev reads at
  /// once.
  static let events = 256
  /// How long one panel is read, in µs: its driver may take long for each frame.
  static let panelMicroseconds: Int64 = 4000
  /// After how many events of a frame the clock is read: a large frame may take several reads of a
  /// slow driver.
  static let eventsPerClock = 16
  /// Panels that are opened.
  static let panels = 1
}
