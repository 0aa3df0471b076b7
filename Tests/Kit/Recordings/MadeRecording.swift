internal import GestureCore
public import Panels
internal import Recordings

/// A recording computed from the rules of a finger's movement.
///
/// It uses protocol B, ten slots, 16 units a millimetre, and 217 x 136 mm.
public struct MadeRecording: Sendable {
  /// One finger: when it lands, in ms, and how it moves.
  public struct Finger: Sendable {
    fileprivate var landing: Int64
    fileprivate var stroke: FingerStroke

    /// Creates a finger that moves from `start` by `displacement` and lifts after `liftShare` of
    /// the whole movement.
    public init(
      at milliseconds: Int64, from start: (x: Double, y: Double), by displacement: (x: Double, y: Double),
      lasting: Int64,
      liftShare: Double = 1
    ) {
      landing = milliseconds * 1000
      let start = PanelPoint(x: start.x, y: start.y)
      stroke = FingerStroke(
        start: start, target: start + Translation(x: displacement.x, y: displacement.y),
        duration: .milliseconds(lasting),
        liftShare: liftShare)
    }
  }

  /// The events in order.
  public private(set) var events: [InputEvent] = []

  /// The panel.
  public static var description: PanelDescription {
    var panel = DemoPanel.description
    panel.name = "Made panel"
    panel.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 9)
    return panel
  }

  /// Makes the frames of up to ten simultaneous fingers, one every `period` µs, until all have
  /// lifted or `end` ms are over.
  ///
  /// At `dropped` ms the kernel reports lost events. The recording starts with its first event, so
  /// a silence before the first finger counts only if the recording `startsSilent`.
  public init(
    _ fingers: [Finger], period: Int64 = 8333, dropped: Int64? = nil, end: Int64? = nil,
    startsSilent: Bool = false
  ) {
    if startsSilent { events.append(event(EventCode.syn, EventCode.synReport, 0, at: 0)) }
    var slots = [Int?](repeating: nil, count: 10)
    var pending = Array(fingers.indices)
    var isDropped = false
    var now: Int64 = 0
    while !pending.isEmpty || slots.contains(where: { $0 != nil }) {
      if let end, now > end * 1000 { break }
      let count = events.count
      for slot in slots.indices {
        guard let finger = slots[slot] else { continue }
        let elapsed = now - fingers[finger].landing
        let stroke = fingers[finger].stroke
        add(EventCode.mtSlot, Int32(slot), at: now)
        if elapsed > stroke.contactDuration.microseconds {
          add(EventCode.mtTrackingID, -1, at: now)
          slots[slot] = nil
        } else {
          addPosition(stroke.location(at: Interval(microseconds: elapsed)), at: now)
        }
      }
      for finger in pending where fingers[finger].landing <= now {
        guard let slot = slots.firstIndex(where: { $0 == nil }) else { break }
        slots[slot] = finger
        pending.removeAll { $0 == finger }
        add(EventCode.mtSlot, Int32(slot), at: now)
        add(EventCode.mtTrackingID, Int32(finger % 65536), at: now)
        addPosition(fingers[finger].stroke.start, at: now)
      }
      if let dropped, now >= dropped * 1000, !isDropped {
        isDropped = true
        events.append(event(EventCode.syn, EventCode.synDropped, 0, at: now))
      }
      if events.count > count { events.append(event(EventCode.syn, EventCode.synReport, 0, at: now)) }
      now += period
    }
  }

  /// The file in evemu's form.
  public var bytes: [UInt8] { EvemuWriter.write(Self.description, events: events) }

  private mutating func addPosition(_ point: PanelPoint, at now: Int64) {
    add(EventCode.mtPositionX, Int32((point.x * 16).rounded()), at: now)
    add(EventCode.mtPositionY, Int32((point.y * 16).rounded()), at: now)
  }

  private mutating func add(_ code: UInt16, _ value: Int32, at now: Int64) {
    events.append(event(EventCode.abs, code, value, at: now))
  }

  private func event(_ type: UInt16, _ code: UInt16, _ value: Int32, at now: Int64) -> InputEvent {
    InputEvent(instant: Instant(microseconds: 1_000_000 + now), type: type, code: code, value: value)
  }
}

extension MadeRecording {
  /// One finger: a flick to the left, a long slow drag to the right, a short drag up that returns;
  /// 1.8 s.
  public static var oneFinger: MadeRecording {
    MadeRecording([
      Finger(at: 0, from: (150, 70), by: (-100, 4), lasting: 400, liftShare: 0.6),
      Finger(at: 300, from: (60, 60), by: (50, -3), lasting: 800),
      Finger(at: 1200, from: (100, 90), by: (1, -18), lasting: 600),
    ])
  }

  /// Ten fingers that all swipe down together; 0.4 s.
  public static var tenFingers: MadeRecording { tenFingers(after: 0) }

  /// The same after a silence, in ms.
  public static func tenFingers(after silence: Int64) -> MadeRecording {
    MadeRecording(
      (0..<10).map { finger in
        Finger(
          at: silence + Int64(finger) * 5, from: (15 + 20 * Double(finger), 20), by: (2, 90), lasting: 500,
          liftShare: 0.7)
      }, startsSilent: silence > 0)
  }

  /// A long drag during which the kernel loses events, and a flick after it; 1.5 s.
  public static var dropped: MadeRecording {
    MadeRecording(
      [
        Finger(at: 0, from: (40, 60), by: (90, 0), lasting: 900),
        Finger(at: 1100, from: (40, 60), by: (100, 0), lasting: 500, liftShare: 0.6),
      ], dropped: 450)
  }

  /// A drag that is still active when the recording ends; 0.5 s.
  public static var stillDown: MadeRecording {
    MadeRecording([Finger(at: 0, from: (40, 60), by: (120, 0), lasting: 1000)], end: 500)
  }

  /// A drag of 20 s.
  public static var slowDrag: MadeRecording {
    MadeRecording([Finger(at: 0, from: (10, 60), by: (190, 0), lasting: 20_000)])
  }

  /// A tap, and one after an hour: flickd runs until the test ends it, however busy the machine is.
  public static var lateTap: MadeRecording {
    let taps = [0, 3_600_000].map { Finger(at: $0, from: (10, 60), by: (0, 0), lasting: 50) }
    return MadeRecording(taps, period: 1_000_000)
  }
}
