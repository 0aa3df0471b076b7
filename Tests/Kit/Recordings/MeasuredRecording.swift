import GestureCore
import Panels
import Recordings

/// Recordings of panels that a setting helps.
public enum MeasuredRecording {
  /// The ids of a panel.
  public struct IDs: Sendable {
    var vendor: UInt16
    var product: UInt16

    /// Creates the ids; 0 is none.
    public init(vendor: UInt16 = 0, product: UInt16 = 0) {
      (self.vendor, self.product) = (vendor, product)
    }
  }

  /// Ten thrown swipes of 100 mm in 100 ms; the panel reports each lift `late` ms later.
  public static func swipes(late: Int64 = 0, resolution: Int32 = 16, ids: IDs = IDs()) -> [UInt8] {
    var events: [InputEvent] = []
    func add(_ time: Int64, _ changes: [(UInt16, Int32)]) {
      let instant = Instant(microseconds: time)
      for (code, value) in changes {
        events.append(InputEvent(instant: instant, type: EventCode.abs, code: code, value: value))
      }
      events.append(InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0))
    }
    for number in 0..<10 {
      let begin = Int64(number) * 1_000_000
      add(
        begin,
        [(EventCode.mtTrackingID, Int32(number)), (EventCode.mtPositionX, 500), (EventCode.mtPositionY, 900)])
      for step in 1...12 {
        add(begin + Int64(step) * 8000, [(EventCode.mtPositionX, 500 + Int32(step) * 133)])
      }
      add(begin + 104_000 + late * 1000, [(EventCode.mtTrackingID, -1)])
    }
    var panel = panel(ids)
    for axis in [EventCode.mtPositionX, EventCode.mtPositionY] { panel.axes[axis]?.resolution = resolution }
    return EvemuWriter.write(panel, events: events)
  }

  /// A finger rests for five seconds; its position varies by 0.5 mm, with equal chances within
  /// ±0.87 mm.
  public static func tremble(ids: IDs = IDs()) -> [UInt8] {
    var random = SplitMix64(seed: 7)
    var events: [InputEvent] = []
    for frame in 0..<600 {
      let instant = Instant(microseconds: Int64(frame) * 8333)
      func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(InputEvent(instant: instant, type: type, code: code, value: value))
      }
      if frame == 0 { add(EventCode.abs, EventCode.mtTrackingID, 1) }
      add(EventCode.abs, EventCode.mtPositionX, 1600 + Int32.random(in: -14...14, using: &random))
      add(EventCode.abs, EventCode.mtPositionY, 1000 + Int32.random(in: -14...14, using: &random))
      add(EventCode.syn, EventCode.synReport, 0)
    }
    return EvemuWriter.write(panel(ids), events: events)
  }

  /// A finger rests for five seconds, and rolls by two units, 0.13 mm, once.
  public static func step() -> [UInt8] {
    var events: [InputEvent] = []
    func add(_ time: Int64, _ changes: [(UInt16, Int32)]) {
      let instant = Instant(microseconds: time)
      for (code, value) in changes {
        events.append(InputEvent(instant: instant, type: EventCode.abs, code: code, value: value))
      }
      events.append(InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synReport, value: 0))
    }
    add(0, [(EventCode.mtTrackingID, 1), (EventCode.mtPositionX, 1600), (EventCode.mtPositionY, 1000)])
    add(2_000_000, [(EventCode.mtPositionX, 1602)])
    add(5_000_000, [(EventCode.mtTrackingID, -1)])
    return EvemuWriter.write(panel(IDs()), events: events)
  }

  private static func panel(_ ids: IDs) -> PanelDescription {
    var panel = MadeRecording.description
    (panel.vendor, panel.product) = (ids.vendor, ids.product)
    return panel
  }
}
