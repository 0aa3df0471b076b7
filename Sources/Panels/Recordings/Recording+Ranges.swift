extension Recording {
  /// Derives the missing parts of the description from the events.
  mutating func completeDescription() {
    let isDescribed = !description.axes.isEmpty
    hasAxisRanges = description.horizontalAxis != nil && description.verticalAxis != nil
    if hasAxisRanges { return }

    var seen = EventScan()
    for event in events { seen.add(event) }
    for (code, largest) in seen.largest where description.axes[code] == nil {
      description.axes[code] = AxisRange(minimum: 0, maximum: max(1, largest))
    }
    // A finger that stayed on y = 0 has no y event.
    for (x, y) in [(EventCode.mtPositionX, EventCode.mtPositionY), (EventCode.x, EventCode.y)] {
      guard (description.axes[x] == nil) != (description.axes[y] == nil) else { continue }
      for code in [x, y] where description.axes[code] == nil {
        description.axes[code] = AxisRange(minimum: 0, maximum: 1)
      }
    }
    if !isDescribed {
      for code in seen.keys { description.insert(code, of: EventCode.key) }
      for code in seen.miscellanea { description.insert(code, of: EventCode.msc) }
      // A panel that only used its first slot never sent ABS_MT_SLOT. Tracking ids without
      // SYN_MT_REPORT mean slots.
      if seen.hasTrackingIDs, !seen.hasSeparators, description.axes[EventCode.mtSlot] == nil {
        description.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 0)
      }
    }
  }
}

/// The codes in a recording, and their largest values.
private struct EventScan {
  var largest: [UInt16: Int32] = [:]
  var keys: Set<UInt16> = []
  var miscellanea: Set<UInt16> = []
  var hasTrackingIDs = false
  var hasSeparators = false

  mutating func add(_ event: InputEvent) {
    switch event.type {
    case EventCode.abs:
      largest[event.code] = max(largest[event.code] ?? 0, event.value)
      if event.code == EventCode.mtTrackingID { hasTrackingIDs = true }
    case EventCode.key:
      keys.insert(event.code)
    case EventCode.msc:
      miscellanea.insert(event.code)
    case EventCode.syn where event.code == EventCode.synMTReport:
      hasSeparators = true
    default:
      break
    }
  }
}
