public import GestureCore
public import Panels

/// A synthetic 10.1-inch panel that swipes endlessly, for a machine without a touchscreen.
///
/// No part was recorded. Finger strokes of the minimum-jerk model (``FingerStroke``) become
/// protocol B events at 120 Hz, with position noise and timestamp jitter from a seed. They pass
/// through the ordinary decoder. The same seed gives the same events on every machine.
public struct DemoPanel: Sendable {
  /// The purpose of a stroke.
  public enum Gesture: Equatable, Sendable {
    /// Fast, and lifted during the movement.
    case flick(Heading)
    /// Slow and long: the stroke commits by its distance.
    case longDrag(Heading)
    /// Slow and short: the stroke returns.
    case shortDrag(Heading)
  }

  /// The direction of a stroke.
  public enum Heading: Equatable, Sendable, CaseIterable {
    /// Towards x = 0.
    case left
    /// Away from x = 0.
    case right
    /// Towards y = 0.
    case up
    /// Away from y = 0.
    case down
  }

  /// The size of the glass, in mm.
  public static var extent: Extent { Extent(width: 217, height: 136) }
  /// The nominal time between two frames.
  public static var framePeriod: Interval { Interval(microseconds: 8333) }

  /// The description of the panel: two slots, 16 units per millimetre.
  public static var description: PanelDescription {
    var panel = PanelDescription()
    panel.name = "flickd demo panel (synthetic)"
    panel.bus = 0x06  // BUS_VIRTUAL
    panel.version = 1
    panel.properties = 1 << UInt64(EventCode.propDirect)
    panel.keys = [EventCode.btnTouch]
    let x = AxisRange(
      minimum: 0, maximum: Int32(extent.width) * unitsPerMillimetre, resolution: unitsPerMillimetre)
    let y = AxisRange(
      minimum: 0, maximum: Int32(extent.height) * unitsPerMillimetre, resolution: unitsPerMillimetre)
    panel.axes = [
      EventCode.x: x, EventCode.y: y, EventCode.mtPositionX: x, EventCode.mtPositionY: y,
      EventCode.mtSlot: AxisRange(minimum: 0, maximum: 1),
      EventCode.mtTrackingID: AxisRange(minimum: 0, maximum: 65535),
    ]
    return panel
  }

  private static var unitsPerMillimetre: Int32 { 16 }
  // Capacitive panels of this size report 0.03 to 0.1 mm of noise on a still finger, and USB
  // polling moves timestamps by less than half a millisecond.
  private static var positionNoise: Double { 0.05 }
  private static var timestampJitter: Double { 250 }

  /// The purpose of the current or last stroke.
  public private(set) var gesture: Gesture
  /// The movement of the finger without noise.
  public private(set) var stroke: FingerStroke

  private var noise: Noise
  private var script: [Gesture] = []
  private var strokeStart: Instant
  private var frameOfStroke: Int64 = 0
  private var strokePeriod: Interval = .zero
  private var trackingID: Int32 = -1
  private var x: Int32 = -1
  private var y: Int32 = -1
  private var isDown = false

  /// Creates a panel whose first stroke begins half a second after `start`.
  public init(seed: UInt64, startingAt start: Instant = Instant(microseconds: 0)) {
    noise = Noise(seed: seed)
    gesture = .flick(.left)
    stroke = FingerStroke(start: PanelPoint(x: 0, y: 0), target: PanelPoint(x: 0, y: 0), duration: .zero)
    strokeStart = start + .milliseconds(500)
    beginStroke()
  }

  /// Replaces `events` by those of the next frame.
  ///
  /// Never empty; the last event is SYN_REPORT, and timestamps never go back. Does not allocate
  /// after `events` has grown to eight, apart from a new script every ten strokes.
  public mutating func nextFrame(into events: inout [InputEvent]) {
    events.removeAll(keepingCapacity: true)
    while events.isEmpty {
      let due = DemoPanel.framePeriod * frameOfStroke
      if isDown, due > stroke.contactDuration {
        appendLift(at: timestamp(after: due), to: &events)
        isDown = false
        strokeStart = strokeStart + strokePeriod
        beginStroke()
        return
      }
      appendTouch(at: timestamp(after: due), due, to: &events)
      frameOfStroke += 1
    }
  }
}

extension DemoPanel {
  private func event(_ instant: Instant, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(instant: instant, type: type, code: code, value: value)
  }

  private mutating func timestamp(after due: Interval) -> Instant {
    strokeStart + due
      + Interval(microseconds: Int64(noise.uniform(-Self.timestampJitter...Self.timestampJitter)))
  }

  /// Appends events as the kernel does: only changes, multitouch axes first, then the pointer
  /// emulation.
  private mutating func appendTouch(at instant: Instant, _ elapsed: Interval, to events: inout [InputEvent]) {
    let position = stroke.location(at: elapsed)
    let newX = units(position.x + Self.positionNoise * noise.bell(), below: Self.extent.width)
    let newY = units(position.y + Self.positionNoise * noise.bell(), below: Self.extent.height)
    if !isDown {
      trackingID = (trackingID + 1) % 65536
      events.append(event(instant, EventCode.abs, EventCode.mtTrackingID, trackingID))
    }
    if newX != x { events.append(event(instant, EventCode.abs, EventCode.mtPositionX, newX)) }
    if newY != y { events.append(event(instant, EventCode.abs, EventCode.mtPositionY, newY)) }
    if !isDown { events.append(event(instant, EventCode.key, EventCode.btnTouch, 1)) }
    if newX != x { events.append(event(instant, EventCode.abs, EventCode.x, newX)) }
    if newY != y { events.append(event(instant, EventCode.abs, EventCode.y, newY)) }
    isDown = true
    x = newX
    y = newY
    // The kernel does not send a frame without changes.
    if !events.isEmpty { events.append(event(instant, EventCode.syn, EventCode.synReport, 0)) }
  }

  private func appendLift(at instant: Instant, to events: inout [InputEvent]) {
    events.append(event(instant, EventCode.abs, EventCode.mtTrackingID, -1))
    events.append(event(instant, EventCode.key, EventCode.btnTouch, 0))
    events.append(event(instant, EventCode.syn, EventCode.synReport, 0))
  }

  private func units(_ millimetres: Double, below limit: Double) -> Int32 {
    Int32((min(limit, max(0, millimetres)) * Double(Self.unitsPerMillimetre)).rounded())
  }

  private mutating func beginStroke() {
    if script.isEmpty { script = newScript() }
    gesture = script.removeLast()
    stroke = newStroke(gesture)
    strokePeriod = Interval(microseconds: Int64(noise.uniform(1_000_000...1_300_000)))
    frameOfStroke = 0
  }

  /// Six flicks, two drags that commit and two that return, in a new random order.
  private mutating func newScript() -> [Gesture] {
    var script = Heading.allCases.map(Gesture.flick)
    for make in [Gesture.flick, Gesture.longDrag, Gesture.shortDrag] {
      script += [make(newHeading([.left, .right])), make(newHeading([.up, .down]))]
    }
    for index in stride(from: script.count - 1, to: 0, by: -1) {
      script.swapAt(index, Int(noise.next() % UInt64(index + 1)))
    }
    return script
  }

  private mutating func newHeading(_ choices: [Heading]) -> Heading {
    choices[Int(noise.next() % UInt64(choices.count))]
  }

  private mutating func newStroke(_ gesture: Gesture) -> FingerStroke {
    switch gesture {
    case .flick(let heading):
      // Lifted at 75 % at the latest, the finger still has 1.05 of the mean speed: 170 mm/s for the
      // slowest.
      let share = noise.uniform(0.45...0.75)
      return stroke(
        heading, length: noise.uniform(80...110), milliseconds: noise.uniform(340...480), liftShare: share)
    case .longDrag(let heading):
      return stroke(
        heading, length: noise.uniform(45...60), milliseconds: noise.uniform(780...900), liftShare: 1)
    case .shortDrag(let heading):
      return stroke(
        heading, length: noise.uniform(14...22), milliseconds: noise.uniform(520...700), liftShare: 1)
    }
  }

  /// A stroke through the centre of the glass, slightly slanted as a hand's strokes are.
  private mutating func stroke(
    _ heading: Heading, length: Double, milliseconds: Double, liftShare: Double
  ) -> FingerStroke {
    let slant = noise.uniform(-0.08...0.08) * length
    let displacement =
      switch heading {
      case .left: Translation(x: -length, y: slant)
      case .right: Translation(x: length, y: slant)
      case .up: Translation(x: slant, y: -length)
      case .down: Translation(x: slant, y: length)
      }
    let start = PanelPoint(
      x: Self.extent.width / 2 - displacement.x / 2 + noise.uniform(-6...6),
      y: Self.extent.height / 2 - displacement.y / 2 + noise.uniform(-6...6))
    return FingerStroke(
      start: start, target: start + displacement,
      duration: Interval(microseconds: Int64(milliseconds * 1000)),
      liftShare: liftShare)
  }
}
