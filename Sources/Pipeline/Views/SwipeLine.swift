internal import FlickProtocol
public import GestureCore

/// A swipe line for every connection of a view, without the value of `seq`.
///
/// No allocation per line once its buffer has grown to the length of a line.
public struct SwipeLine: Sendable {
  /// The id of the swipe.
  public private(set) var swipe = SwipeID(number: 0)
  /// Whether a newer line of the swipe may replace this one.
  public private(set) var isUpdate = false
  private var writer = LineWriter(capacity: 2048)
  private(set) var split = 0

  /// Creates an empty line.
  init() {}

  /// The line without the value of `seq`, which belongs at ``split``.
  var text: [UInt8] { writer.bytes }

  /// Replaces the line by that of another message.
  mutating func write(_ message: borrowing SwipeMessage, scale: UnitScale, level: Level) {
    swipe = message.fact.swipe
    isUpdate = message.fact.phase == .update
    writer.removeAll()
    message.writeHead(into: &writer)
    split = writer.bytes.count
    message.writeTail(into: &writer, scale: scale, level: level)
  }

  /// Appends the line with `sequence` as the value of `seq`.
  func append(sequence: Int64, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text[..<split])
    LineWriter.append(sequence, to: &bytes)
    bytes.append(contentsOf: text[split...])
  }
}
