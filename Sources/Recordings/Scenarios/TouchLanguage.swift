package import GestureCore
package import Panels

/// How one described panel reports what fingers do.
package struct TouchLanguage {
  /// The reason why a panel cannot play a scenario.
  package struct Unspeakable: Error {
    package var reason: String
  }

  /// The size of the glass, in mm.
  package let extent: Extent
  /// The maximum number of contacts at the same time.
  package let capacity: Int

  /// Whether the panel reports the width and the tool of a contact as scenarios set them.
  package let reportsWidths: Bool

  private let panel: PanelDescription
  private let touchProtocol: TouchProtocol
  private var identities: TrackingIDs
  /// The slot or entry of each finger that is down.
  private var slots: [Int: Int] = [:]

  /// Prepares a panel; `size` is the size of the glass if it is known better than the kernel
  /// reports.
  package init(_ panel: PanelDescription, size: Extent?) throws(Unspeakable) {
    guard let x = panel.horizontalAxis, let y = panel.verticalAxis else {
      throw Unspeakable(reason: "it has no position axes")
    }
    guard x.maximum > x.minimum, y.maximum > y.minimum else {
      throw Unspeakable(reason: "an axis has an empty range")
    }
    self.panel = panel
    touchProtocol = TouchProtocol(panel)
    extent = size ?? PanelSize(description: panel).extent
    let identityRange = panel.axes[EventCode.mtTrackingID]
    // Only the panel of scenarios that need both: another one may use other units, or other tools.
    reportsWidths = panel == ScenarioPlayer.slotPanel
    identities = TrackingIDs(identityRange)
    switch touchProtocol {
    case .slots:
      guard identityRange != nil else { throw Unspeakable(reason: "it has slots, but no tracking ids") }
      capacity = Int(max(0, panel.axes[EventCode.mtSlot]?.maximum ?? 0)) + 1
    case .list:
      // The list protocol has no limit; 64 is the number of fingers in a scenario.
      capacity = 64
    case .single:
      guard panel.keys.contains(EventCode.btnTouch) else {
        throw Unspeakable(reason: "it has neither multitouch axes nor BTN_TOUCH")
      }
      capacity = 1
    }
  }

  /// Forgets the contacts, like a panel that was unplugged.
  package mutating func forget() {
    slots = [:]
    identities.forget()
  }

  /// Returns the events of a frame, in the kernel's order.
  ///
  /// The order: contacts, BTN_TOUCH, the emulated pointer, the panel's clock.
  package mutating func frame(_ touches: [ScenarioFrames.Touch], at instant: Instant) -> [InputEvent] {
    var events = Events(instant: instant)
    for touch in touches where touch.change == .landed {
      identities.begin(touch.finger)
      slots[touch.finger] = slots[touch.finger] ?? (0...slots.count).first { !slots.values.contains($0) }
    }
    switch touchProtocol {
    case .slots: addSlots(touches, to: &events)
    case .list: addList(touches, to: &events)
    case .single: break
    }
    addTouch(touches, to: &events)
    addPointer(touches, to: &events)
    if panel.miscellanea.contains(EventCode.mscTimestamp) {
      // The kernel's value is also 32 bits of µs.
      events.add(EventCode.msc, EventCode.mscTimestamp, Int32(truncatingIfNeeded: instant.microseconds))
    }
    events.add(EventCode.syn, EventCode.synReport, 0)
    for touch in touches where touch.change == .lifted {
      identities.end(touch.finger)
      slots[touch.finger] = nil
    }
    return events.all
  }

  private func addSlots(_ touches: [ScenarioFrames.Touch], to events: inout Events) {
    for touch in touches {
      events.add(EventCode.abs, EventCode.mtSlot, Int32(slots[touch.finger] ?? 0))
      switch touch.change {
      case .lifted: events.add(EventCode.abs, EventCode.mtTrackingID, -1)
      case .landed:
        events.add(EventCode.abs, EventCode.mtTrackingID, identities[touch.finger])
        addContact(touch, to: &events)
      case .held: addContact(touch, to: &events)
      }
    }
  }

  /// Adds the position of a contact, and its width and tool if the panel reports them.
  private func addContact(_ touch: ScenarioFrames.Touch, to events: inout Events) {
    addPosition(touch, EventCode.mtPositionX, EventCode.mtPositionY, to: &events)
    guard reportsWidths else { return }
    let unitsPerMillimeter = Double(panel.axes[EventCode.mtTouchMajor]?.resolution ?? 0)
    events.add(
      EventCode.abs, EventCode.mtTouchMajor, Int32((touch.width * unitsPerMillimeter).rounded()))
    events.add(EventCode.abs, EventCode.mtToolType, touch.isPalm ? EventCode.toolPalm : 0)
  }

  private func addList(_ touches: [ScenarioFrames.Touch], to events: inout Events) {
    let down = touches.filter { $0.change != .lifted }
    for touch in down {
      if panel.axes[EventCode.mtTrackingID] != nil {
        events.add(EventCode.abs, EventCode.mtTrackingID, identities[touch.finger])
      }
      addPosition(touch, EventCode.mtPositionX, EventCode.mtPositionY, to: &events)
      events.add(EventCode.syn, EventCode.synMTReport, 0)
    }
    // In the list protocol, an empty list means that no contact is down.
    if down.isEmpty { events.add(EventCode.syn, EventCode.synMTReport, 0) }
  }

  private func addTouch(_ touches: [ScenarioFrames.Touch], to events: inout Events) {
    guard panel.keys.contains(EventCode.btnTouch) else { return }
    if touches.allSatisfy({ $0.change == .landed }) {
      events.add(EventCode.key, EventCode.btnTouch, 1)
    } else if touches.allSatisfy({ $0.change == .lifted }) {
      events.add(EventCode.key, EventCode.btnTouch, 0)
    }
  }

  /// The kernel's pointer emulation follows the contact that has been down longest.
  private func addPointer(_ touches: [ScenarioFrames.Touch], to events: inout Events) {
    guard let oldest = touches.first(where: { $0.change != .lifted }) else { return }
    addPosition(oldest, EventCode.x, EventCode.y, to: &events)
  }

  private func addPosition(_ touch: ScenarioFrames.Touch, _ x: UInt16, _ y: UInt16, to events: inout Events) {
    guard let horizontal = panel.axes[x], let vertical = panel.axes[y] else { return }
    events.add(EventCode.abs, x, horizontal.value(at: touch.position.x / extent.width))
    events.add(EventCode.abs, y, vertical.value(at: touch.position.y / extent.height))
  }

  private struct Events {
    let instant: Instant
    private(set) var all: [InputEvent] = []

    init(instant: Instant) {
      self.instant = instant
    }

    mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      all.append(InputEvent(instant: instant, type: type, code: code, value: value))
    }
  }
}

/// The tracking ids of a panel: they count up, and restart after the maximum.
private struct TrackingIDs {
  private let range: ClosedRange<Int32>
  private var next: Int32
  private var current: [Int: Int32] = [:]

  init(_ axis: AxisRange?) {
    // A panel without a range, or with a range too small for its contacts, uses the kernel's own
    // range (TRKID_MAX).
    let minimum = max(0, axis?.minimum ?? 0)
    let isRoomy = axis.map { Int64($0.maximum) - Int64(minimum) >= 63 } ?? false
    range = isRoomy ? minimum...(axis?.maximum ?? 65535) : 0...65535
    next = range.lowerBound
  }

  subscript(finger: Int) -> Int32 { current[finger] ?? 0 }

  mutating func begin(_ finger: Int) {
    while current.values.contains(next) { step() }
    current[finger] = next
    step()
  }

  mutating func end(_ finger: Int) {
    current[finger] = nil
  }

  mutating func forget() {
    current = [:]
  }

  private mutating func step() {
    next = next == range.upperBound ? range.lowerBound : next + 1
  }
}

extension AxisRange {
  /// Returns the device unit at a share of the range; the range may span all of Int32.
  fileprivate func value(at share: Double) -> Int32 {
    let value = Double(minimum) + share * (Double(maximum) - Double(minimum))
    return Int32(min(max(value.rounded(), Double(minimum)), Double(maximum)))
  }
}
