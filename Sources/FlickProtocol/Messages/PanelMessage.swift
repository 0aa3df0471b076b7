extension PanelMessage {
  /// What was known of a panel when it was opened.
  public struct Opening: Equatable, Sendable {
    var reportRate: Double?
    var liftDelayMicroseconds: Int64
    var liftDelaySource: String

    /// The values of a message before the panel's first contact.
    public init(_ message: PanelMessage) {
      reportRate = message.reportRate
      liftDelayMicroseconds = message.liftDelayMicroseconds
      liftDelaySource = message.liftDelaySource
    }
  }

  /// The message that a client of this level may receive.
  ///
  /// Below `positions` it contains no learned value, because taps and withheld swipes teach too.
  public func visible(at level: Level) -> PanelMessage {
    guard level < .positions, let opening else { return self }
    var message = self
    message.reportRate = opening.reportRate
    message.liftDelayMicroseconds = opening.liftDelayMicroseconds
    message.liftDelaySource = opening.liftDelaySource
    return message
  }

  /// The source of a lift delay of 0.
  public static let noSource = "none"

  /// Writes the line that reports a panel that came, went or changed.
  public func write(_ change: PanelChange, into line: inout LineWriter) {
    line.line(.panel) { line in
      line.field("change", change.word)
      writeFields(into: &line)
    }
  }
}
