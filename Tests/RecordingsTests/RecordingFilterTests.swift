import GestureCore
import Panels
import Recordings
import TestKit
import Testing

@Suite struct `The filter of a recording` {
  /// What a decoder finds in events: one line for each contact that a frame reports.
  private struct Found: Equatable, CustomStringConvertible {
    var instant: Instant
    var report: Contact.Report
    var position: PanelPoint
    var id: UInt64
    var description: String { "\(instant.microseconds) \(report) \(id) (\(position.x), \(position.y))" }
  }

  private static func geometry(_ description: PanelDescription) -> PanelGeometry {
    PanelGeometry(description: description, size: PanelSize(description: description))
  }

  private static func decoded(_ events: [InputEvent], _ description: PanelDescription) -> [Found] {
    var decoder = SlotDecoder(description: description, geometry: geometry(description))
    var found: [Found] = []
    for event in events {
      if event.endsFrame, let due = decoder.deadline, due <= event.instant {
        decoder.liftSilent()
        append(&decoder, to: &found)
      }
      if decoder.consume(event) { append(&decoder, to: &found) }
    }
    return found
  }

  private static func append(_ decoder: inout SlotDecoder, to found: inout [Found]) {
    for index in 0..<decoder.frame.count {
      let contact = decoder.frame.contact(at: index)
      found.append(
        Found(
          instant: decoder.frame.instant, report: contact.report, position: contact.location,
          id: contact.id.number))
    }
  }

  private static func filtered(
    _ events: [InputEvent], _ description: PanelDescription, down: [Int] = [], registers: [InputEvent] = [],
    privateAreas: PrivateAreas = PrivateAreas()
  ) -> (events: [InputEvent], filter: RecordingFilter) {
    let filter = RecordingFilter(
      description, geometry: geometry(description), registers: registers, down: down,
      privateAreas: privateAreas)
    return (events.flatMap { filter.consume($0)?.events ?? [] }, filter)
  }

  /// The part of a panel up to this x, in mm.
  private static func left(of x: Double) -> PrivateAreas {
    PrivateAreas([Zone.Rectangle(x: -1000, y: -1000, width: 1000 + x, height: 10_000)])
  }

  private static func recordings() throws -> [Recording] {
    try Material.rows("recordings/index.csv").compactMap { row in
      guard let file = row["file"], row["protocol"] != "description only", !file.hasSuffix(".revent") else {
        return nil
      }
      return try RecordingFile.read(try Material.path("recordings/\(file)"))
    }
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `changes no contact if nothing is left out`() throws {
    for recording in try Self.recordings() {
      let whole = recording.events.lastIndex(where: \.endsFrame).map { recording.events[...$0] } ?? []
      let filtered = Self.filtered(recording.events, recording.description)
      let before = Self.decoded(Array(whole), recording.description)
      #expect(Self.decoded(filtered.events, recording.description) == before, "\(recording.name)")
      #expect(filtered.events.last?.endsFrame != false)
    }
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `leaves out the contacts that land in a private zone, and no other`() throws {
    var hidden = 0
    for recording in try Self.recordings() {
      let description = recording.description
      let middle = Self.geometry(description).extent.width / 2
      let areas = Self.left(of: middle)
      let filtered = Self.filtered(recording.events, description, privateAreas: areas)
      let rest = Self.decoded(filtered.events, description)
      for found in rest where found.report == .landed {
        #expect(!areas.contains(found.position), "\(recording.name): \(found)")
      }
      let all = Self.decoded(recording.events, description)
      hidden += all.count { $0.report == .landed && areas.contains($0.position) }
      // Without tracking ids, fewer contacts in a list can be matched in another way.
      guard TouchProtocol(description) != .list else { continue }
      let landings = all.filter { $0.report == .landed && !areas.contains($0.position) }
      #expect(
        rest.filter { $0.report == .landed }.map { [$0.position] } == landings.map { [$0.position] },
        "\(recording.name)")
      let open = Set(landings.map(\.id))
      let lifts = all.filter { $0.report == .lifted && open.contains($0.id) }
      #expect(rest.count { $0.report == .lifted } == lifts.count, "\(recording.name)")
    }
    #expect(hidden > 100)
  }

  // MARK: Single frames

  private static func frame(_ milliseconds: Int64, _ values: [(UInt16, UInt16, Int32)]) -> [InputEvent] {
    (values + [(EventCode.syn, EventCode.synReport, 0)]).map {
      InputEvent(instant: Instant(microseconds: milliseconds * 1000), type: $0.0, code: $0.1, value: $0.2)
    }
  }

  private static func slots(_ values: (UInt16, Int32)...) -> [(UInt16, UInt16, Int32)] {
    values.map { (EventCode.abs, $0.0, $0.1) }
  }

  private static var slotPanel: PanelDescription {
    var panel = MadeRecording.description
    panel.keys = [EventCode.btnTouch]
    return panel
  }

  @Test func `adds the values of a slot that a landing does not mention`() {
    let (slot, id, x, y) = (
      EventCode.mtSlot, EventCode.mtTrackingID, EventCode.mtPositionX, EventCode.mtPositionY
    )
    let registers = Self.frame(0, Self.slots((slot, 1), (x, 300), (y, 400), (slot, 1))).dropLast()
    let landing = Self.frame(1, Self.slots((id, 7), (y, 500)))
    let result = Self.filtered(landing, Self.slotPanel, registers: Array(registers))
    #expect(result.events == Self.frame(1, Self.slots((slot, 1), (id, 7), (x, 300), (y, 500))))
    #expect(result.filter.contacts == 1 && result.filter.contactsDown == 1)
  }

  @Test func `reveals no position and no time of a contact that is left out`() {
    let (slot, id, x, y) = (
      EventCode.mtSlot, EventCode.mtTrackingID, EventCode.mtPositionX, EventCode.mtPositionY
    )
    let touch: (UInt16, UInt16, Int32) = (EventCode.key, EventCode.btnTouch, 1)
    let release: (UInt16, UInt16, Int32) = (EventCode.key, EventCode.btnTouch, 0)
    var events = Self.frame(
      1, Self.slots((slot, 0), (id, 7), (x, 111), (y, 222)) + [touch] + Self.slots((0, 111), (1, 222)))
    events += Self.frame(2, Self.slots((x, 113), (0, 113)))
    events += Self.frame(3, Self.slots((slot, 1), (id, 8), (x, 3000), (y, 2000)))
    events += Self.frame(4, Self.slots((slot, 0), (x, 117), (slot, 1), (x, 3010), (0, 117)))
    events += Self.frame(5, Self.slots((slot, 0), (x, 119), (0, 119)))
    events += Self.frame(6, Self.slots((id, -1), (0, 3010), (1, 2000)))
    events += Self.frame(7, Self.slots((slot, 1), (id, -1)) + [release])
    // A landing at the hidden contact's y.
    events += Self.frame(9, Self.slots((slot, 0), (id, 9), (x, 3100)) + [touch])
    let result = Self.filtered(events, Self.slotPanel, privateAreas: Self.left(of: 50))
    let expected =
      Self.frame(3, Self.slots((slot, 0), (id, 0), (x, 3000), (y, 2000)) + [touch])
      + Self.frame(4, Self.slots((x, 3010)))
      + Self.frame(7, Self.slots((id, -1)) + [release])
      + Self.frame(9, Self.slots((id, 1), (x, 3100), (y, 222)) + [touch])
    #expect(
      result.events == expected,
      "\(result.events.map { ($0.instant.microseconds, $0.type, $0.code, $0.value) })")
    #expect(result.filter.contacts == 2 && result.filter.leftOut == 1)
  }

  @Test func `leaves out a contact that was down at the start until it lifts`() {
    let (slot, id, x, y) = (
      EventCode.mtSlot, EventCode.mtTrackingID, EventCode.mtPositionX, EventCode.mtPositionY
    )
    var events = Self.frame(1, Self.slots((slot, 2), (x, 5)))
    events += Self.frame(2, Self.slots((id, -1)))
    let landing = Self.slots((id, 7), (x, 6), (y, 7))
    events += Self.frame(3, landing)
    let result = Self.filtered(events, Self.slotPanel, down: [2])
    #expect(result.events == Self.frame(3, Self.slots((slot, 2)) + landing))
  }

  @Test func `begins another recording with every value, and without the contacts that are down`() {
    let (slot, id, x, y) = (
      EventCode.mtSlot, EventCode.mtTrackingID, EventCode.mtPositionX, EventCode.mtPositionY
    )
    var panel = Self.slotPanel
    panel.keys = []
    let filter = Self.filtered(
      Self.frame(1, Self.slots((slot, 1), (id, 7), (x, 300), (y, 400)))
        + Self.frame(2, Self.slots((slot, 2), (id, 8), (x, 500), (y, 600)))
        + Self.frame(3, Self.slots((id, -1))), panel
    ).filter
    #expect(filter.contacts == 2 && filter.contactsDown == 1)
    filter.restart()
    #expect(filter.contacts == 0 && filter.contactsDown == 0)
    var events = Self.frame(4, Self.slots((slot, 1), (x, 310)))
    events += Self.frame(5, Self.slots((slot, 2), (id, 9), (x, 510)))
    events += Self.frame(6, Self.slots((slot, 1), (id, -1)))
    events += Self.frame(7, Self.slots((id, 10), (y, 410)))
    let kept = events.flatMap { filter.consume($0)?.events ?? [] }
    let expected =
      Self.frame(5, Self.slots((slot, 2), (id, 9), (y, 600), (x, 510)))
      + Self.frame(7, Self.slots((slot, 1), (id, 10), (x, 310), (y, 410)))
    #expect(kept == expected, "\(kept.map { ($0.instant.microseconds, $0.code, $0.value) })")
  }

  @Test func `begins another recording of a list without the contacts that are down`() {
    var panel = Self.slotPanel
    panel.axes[EventCode.mtSlot] = nil
    panel.axes[EventCode.mtTrackingID] = nil
    func list(_ milliseconds: Int64, _ positions: [(Int32, Int32)]) -> [InputEvent] {
      let entries: [(UInt16, UInt16, Int32)] = positions.flatMap { x, y in
        Self.slots((EventCode.mtPositionX, x), (EventCode.mtPositionY, y)) + [
          (EventCode.syn, EventCode.synMTReport, 0)
        ]
      }
      let none: [(UInt16, UInt16, Int32)] = [(EventCode.syn, EventCode.synMTReport, 0)]
      return Self.frame(milliseconds, positions.isEmpty ? none : entries)
    }
    let filter = Self.filtered(list(1, [(300, 400)]), panel).filter
    filter.restart()
    let held = list(2, [(302, 400)]) + list(3, [])
    #expect(held.flatMap { filter.consume($0)?.events ?? [] }.isEmpty && filter.contacts == 0)
    let next = list(4, [(900, 800)])
    #expect(next.flatMap { filter.consume($0)?.events ?? [] } == next && filter.contacts == 1)
  }

  @Test func `follows a single touch by BTN_TOUCH`() {
    var panel = PanelDescription()
    panel.axes = [
      EventCode.x: AxisRange(minimum: 0, maximum: 4000), EventCode.y: AxisRange(minimum: 0, maximum: 3000),
    ]
    panel.keys = [EventCode.btnTouch]
    panel.properties = 2
    let touch: (UInt16, UInt16, Int32) = (EventCode.key, EventCode.btnTouch, 1)
    let release: (UInt16, UInt16, Int32) = (EventCode.key, EventCode.btnTouch, 0)
    var events = Self.frame(1, [touch] + Self.slots((0, 10), (1, 20)))
    events += Self.frame(2, Self.slots((0, 2000)))
    events += Self.frame(3, [release])
    events += Self.frame(4, Self.slots((0, 3000)) + [touch])
    events += Self.frame(5, [release])
    let result = Self.filtered(events, panel, privateAreas: Self.left(of: 50))
    #expect(
      result.events == Self.frame(4, [touch] + Self.slots((0, 3000), (1, 20))) + Self.frame(5, [release]))
    #expect(result.filter.leftOut == 1)
    let held = Self.filtered(events, panel, down: [0])
    #expect(held.filter.contacts == 1)
    #expect(held.events.first?.instant.microseconds == 4000)
  }

  @Test func `reports the lift of a listed contact beside one that is left out`() {
    var panel = MadeRecording.description
    panel.axes[EventCode.mtSlot] = nil
    panel.axes[EventCode.mtTrackingID] = nil
    panel.keys = [EventCode.btnTouch]
    let (x, y) = (EventCode.mtPositionX, EventCode.mtPositionY)
    let end: (UInt16, UInt16, Int32) = (EventCode.syn, EventCode.synMTReport, 0)
    let touch: (UInt16, UInt16, Int32) = (EventCode.key, EventCode.btnTouch, 1)
    let release: (UInt16, UInt16, Int32) = (EventCode.key, EventCode.btnTouch, 0)
    let (hidden, kept) = (Self.slots((x, 10), (y, 20)) + [end], Self.slots((x, 3000), (y, 20)) + [end])
    var events = Self.frame(1, hidden + [touch])
    events += Self.frame(9, hidden + kept)
    events += Self.frame(17, hidden)
    events += Self.frame(25, [end, release])
    let result = Self.filtered(events, panel, privateAreas: Self.left(of: 50))
    #expect(result.events == Self.frame(9, kept + [touch]) + Self.frame(17, [end, release]))
    #expect(result.filter.contacts == 1 && result.filter.leftOut == 1)
    let held = Self.filtered(events, panel, down: [0])
    #expect(held.events.isEmpty && held.filter.contacts == 0)
  }

  @Test func `writes lost events as SYN_DROPPED`() {
    let filter = RecordingFilter(
      Self.slotPanel, geometry: Self.geometry(Self.slotPanel), registers: [], down: [])
    #expect(filter.consume(Self.frame(1, Self.slots((EventCode.mtTrackingID, 3)))[0]) == nil)
    let frame = filter.lose(at: Instant(microseconds: 5))
    #expect(frame.events.map(\.code) == [EventCode.synDropped, EventCode.synReport])
    #expect(frame.contactsDown == 0)
  }
}
