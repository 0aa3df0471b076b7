internal import GestureCore
internal import Panels

/// The contacts of a panel of protocol A for ``RecordingFilter``.
///
/// A list without tracking ids does not name its contacts, so a decoder follows them, as in flickd.
struct ListedContacts {
  /// The events of a frame, sorted by whether they belong to a recorded contact.
  struct Sorted {
    /// The list of the recorded contacts; an empty list if all of them have lifted.
    var kept: [InputEvent] = []
    /// The events outside of the list, without SYN_REPORT.
    var others: [InputEvent] = []
    var landed = 0
    var leftOut = 0
  }

  private struct ContactState {
    var isDown = false
    var number: UInt64 = 0
    var isKept = false
    var recordedID: Int32 = -1
  }

  /// A decoder has 64 slots in place, and a structure that is copied must not contain them.
  private final class Follower {
    var decoder: SlotDecoder
    init(_ decoder: consuming SlotDecoder) { self.decoder = decoder }
  }

  private let follower: Follower
  private let geometry: PanelGeometry
  private let privateAreas: PrivateAreas
  /// The tracking id of the next recorded contact on a panel with private areas.
  private var nextID: Int32 = 0
  private var states = [ContactState](repeating: ContactState(), count: SlotDecoder.capacity)
  /// Whether contacts that were down at the start may still be down.
  private var isHeld: Bool
  private var isListWritten = false

  init(
    _ description: PanelDescription, geometry: PanelGeometry, isHeld: Bool,
    privateAreas: PrivateAreas
  ) {
    follower = Follower(
      SlotDecoder(description: description, geometry: geometry, privateAreas: privateAreas))
    self.geometry = geometry
    self.privateAreas = privateAreas
    self.isHeld = isHeld && TouchProtocol(description) == .list
    follower.decoder.isHeld = self.isHeld
  }

  var keptDown: Int { states.count { $0.isDown && $0.isKept } }

  var isHidden: Bool { isHeld || states.contains { $0.isDown && !$0.isKept } }

  mutating func lose(at instant: Instant) { _ = follower.decoder.loseAll(.dropped, at: instant) }

  /// Sorts the events of a frame.
  mutating func frame(_ events: [InputEvent]) -> Sorted {
    if let end = events.last, let due = follower.decoder.deadline, due <= end.instant {
      follower.decoder.liftSilent()
    }
    let hiddenBefore = follower.decoder.hiddenContacts
    for event in events { _ = follower.decoder.consume(event) }
    var sorted = Sorted()
    sorted.leftOut = Int(follower.decoder.hiddenContacts &- hiddenBefore)
    follow(&sorted)

    var entry: [InputEvent] = []
    var hasList = false
    for event in events where !event.endsFrame {
      if event.type == EventCode.abs, event.code > EventCode.mtSlot {
        entry.append(event)
      } else if event.type == EventCode.syn, event.code == EventCode.synMTReport {
        hasList = true
        if let recorded = recorded(entry) { sorted.kept += recorded + [event] }
        entry.removeAll()
      } else {
        sorted.others.append(event)
      }
    }
    if !entry.isEmpty {
      hasList = true
      if let recorded = recorded(entry) { sorted.kept += recorded }
    }
    if sorted.kept.isEmpty, isListWritten, hasList || keptDown == 0, let end = events.last {
      // The recorded contacts have lifted: the list without contacts reports it.
      sorted.kept = [
        InputEvent(instant: end.instant, type: EventCode.syn, code: EventCode.synMTReport, value: 0)
      ]
    }
    isListWritten = keptDown > 0
    return sorted
  }

  /// Finds the contacts that landed and lifted.
  private mutating func follow(_ sorted: inout Sorted) {
    isHeld = follower.decoder.isHeld
    for index in states.indices {
      let slot = follower.decoder.slots[index]
      let isDown = slot.occupant == .live || slot.occupant == .dead || slot.occupant == .hidden
      let isNew = isDown && (!states[index].isDown || states[index].number != slot.number)
      if slot.occupant == .hidden {
        states[index].isKept = false
      } else if isNew {
        states[index].isKept = !isHeld
        if states[index].isKept {
          states[index].recordedID = nextID
          nextID = (nextID + 1) & 0xffff
          sorted.landed += 1
        }
      }
      states[index].isDown = isDown
      states[index].number = slot.number
    }
  }

  /// The events of one contact as the recording contains them; nil if the contact is left out.
  private func recorded(_ entry: [InputEvent]) -> [InputEvent]? {
    func value(_ code: UInt16) -> Int32? { entry.last { $0.code == code }?.value }
    let (x, y) = (value(EventCode.mtPositionX), value(EventCode.mtPositionY))
    guard x != nil || y != nil else { return nil }
    for index in states.indices where states[index].isDown {
      let slot = follower.decoder.slots[index]
      guard x ?? slot.x == slot.x, y ?? slot.y == slot.y else { continue }
      if let id = value(EventCode.mtTrackingID), id >= 0, slot.trackingID != id { continue }
      guard states[index].isKept else { return nil }
      return privateAreas.isEmpty ? entry : Self.renumbered(entry, states[index].recordedID)
    }
    // A contact that the decoder does not follow has no number.
    guard x != nil, y != nil else { return nil }
    return isHeld || !privateAreas.isEmpty ? nil : entry
  }

  private static func renumbered(_ entry: [InputEvent], _ id: Int32) -> [InputEvent] {
    entry.map { event in
      var event = event
      if event.code == EventCode.mtTrackingID, event.value >= 0 { event.value = id }
      return event
    }
  }
}
