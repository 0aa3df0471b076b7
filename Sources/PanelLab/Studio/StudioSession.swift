internal import Pipeline

/// What one page of the studio receives, as a value without sockets and clocks.
///
///     away ── opened ──▶ drawing ── `live` ──▶ ready ── something has changed ──▶ drawing
///      ▲                    └──────── closed ────┴──────────────────────────────────┘
///
/// The page grants each `live` message by a request after it has drawn the previous one, so the 240
/// frames a second of a panel are thinned here to the frames that the page draws, nothing piles up
/// for a slow page, and a page that does not draw receives nothing.
struct StudioSession {
  private enum State {
    case away, drawing, ready
  }

  private let isPrivateIncluded: Bool
  private let rooms: StudioRooms
  private var state = State.away
  /// The watch that the page was greeted with; a recording after another one has its own watch.
  private var greeted: ObjectIdentifier?
  /// The changes of that watch that the page has received.
  private var changes = -1
  /// The number of ended swipes that the page has received.
  private var decisions = 0
  /// By contact: the number of positions that the page has received.
  private var positions: [UInt64: Int] = [:]

  /// Creates the session before a page.
  init(isPrivateIncluded: Bool, rooms: StudioRooms = StudioRooms()) {
    (self.isPrivateIncluded, self.rooms) = (isPrivateIncluded, rooms)
  }

  /// Begins with a page that has received nothing, at `now` in µs of CLOCK_MONOTONIC.
  mutating func open(now: Int64 = 0) {
    self = StudioSession(isPrivateIncluded: isPrivateIncluded, rooms: rooms)
    rooms.open(now: now)
    state = .drawing
  }

  mutating func close(now: Int64 = 0) {
    rooms.close(now: now)
    state = .away
  }

  /// Handles a request at `now`, in µs of CLOCK_MONOTONIC, and returns the lines of its answer;
  /// ignores what is not a request.
  mutating func receive(_ line: [UInt8], of watch: PanelWatch, now: Int64 = 0) -> [[UInt8]] {
    guard state != .away else { return [] }
    switch StudioRequest(line) {
    case .live: state = .ready
    case .replay(let number): return [ReplayMessage(number: number, record: watch.records?[number]).line]
    case nil: rooms.receive(line, now: now)
    }
    return []
  }

  /// Returns the lines that are due; marks them as sent.
  mutating func takeLines(of watch: PanelWatch) -> [[UInt8]] {
    let isNew = greeted != ObjectIdentifier(watch)
    guard state == .ready else { return [] }
    let ofRooms = rooms.takeLines()
    guard isNew || changes != watch.changes || !ofRooms.isEmpty else { return [] }
    state = .drawing
    changes = watch.changes
    let now = watch.state
    var lines: [[UInt8]] = []
    if isNew {
      greeted = ObjectIdentifier(watch)
      positions = [:]
      let greeting = StudioGreeting(
        state: now, rooms: rooms.words, isPrivateIncluded: isPrivateIncluded)
      lines.append(greeting.line)
    }
    for record in watch.records?.ended ?? [] where record.number > decisions {
      decisions = record.number
      lines.append(DecisionMessage(record: record).line)
    }
    // The page answers a `live` message with the next request, so it comes last.
    lines += ofRooms
    lines.append(live(now).line)
    return lines
  }

  /// Returns the lines that end the feed, although the page may not have drawn the last ones.
  mutating func takeLastLines(of watch: PanelWatch) -> [[UInt8]] {
    if state == .drawing { state = .ready }
    return takeLines(of: watch)
  }

  private mutating func live(_ now: MonitorState) -> LiveMessage {
    let shown = now.contacts.map { contact in
      LiveMessage.ShownContact(
        contact: contact, newPositions: contact.positions - positions[contact.number, default: 0])
    }
    positions = [:]
    for contact in now.contacts { positions[contact.number] = contact.positions }
    return LiveMessage(
      contacts: shown, swipes: now.swipes, reportRate: now.reportRate, dropped: now.dropped,
      note: now.message)
  }
}
