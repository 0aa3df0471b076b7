internal import GestureCore

// Converts the slots' registers to the contacts of a frame.
extension SlotDecoder {
  /// Fills the frame from the slots; returns false if only hidden contacts have caused the frame.
  @discardableResult mutating func complete(at instant: Instant) -> Bool {
    frame.removeAll()
    var (wasAnyMentioned, wasHiddenMentioned) = (false, false)
    (contactsDown, hiddenDown) = (0, 0)
    var lastLive: Int?
    for index in 0..<slotsInUse {
      slots[index].settle()
      classifyLanding(index)
      if slots[index].isMentioned {
        let isShown = slots[index].isShown || privateAreas.isEmpty && !slots[index].wasHidden
        if isShown { wasAnyMentioned = true } else { wasHiddenMentioned = true }
      }
      report(index)
      switch slots[index].occupant {
      case .live:
        lastLive = index
        contactsDown += 1
      case .dead: contactsDown += 1
      case .hidden: hiddenDown += 1
      case .nobody, .landing, .waiting, .tapping: break
      }
    }
    countLandings()
    let time = timestamp
    timestamp = nil
    guard wasAnyMentioned || isShownScan(isTimed: time != nil, wasHiddenMentioned: wasHiddenMentioned) else {
      return false
    }
    frame.instant = instant
    frame.scanned = clock.scan(time, at: instant)
    frame.liftSilence = listSilence.isLift ? SilentLiftDetector.length : nil
    orderByLanding()
    // Windows 8 panels continue to send MSC_TIMESTAMP for a resting finger; with one contact, the
    // event is unambiguous.
    if !wasAnyMentioned, contactsDown == 1, let index = lastLive {
      append(slots[index].number, .still, x: slots[index].x, y: slots[index].y)
    }
    return true
  }

  private mutating func report(_ index: Int) {
    let slot = slots[index]
    slots[index].isMentioned = false
    slots[index].departure = .none
    switch slot.departure {
    case .none, .dead, .hidden: break
    case .lift
    where touchProtocol == .single
      && liftJump.isWrongAtLift(slot.step(to: slot.departedX, slot.departedY, on: geometry)):
      append(slot.departedNumber, .lifted, x: slot.reportedX, y: slot.reportedY)
    case .lift: append(slot.departedNumber, .lifted, x: slot.departedX, y: slot.departedY)
    case .reuse: append(slot.departedNumber, .lost(.stale), x: slot.departedX, y: slot.departedY)
    }
    let rejection = reject(slot)
    switch slot.occupant {
    case .nobody, .waiting, .dead, .hidden: break
    case .landing where rejection != nil: slots[index].occupant = .dead
    case .landing:
      lastNumber &+= 1
      slots[index].number = lastNumber
      slots[index].occupant = .live
      liftJump.land()
      emit(index, .landed)
    case .tapping:
      slots[index].vacate()
      guard rejection == nil else { break }
      lastNumber &+= 1
      append(lastNumber, .landed, x: slot.x, y: slot.y)
      append(lastNumber, .lifted, x: slot.x, y: slot.y)
    case .live where rejection != nil:
      slots[index].occupant = .dead
      append(slot.number, .lost(rejection ?? .palm), x: slot.x, y: slot.y)
    case .live where slot.isMentioned:
      guard touchProtocol != .single || liftJump.advance(by: slot.step(to: slot.x, slot.y, on: geometry))
      else { break }
      emit(index, slot.x == slot.reportedX && slot.y == slot.reportedY ? .still : .moved)
    case .live: break
    }
  }

  /// Counts a contact that is not a finger; returns the reason, or nil if it may be a finger.
  private mutating func reject(_ slot: Slot) -> CancelReason? {
    let isLanding = slot.occupant == .landing || slot.occupant == .tapping
    guard isLanding || slot.occupant == .live else { return nil }
    if isPalm(slot) {
      palms &+= 1
      return .palm
    }
    if sizeLimit.isExceeded(by: width(of: slot), landing: isLanding) {
      oversized &+= 1
      return .size
    }
    return nil
  }

  /// Whether the panel reports the contact as a palm.
  ///
  /// The kernel sends the tool only if it differs from the tool of the slot's previous contact, so
  /// a second palm has no tool event. But some panels never reset the tool; on these, every finger
  /// after the first palm would be a palm. So an old tool counts only if the panel was seen to
  /// reset one.
  private func isPalm(_ slot: Slot) -> Bool {
    slot.tool == EventCode.toolPalm && (slot.isToolReported || takesPalmsBack)
  }

  /// ABS_MT_TOUCH_MAJOR in mm: by its own resolution if it has one, else in units of X.
  private func width(of slot: Slot) -> Double {
    guard slot.major > 0 else { return 0 }
    if majorResolution > 0 { return Double(slot.major) / majorResolution }
    return Double(slot.major) * geometry.size.width / geometry.xAxis.span
  }

  private mutating func emit(_ index: Int, _ report: Contact.Report) {
    slots[index].reportedX = slots[index].x
    slots[index].reportedY = slots[index].y
    append(slots[index].number, report, x: slots[index].x, y: slots[index].y)
  }

  mutating func append(_ number: UInt64, _ report: Contact.Report, x: Int32, y: Int32) {
    frame.append(
      Contact(id: Contact.ID(number: number), report: report, location: geometry.point(x: x, y: y)))
  }
}

extension Slot {
  /// The distance in mm from the last reported position of the contact to this one.
  ///
  /// A function of the slot, because one of the decoder would copy the decoder.
  fileprivate func step(to x: Int32, _ y: Int32, on geometry: PanelGeometry) -> Double {
    (geometry.point(x: x, y: y) - geometry.point(x: reportedX, y: reportedY)).length
  }
}
