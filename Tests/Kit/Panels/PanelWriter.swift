public import GestureCore
public import Panels
internal import Recordings

/// Writes the events that a library panel's kernel device sends for fingers on its glass.
///
/// A scan contains every finger's position: a finger that was missing in the previous scan lands,
/// and one that is missing now lifts. A panel that sends each contact in its own frame sends these
/// frames ``LibraryPanel/contactGap`` apart.
public struct PanelWriter {
  /// One finger of a scan.
  public struct Finger: Sendable {
    /// The number of the finger while it is down.
    public var number: Int
    /// The position in mm from the top left.
    public var position: PanelPoint
    /// The tool that the panel reports, if it can.
    public var tool: Int32?

    /// Creates a finger.
    public init(_ number: Int, _ position: PanelPoint, tool: Int32? = nil) {
      self.number = number
      self.position = position
      self.tool = tool
    }
  }

  /// The panel.
  public let panel: LibraryPanel
  /// The kernel's part; nil for the driver's own frames.
  public private(set) var kernel: KernelInput?
  private var language: TouchLanguage
  private var down: [ScenarioFrames.Touch] = []
  private var tools: [Int: Int32] = [:]

  /// Creates the writer of a panel without contacts; throws if the panel cannot report positions.
  ///
  /// Without the kernel's part, frames also contain values that did not change.
  public init(_ panel: LibraryPanel, hasKernel: Bool = true) throws {
    self.panel = panel
    kernel = hasKernel ? KernelInput(KernelRegisters(panel.device)) : nil
    language = try TouchLanguage(panel.device, size: panel.extent)
  }

  /// A position in percent of the panel, in mm.
  public func point(_ x: Double, _ y: Double) -> PanelPoint {
    PanelPoint(x: x / 100 * panel.extent.width, y: y / 100 * panel.extent.height)
  }

  /// The events of one scan, in the kernel's order; empty if nothing changed.
  public mutating func scan(_ fingers: [Finger], at instant: Instant) -> [InputEvent] {
    var touches: [ScenarioFrames.Touch] = []
    for touch in down {
      var touch = touch
      if let finger = fingers.first(where: { $0.number == touch.finger }) {
        touch.position = finger.position
        touch.change = .held
      } else {
        touch.change = .lifted
      }
      touches.append(touch)
    }
    for finger in fingers where !down.contains(where: { $0.finger == finger.number }) {
      touches.append(ScenarioFrames.Touch(finger: finger.number, position: finger.position, change: .landed))
    }
    tools = [:]
    for finger in fingers { tools[finger.number] = finger.tool }
    down = touches.filter { $0.change != .lifted }
    guard !touches.isEmpty else { return [] }
    let frame = withSizes(language.frame(touches, at: instant), touches)
    return panel.split(frame).flatMap { kernel?.pass($0) ?? $0 }
  }

  /// A stroke of one finger, straight and steady, from landing to lift; positions in percent of the
  /// panel.
  ///
  /// The finger lands at `start`. The lift comes ``LibraryPanel/liftDelay`` after the last
  /// position. There is one scan per period.
  public mutating func stroke(
    from begin: (x: Double, y: Double), by displacement: Translation, lasting time: Interval,
    at start: Instant,
    tool: Int32? = nil
  ) -> [InputEvent] {
    let scans = max(2, time.microseconds / panel.period.microseconds)
    let origin = point(begin.x, begin.y)
    var events: [InputEvent] = []
    var now = start
    for number in 0...scans {
      let share = Double(number) / Double(scans)
      let position = PanelPoint(x: origin.x + displacement.x * share, y: origin.y + displacement.y * share)
      now = start + panel.period * number
      events += scan([Finger(1, position, tool: tool)], at: now)
    }
    return events + scan([], at: now + panel.liftDelay)
  }

  /// Adds what the panel reports of a contact besides its position: a fingertip of 8 mm, a medium
  /// pressure, the tool.
  private func withSizes(_ frame: [InputEvent], _ touches: [ScenarioFrames.Touch]) -> [InputEvent] {
    let axes = panel.device.axes
    var reported = touches.filter { $0.change != .lifted }[...]
    var events: [InputEvent] = []
    for event in frame {
      events.append(event)
      guard event.type == EventCode.abs, event.code == panel.lastPositionCode, let touch = reported.popFirst()
      else {
        continue
      }
      func add(_ code: UInt16, _ value: Int32) {
        events.append(InputEvent(instant: event.instant, type: EventCode.abs, code: code, value: value))
      }
      let unit = (axes[EventCode.mtPositionX]?.maximum ?? 0) / Int32(panel.extent.width)
      for code in [EventCode.mtTouchMajor, EventCode.mtTouchMajor + 1] {
        if let axis = axes[code] { add(code, min(8 * max(unit, 1), axis.maximum / 4)) }
      }
      if axes[EventCode.mtToolType] != nil { add(EventCode.mtToolType, tools[touch.finger] ?? 0) }
      for code in [EventCode.mtPressure, 0x18] {
        if let axis = axes[code] { add(code, axis.maximum / 3) }
      }
    }
    return events
  }
}

extension LibraryPanel {
  /// The code that ends the values of one contact.
  fileprivate var lastPositionCode: UInt16 { touchProtocol == .single ? EventCode.y : EventCode.mtPositionY }
}

extension LibraryPanel {
  /// A driver's events as this panel's readers receive them.
  ///
  /// They contain only changes, with contacts in separate frames if the panel sends them so.
  public func asSent(_ events: [InputEvent]) -> [InputEvent] {
    var kernel = KernelInput(KernelRegisters(device))
    var sent: [InputEvent] = []
    var frame: [InputEvent] = []
    for event in events {
      frame.append(event)
      guard event.type == EventCode.syn, event.code == EventCode.synReport else { continue }
      for part in split(frame) { sent += kernel.pass(part) }
      frame = []
    }
    return sent
  }

  /// The frames of one scan.
  fileprivate func split(_ frame: [InputEvent]) -> [[InputEvent]] {
    guard let contactGap, let end = frame.last else { return [frame] }
    var frames: [[InputEvent]] = []
    for event in frame.dropLast() {
      if frames.isEmpty || event.type == EventCode.abs && event.code == EventCode.mtSlot { frames.append([]) }
      frames[frames.count - 1].append(event)
    }
    return frames.enumerated().map { number, events in
      (events + [end]).map { event in
        InputEvent(
          instant: event.instant + contactGap * Int64(number), type: event.type, code: event.code,
          value: event.value)
      }
    }
  }
}
