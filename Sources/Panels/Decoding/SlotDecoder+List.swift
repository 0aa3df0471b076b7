// Protocol A: no slots, every frame lists all contacts anew.
extension SlotDecoder {
  /// Brings the frame's list into the slots: who is listed moves, who is not has lifted, who is new lands.
  mutating func settleList() {
    if list.open.hasPosition { list.closeEntry() }
    // N-Trig panels say the last lift with BTN_TOUCH alone, without the empty list that the protocol asks for.
    guard list.isPresent || isTouchReleased else { return }
    matchByTrackingID()
    matchByDistance()
    var stays = InlineArray<64, Bool>(repeating: false)
    for position in 0..<list.count {
      if case .slot(let index) = list.entry(at: position).match { stays[index] = true }
    }
    for index in 0..<slotsInUse where !stays[index] && slots[index].occupant != .nobody {
      slots[index].end()
    }
    var surplus = list.surplus
    for position in 0..<list.count {
      let entry = list.entry(at: position)
      switch entry.match {
      case .repeated:
        break
      case .slot(let index):
        settle(entry, in: index)
      case .none:
        guard let index = firstFreeSlot() else {
          surplus += 1
          continue
        }
        settle(entry, in: index)
        if slots[index].begin(trackingID: entry.trackingID) { begunContacts &+= 1 }
      }
    }
    ignoredContacts &+= UInt64(max(0, surplus - lastSurplus))
    lastSurplus = surplus
    list.removeAll()
    isTouchReleased = false
  }

  private mutating func settle(_ entry: ContactList.Entry, in index: Int) {
    slotsInUse = max(slotsInUse, index + 1)
    slots[index].x = entry.x
    slots[index].y = entry.y
    slots[index].tool = entry.tool
    slots[index].isMentioned = true
  }

  private mutating func firstFreeSlot() -> Int? {
    for index in 0..<Self.capacity {
      switch slots[index].occupant {
      case .nobody, .tapping: return index
      case .landing, .live, .dead: continue
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

  /// Pairs what has no tracking id with the nearest contacts, the closest pair first.
  private mutating func matchByDistance() {
    var taken = InlineArray<64, Bool>(repeating: false)
    while true {
      var nearest = Double.infinity
      var pair: (position: Int, index: Int)?
      for position in 0..<list.count {
        let entry = list.entry(at: position)
        guard entry.trackingID < 0, entry.match == .none else { continue }
        for index in 0..<slotsInUse
        where !taken[index] && slots[index].occupant != .nobody && slots[index].trackingID < 0 {
          let across = Double(entry.x) - Double(slots[index].x)
          let down = Double(entry.y) - Double(slots[index].y)
          let distance = across * across + down * down
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
}
