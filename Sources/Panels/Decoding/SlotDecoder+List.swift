internal import GestureCore

// Protocol A: there are no slots; every frame lists all contacts.
extension SlotDecoder {
  /// Updates the slots from the frame's list: a listed contact moves, a missing one lifts, a new
  /// one lands.
  mutating func settleList(at instant: Instant) {
    if list.open.hasPosition { list.closeEntry() }
    // N-Trig panels report the last lift only with BTN_TOUCH, without the empty list that the
    // protocol requires.
    guard list.isPresent || isTouchReleased else { return }
    let hadShown = privateAreas.isEmpty || contactsDown > 0
    if list.count == 0 {
      if hadShown { listSilence.sayLift() }
      isHeld = false
    }
    let isPause = listSilence.isPause(before: instant)
    if isPause, listSilence.isLift { endHidden() }
    matchByTrackingID()
    matchByDistance(afterPause: isPause, at: instant)
    var isUnchanged = liftMissing()
    var shown = 0
    var surplus = list.surplus
    for position in 0..<list.count {
      let entry = list.entry(at: position)
      switch entry.match {
      case .repeated: break
      case .slot(let index):
        if slots[index].occupant != .hidden {
          shown += 1
          if slots[index].squaredDistance(toX: entry.x, y: entry.y) > 0 { isUnchanged = false }
        }
        settle(entry, in: index)
      case .none:
        if !isPrivate(entry) { (isUnchanged, shown) = (false, shown + 1) }
        guard let index = firstFreeSlot() else {
          surplus += 1
          continue
        }
        slots[index].forgetPosition()
        settle(entry, in: index)
        slots[index].begin(trackingID: entry.trackingID)
        if isHeld { slots[index].hold() }
      }
    }
    ignore(max(0, surplus - lastSurplus))
    lastSurplus = surplus
    if hadShown || shown > 0 {
      listSilence.list(isUnchanged: isUnchanged && shown > 0, at: instant)
    } else {
      listSilence.listHidden(at: instant)
    }
    list.removeAll()
    isTouchReleased = false
  }

  /// Lifts the contacts that the list lacks; returns whether all of these were hidden.
  ///
  /// If silence is the panel's lift, a list of hidden contacts only is silence to the others.
  private mutating func liftMissing() -> Bool {
    var hasAll = true
    var stays = InlineArray<64, Bool>(repeating: false)
    for position in 0..<list.count {
      if case .slot(let index) = list.entry(at: position).match { stays[index] = true }
    }
    let isSilence = list.count > 0 && listSilence.isLift && !showsContact()
    for index in 0..<slotsInUse where !stays[index] && slots[index].occupant != .nobody {
      if slots[index].occupant != .hidden {
        if isSilence { continue }
        hasAll = false
      }
      slots[index].end()
    }
    return hasAll
  }

  /// Whether the list contains a contact that is not hidden.
  private mutating func showsContact() -> Bool {
    for position in 0..<list.count {
      let entry = list.entry(at: position)
      switch entry.match {
      case .repeated: continue
      case .slot(let index): if slots[index].occupant != .hidden { return true }
      case .none: if !isPrivate(entry) { return true }
      }
    }
    return false
  }

  private mutating func settle(_ entry: ContactList.Entry, in index: Int) {
    slotsInUse = max(slotsInUse, index + 1)
    slots[index].move(toX: entry.x, y: entry.y)
    slots[index].tool = entry.tool
    slots[index].major = entry.major
    slots[index].isToolReported = true
    slots[index].isMentioned = true
  }

  /// Lifts every contact after a silence, and fills ``frame`` with these lifts at ``deadline``.
  ///
  /// Call it before any frame that is complete at the deadline or later. Without a deadline, it
  /// does nothing.
  public mutating func liftSilent() {
    guard let deadline else { return }
    for index in 0..<slotsInUse where slots[index].occupant != .nobody {
      if slots[index].occupant == .hidden, !listSilence.isPause(before: deadline) { continue }
      slots[index].end()
    }
    isHeld = false
    complete(at: deadline)
  }

  private mutating func firstFreeSlot() -> Int? {
    for index in 0..<Self.capacity {
      switch slots[index].occupant {
      case .nobody, .tapping: return index
      case .landing, .waiting, .live, .dead, .hidden: continue
      }
    }
    return nil
  }

  private mutating func matchByTrackingID() {
    for position in 0..<list.count {
      let id = list.entry(at: position).trackingID
      guard id >= 0 else { continue }
      for earlier in 0..<position where list.entry(at: earlier).trackingID == id {
        list.match(position, with: .repeated)
      }
      guard list.entry(at: position).match == .none else { continue }
      for index in 0..<slotsInUse
      where slots[index].occupant != .nobody && slots[index].trackingID == id {
        list.match(position, with: .slot(index))
        break
      }
    }
  }

  /// Matches entries without a tracking id to the nearest contacts, the closest pair first.
  ///
  /// A finger that rested in silence continues where it was, so an entry that is far away after a
  /// pause is another finger, and the lift of the first one was lost.
  private mutating func matchByDistance(afterPause isPause: Bool, at instant: Instant) {
    var taken = InlineArray<64, Bool>(repeating: false)
    while true {
      var nearest = Double.infinity
      var pair: (position: Int, index: Int)?
      for position in 0..<list.count {
        let entry = list.entry(at: position)
        guard entry.trackingID < 0, entry.match == .none else { continue }
        for index in 0..<slotsInUse
        where !taken[index] && slots[index].occupant != .nobody && slots[index].trackingID < 0 {
          let distance = slots[index].squaredDistance(toX: entry.x, y: entry.y)
          if isPause ? isFar(entry, from: slots[index]) : leaps(entry, from: slots[index], at: instant) {
            continue
          }
          if distance < nearest {
            nearest = distance
            pair = (position, index)
          }
        }
      }
      guard let pair else { return }
      taken[pair.index] = true
      list.match(pair.position, with: .slot(pair.index))
    }
  }

  /// Whether an entry is across the border of a private area from a contact, and too far away to
  /// continue it.
  ///
  /// It must not continue a contact of the other side that has lifted in this frame. A contact that
  /// leaves the area stays hidden if a finger can be that fast. A contact that enters it keeps its
  /// velocity, or is slow.
  private mutating func leaps(_ entry: ContactList.Entry, from slot: Slot, at instant: Instant) -> Bool {
    guard !privateAreas.isEmpty, (slot.occupant == .hidden) != isPrivate(entry), isFar(entry, from: slot)
    else { return false }
    if slot.occupant == .hidden {
      let displacement = Self.greatestSpeed * listSilence.silence(before: instant).seconds
      return distance(of: entry, from: slot, stepX: 0, stepY: 0) > displacement
    }
    return isFar(entry, from: slot, stepX: slot.stepX, stepY: slot.stepY)
  }

  /// No finger on record is faster than 5.1 m/s; in mm/s.
  private static var greatestSpeed: Double { 6000 }

  /// Whether an entry is too far away to be a finger that rested in silence.
  ///
  /// Between two frames, a finger moves by less than 10 mm, or by less than 2 % of the panel's
  /// width on a panel so large that its grid is coarse.
  private func isFar(
    _ entry: ContactList.Entry, from slot: Slot, stepX: Int32 = 0, stepY: Int32 = 0
  ) -> Bool {
    distance(of: entry, from: slot, stepX: stepX, stepY: stepY) > max(10, geometry.size.width / 50)
  }

  /// The distance in mm from a contact, after a step in device units.
  private func distance(
    of entry: ContactList.Entry, from slot: Slot, stepX: Int32, stepY: Int32
  ) -> Double {
    let (x, y) = (slot.x &+ stepX, slot.y &+ stepY)
    return (geometry.point(x: entry.x ?? x, y: entry.y ?? y) - geometry.point(x: x, y: y)).length
  }
}
