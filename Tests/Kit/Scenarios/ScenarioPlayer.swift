internal import GestureCore
public import Panels

/// Turns a scenario into the events that a panel of a certain protocol would send.
public struct ScenarioPlayer {
  private let touchProtocol: TouchProtocol
  private var events: [InputEvent] = []
  private var now = Instant(microseconds: 1_000_000)
  private var places: [Int: PanelPoint] = [:]
  private var identities: [Int: Int32] = [:]
  private var lastIdentity: Int32 = 0

  private static let unitsPerMillimeter: Int32 = 20
  private static let period = Interval.milliseconds(8)

  private init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
  }

  /// The panel that scenarios are played on: 217 × 136 mm, 20 units a millimetre.
  public static func panel(_ touchProtocol: TouchProtocol) -> PanelDescription {
    func axis(_ extent: Double) -> AxisRange {
      let maximum = Int32(extent) * unitsPerMillimeter
      return AxisRange(minimum: 0, maximum: maximum, resolution: unitsPerMillimeter)
    }
    var panel = PanelDescription()
    panel.name = "Scenario panel"
    panel.properties = 1 << UInt64(EventCode.propDirect)
    panel.keys = [EventCode.btnTouch]
    panel.axes = [EventCode.x: axis(Scenario.extent.width), EventCode.y: axis(Scenario.extent.height)]
    if touchProtocol != .single {
      panel.axes[EventCode.mtPositionX] = axis(Scenario.extent.width)
      panel.axes[EventCode.mtPositionY] = axis(Scenario.extent.height)
      panel.axes[EventCode.mtTrackingID] = AxisRange(minimum: 0, maximum: 65535)
    }
    if touchProtocol == .slots { panel.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 9) }
    return panel
  }

  /// The scenario as a recording of that panel.
  public static func recording(of scenario: Scenario, _ touchProtocol: TouchProtocol) -> Recording {
    var player = ScenarioPlayer(touchProtocol)
    for step in scenario.steps { player.play(step) }
    return Recording(
      name: scenario.name, format: .evemu, description: panel(touchProtocol), events: player.events)
  }

  private mutating func play(_ step: Scenario.Step) {
    switch step {
    case .wait(let time):
      now = now + time
    case .down(let finger, let place):
      lastIdentity += 1
      identities[finger] = lastIdentity
      places[finger] = place
      frame(landing: finger)
    case .to(let finger, let target, let time):
      guard let start = places[finger] else { return }
      let frames = max(1, time.microseconds / Self.period.microseconds)
      for frame in 1...frames {
        let share = Double(frame) / Double(frames)
        places[finger] = PanelPoint(
          x: start.x + (target.x - start.x) * share, y: start.y + (target.y - start.y) * share)
        now = now + Self.period
        self.frame()
      }
    case .up(let finger):
      now = now + Self.period
      places[finger] = nil
      frame(lifting: finger)
    case .drop:
      add(EventCode.syn, EventCode.synDropped, 0)
      add(EventCode.syn, EventCode.synReport, 0)
    }
  }

  private mutating func frame(landing: Int? = nil, lifting: Int? = nil) {
    switch touchProtocol {
    case .slots: addSlots(landing: landing, lifting: lifting)
    case .list: addList()
    case .single: addSingle(landing: landing, lifting: lifting)
    }
    add(EventCode.syn, EventCode.synReport, 0)
  }

  private mutating func addSlots(landing: Int?, lifting: Int?) {
    for finger in places.keys.sorted() {
      add(EventCode.abs, EventCode.mtSlot, Int32(finger - 1))
      if finger == landing { add(EventCode.abs, EventCode.mtTrackingID, identities[finger] ?? 0) }
      addPlace(of: finger, EventCode.mtPositionX, EventCode.mtPositionY)
    }
    if let lifting {
      add(EventCode.abs, EventCode.mtSlot, Int32(lifting - 1))
      add(EventCode.abs, EventCode.mtTrackingID, -1)
    }
  }

  private mutating func addList() {
    for finger in places.keys.sorted() {
      add(EventCode.abs, EventCode.mtTrackingID, identities[finger] ?? 0)
      addPlace(of: finger, EventCode.mtPositionX, EventCode.mtPositionY)
      add(EventCode.syn, EventCode.synMTReport, 0)
    }
    if places.isEmpty { add(EventCode.syn, EventCode.synMTReport, 0) }
  }

  private mutating func addSingle(landing: Int?, lifting: Int?) {
    if landing != nil { add(EventCode.key, EventCode.btnTouch, 1) }
    for finger in places.keys { addPlace(of: finger, EventCode.x, EventCode.y) }
    if lifting != nil { add(EventCode.key, EventCode.btnTouch, 0) }
  }

  private mutating func addPlace(of finger: Int, _ x: UInt16, _ y: UInt16) {
    guard let place = places[finger] else { return }
    add(EventCode.abs, x, Int32((place.x * Double(Self.unitsPerMillimeter)).rounded()))
    add(EventCode.abs, y, Int32((place.y * Double(Self.unitsPerMillimeter)).rounded()))
  }

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(instant: now, type: type, code: code, value: value))
  }
}
