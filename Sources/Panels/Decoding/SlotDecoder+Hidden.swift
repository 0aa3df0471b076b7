public import GestureCore

// Contacts that land in private areas are hidden: the decoder follows them in their slots, so that
// it recognises their lifts, but its frames, counts and learned values are those of a panel without
// these contacts.
//
//     frame with                               counts as
//     an event of a shown contact           →  a frame without the events of hidden contacts
//     events of hidden contacts,
//       MSC_TIMESTAMP, a shown contact down →  a frame in which the shown contacts rest: such a panel
//                                              scans, and reports each scan while a finger is down
//     events of hidden contacts only        →  nothing
//     no event of a contact                 →  a frame, if a shown contact is down
extension SlotDecoder {
  /// Counts the contacts that landed in a slot in this frame, and decides whether they are hidden.
  mutating func classifyLanding(_ index: Int) {
    if slots[index].landings > 0 {
      begunContacts &+= UInt64(slots[index].landings)
      let isHidden =
        !privateAreas.isEmpty
        && privateAreas.contains(geometry.point(x: slots[index].x, y: slots[index].y))
      slots[index].wasHidden = isHidden
      if isHidden { hideLanding(index) } else { forgetHiddenTool(index) }
      slots[index].landings = 0
    }
    if touchProtocol == .slots, !slots[index].wasHidden, slots[index].occupant != .waiting {
      learnTool(of: index)
    }
  }

  private mutating func hideLanding(_ index: Int) {
    hiddenContacts &+= UInt64(slots[index].landings)
    switch slots[index].occupant {
    case .nobody, .waiting, .hidden: break
    case .tapping: slots[index].vacate()
    case .landing, .live, .dead: slots[index].occupant = .hidden
    }
  }

  /// Without the hidden contacts, the kernel would have sent the tool only if it differed from that
  /// of the last shown contact.
  private mutating func forgetHiddenTool(_ index: Int) {
    guard !privateAreas.isEmpty, touchProtocol == .slots else { return }
    slots[index].isToolReported = slots[index].tool != slots[index].shownTool
  }

  /// Whether a listed contact that has no slot yet lands in a private area.
  func isPrivate(_ entry: ContactList.Entry) -> Bool {
    guard let x = entry.x, let y = entry.y else { return false }
    return privateAreas.contains(geometry.point(x: x, y: y))
  }

  private mutating func learnTool(of index: Int) {
    let tool = slots[index].tool
    if slots[index].shownTool == EventCode.toolPalm, tool != EventCode.toolPalm { takesPalmsBack = true }
    slots[index].shownTool = tool
  }

  /// Whether a frame without an event of a shown contact counts.
  ///
  /// A panel that lists its contacts repeats those that rest, so a list without them is not a scan
  /// of theirs.
  func isShownScan(isTimed: Bool, wasHiddenMentioned: Bool) -> Bool {
    if privateAreas.isEmpty, hiddenDown == 0, !wasHiddenMentioned { return true }
    return contactsDown > 0 && (isTimed && touchProtocol != .list || !wasHiddenMentioned)
  }

  /// Sorts the contacts of the frame by their landings, because the slot of a contact may depend on
  /// hidden ones.
  mutating func orderByLanding() {
    guard !privateAreas.isEmpty, frame.count > 1 else { return }
    for end in 1..<frame.count {
      let contact = frame.contact(at: end)
      var position = end
      while position > 0, frame.contact(at: position - 1).id.number > contact.id.number {
        frame.replace(at: position, with: frame.contact(at: position - 1))
        position -= 1
      }
      frame.replace(at: position, with: contact)
    }
  }

  /// Lifts the hidden contacts of a panel that reports a lift only by silence, once it has been
  /// silent for as long; no frame reports these lifts.
  public mutating func liftSilentHidden(at instant: Instant) {
    guard touchProtocol == .list, hiddenDown > 0, listSilence.isLift, listSilence.isPause(before: instant)
    else { return }
    endHidden()
    hiddenDown = 0
  }

  mutating func endHidden() {
    for index in 0..<slotsInUse where slots[index].occupant == .hidden { slots[index].end() }
  }
}
