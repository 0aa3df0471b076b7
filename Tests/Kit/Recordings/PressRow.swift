internal import FlickProtocol

/// A line in short words, for tables of presses: `begin row 1`, `cancel row 1 pinch`.
///
/// The first word is the phase, the second the zone, then the number of the press and the reason,
/// if there are any.
public struct PressRow {
  /// The words.
  public let text: String
  /// The number of the press; nil in a line without one.
  public let press: Int64?
  /// The sequence number.
  public let sequence: Int64?

  /// Reads a line; nil for another message, and for an update.
  public init?(_ line: some Sequence<UInt8>) {
    let words: [String?]
    switch ServerMessage(Array(line)) {
    case .swipe(let swipe):
      if swipe.phase.value == .update { return nil }
      press = swipe.press
      sequence = swipe.sequence
      words = [swipe.phase.text, swipe.zone?.name, press.map(String.init), swipe.reason]
    case .press(let line):
      press = line.number
      sequence = line.sequence
      words = [line.phase.text, line.zone.name, "\(line.number)", line.reason]
    default: return nil
    }
    text = words.compactMap { $0 }.joined(separator: " ")
  }
}
