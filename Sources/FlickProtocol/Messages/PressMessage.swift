public import GestureCore

/// One line of type `swipe` about a press: a finger that landed on content in flight.
///
/// The line contains no position. A `begin` that continues the press has its number
/// (``SwipeMessage/press``), and is its last line.
public struct PressMessage: Sendable {
  /// Press, release or cancel.
  public var phase: Phase
  /// Why the contact ended without a lift; nil in any other phase.
  public var reason: CancelReason?
  /// The number of the press on its connection, counted from 1.
  public var number: Int64
  /// The id of the panel.
  public var panelID: String
  /// The time of the line.
  public var instant: Instant
  /// The name of the zone whose content was in flight.
  public var zone: String

  /// Creates a message; with a reason, that of a cancel.
  public init(
    phase: Phase, reason: CancelReason? = nil, number: Int64, panelID: String, instant: Instant, zone: String
  ) {
    self.phase = phase
    self.reason = reason
    self.number = number
    self.panelID = panelID
    self.instant = instant
    self.zone = zone
  }

  /// Writes the line up to the value of `seq`, which each connection counts separately.
  public func writeHead(into line: inout LineWriter) {
    line.text(atMost: SwipeText.longestHead) { out, index in
      out.put(.type, at: &index)
      out.put(word: phase.word, at: &index)
      if let reason {
        out.put(.reason, at: &index)
        out.put(word: reason.word, at: &index)
      }
      out.put(.sequence, at: &index)
    }
  }

  /// Writes the rest of the line after the value of `seq`.
  public func writeTail(into line: inout LineWriter) {
    line.text(atMost: SwipeText.longestTail &+ 6 &* (panelID.utf8.count &+ zone.utf8.count)) { out, index in
      out.put(.pressID, number, at: &index)
      out.put(.panelID, at: &index)
      out.put(string: panelID.utf8.span, at: &index)
      out.put(.time, instant.microseconds, at: &index)
      out.put(.zone, at: &index)
      out.put(.name, at: &index)
      out.put(string: zone.utf8.span, at: &index)
      for byte in "}}\n".utf8 { out.put(byte, at: &index) }
    }
  }
}

extension PressFields {
  /// Whether a line of type `swipe` is about a press: it has the number of a press, but no swipe.
  static func isPress(_ fields: LineFields) -> Bool {
    fields["press_id"] != nil && fields["swipe_id"] == nil
  }
}
