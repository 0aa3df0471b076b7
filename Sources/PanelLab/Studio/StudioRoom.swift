internal import FlickProtocol
internal import GestureCore
internal import Recordings

/// A room of the studio in which people do exercises on the panel.
///
/// The room Live needs no such type: ``PanelWatch`` has all that it shows.
protocol StudioRoom: AnyObject {
  /// The word of the room: in the greeting, in its requests and as the type of its messages.
  var word: String { get }
  /// When the room must advance if no frame arrives, in µs of CLOCK_MONOTONIC; nil for never.
  var due: Int64? { get }

  /// Adds a frame of the panel, without contacts in private zones; frames also arrive while the
  /// page shows another room.
  func add(_ frame: RecordedFrame)
  /// Handles what is due by `now`, in µs of CLOCK_MONOTONIC.
  func advance(to now: Int64)
  /// Handles a request whose word is that of the room; ignores what it cannot read.
  func receive(_ request: LineFields, now: Int64)
  /// Begins with a page that has received nothing.
  func open(now: Int64)
  /// Ends with its page: what it showed is no longer on the display.
  func close(now: Int64)
  /// Ends with the panel: no frame follows.
  func losePanel(now: Int64)
  /// Returns the lines that have changed since the last call, without newlines.
  func takeLines() -> [[UInt8]]
}

extension StudioRoom {
  func losePanel(now _: Int64) {}
}

/// The rooms of one panel, as the receivers of its frames.
final class StudioRooms: FrameListener {
  private let rooms: [any StudioRoom]

  /// Creates the rooms; a studio that plays recordings has none, because exercises need a panel.
  init(_ rooms: [any StudioRoom] = []) {
    self.rooms = rooms
  }

  /// The words of the rooms, in the order of the page.
  var words: [String] { rooms.map(\.word) }
  /// When a room must advance, in µs of CLOCK_MONOTONIC; nil for never.
  var due: Int64? { rooms.compactMap(\.due).min() }

  func add(_ frame: RecordedFrame) {
    for room in rooms { room.add(frame) }
  }

  /// Handles what is due by `now`, in µs of CLOCK_MONOTONIC.
  func advance(to now: Int64) {
    for room in rooms { room.advance(to: now) }
  }

  /// Passes a request to its room; ignores a request for no room.
  func receive(_ line: [UInt8], now: Int64) {
    guard let fields = LineFields(line), let word = try? fields.string("request") else { return }
    rooms.first { $0.word == word }?.receive(fields, now: now)
  }

  /// Begins with a page that has received nothing.
  func open(now: Int64) {
    for room in rooms { room.open(now: now) }
  }

  func close(now: Int64) {
    for room in rooms { room.close(now: now) }
  }

  func losePanel(now: Int64) {
    for room in rooms { room.losePanel(now: now) }
  }

  /// Returns the lines of every room that have changed since the last call.
  func takeLines() -> [[UInt8]] { rooms.flatMap { $0.takeLines() } }
}
