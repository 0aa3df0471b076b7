public import GestureCore

/// One event of the kernel's input layer, with the kernel's timestamp.
///
/// The corresponding C structure is `struct input_event`.
public struct InputEvent: Equatable, Sendable {
  /// When the kernel queued the event.
  public var instant: Instant
  /// The event type, for example ``EventCode/abs``.
  public var type: UInt16
  /// The code within the type, for example ``EventCode/mtPositionX``.
  public var code: UInt16
  /// The value; for a tracking id, −1 ends the contact.
  public var value: Int32

  /// Creates an event from its four fields.
  public init(instant: Instant, type: UInt16, code: UInt16, value: Int32) {
    self.instant = instant
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether the event is SYN_REPORT, the end of a frame.
  public var endsFrame: Bool { type == EventCode.syn && code == EventCode.synReport }
}

/// The numbers of the kernel's input layer that a touchscreen uses (linux/input-event-codes.h).
public enum EventCode {
  /// EV_SYN.
  public static let syn: UInt16 = 0x00
  /// EV_KEY.
  public static let key: UInt16 = 0x01
  /// EV_REL.
  public static let rel: UInt16 = 0x02
  /// EV_ABS.
  public static let abs: UInt16 = 0x03
  /// EV_MSC.
  public static let msc: UInt16 = 0x04

  /// SYN_REPORT: the frame is complete.
  public static let synReport: UInt16 = 0
  /// SYN_MT_REPORT: the contact is complete (protocol A).
  public static let synMTReport: UInt16 = 2
  /// SYN_DROPPED: the kernel's queue overflowed and events were lost.
  public static let synDropped: UInt16 = 3

  /// BTN_LEFT.
  public static let btnLeft: UInt16 = 0x110
  /// BTN_TOOL_PEN.
  public static let btnToolPen: UInt16 = 0x140
  /// BTN_TOOL_FINGER.
  public static let btnToolFinger: UInt16 = 0x145
  /// BTN_TOUCH.
  public static let btnTouch: UInt16 = 0x14a
  /// BTN_STYLUS.
  public static let btnStylus: UInt16 = 0x14b

  /// ABS_X.
  public static let x: UInt16 = 0x00
  /// ABS_Y.
  public static let y: UInt16 = 0x01
  /// ABS_PRESSURE.
  public static let pressure: UInt16 = 0x18
  /// ABS_DISTANCE.
  public static let distance: UInt16 = 0x19
  /// The axis below ABS_MT_SLOT: a device with this axis numbers its axes consecutively and has no
  /// multitouch.
  public static let belowMTSlot: UInt16 = 0x2e
  /// ABS_MT_SLOT.
  public static let mtSlot: UInt16 = 0x2f
  /// ABS_MT_TOUCH_MAJOR.
  public static let mtTouchMajor: UInt16 = 0x30
  /// ABS_MT_POSITION_X.
  public static let mtPositionX: UInt16 = 0x35
  /// ABS_MT_POSITION_Y.
  public static let mtPositionY: UInt16 = 0x36
  /// ABS_MT_TOOL_TYPE.
  public static let mtToolType: UInt16 = 0x37
  /// ABS_MT_TRACKING_ID.
  public static let mtTrackingID: UInt16 = 0x39
  /// ABS_MT_PRESSURE.
  public static let mtPressure: UInt16 = 0x3a
  /// ABS_MT_DISTANCE.
  public static let mtDistance: UInt16 = 0x3b

  /// MSC_TIMESTAMP: the panel's own clock, in µs.
  public static let mscTimestamp: UInt16 = 0x05

  /// MT_TOOL_PALM, a value of ``mtToolType``.
  public static let toolPalm: Int32 = 0x02
  /// INPUT_PROP_POINTER: touches move a pointer at another position.
  public static let propPointer: Int = 0x00
  /// INPUT_PROP_ACCELEROMETER: the axes are not positions.
  public static let propAccelerometer: Int = 0x06
  /// INPUT_PROP_DIRECT: touches act where they land.
  public static let propDirect: Int = 0x01
}
