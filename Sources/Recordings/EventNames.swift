internal import Panels

/// The kernel's names in the output of `getevent -l`, for touchscreens (linux/input-event-codes.h).
enum EventNames {
  typealias Table = [ArraySlice<UInt8>: UInt16]

  static let types = table([
    "EV_SYN": 0x00, "EV_KEY": 0x01, "EV_REL": 0x02, "EV_ABS": 0x03, "EV_MSC": 0x04, "EV_SW": 0x05,
    "EV_LED": 0x11, "EV_SND": 0x12, "EV_REP": 0x14, "EV_FF": 0x15, "EV_PWR": 0x16, "EV_FF_STATUS": 0x17,
  ])

  /// The names of a type's codes, or `nil` for a type that no touchscreen sends.
  static func codes(of type: UInt16) -> Table? {
    switch type {
    case EventCode.syn: synchronizations
    case EventCode.key: keys
    case EventCode.abs: axes
    case EventCode.msc: miscellany
    default: nil
    }
  }

  private static let synchronizations = table([
    "SYN_REPORT": 0, "SYN_CONFIG": 1, "SYN_MT_REPORT": 2, "SYN_DROPPED": 3,
  ])

  private static let keys = table([
    "BTN_MOUSE": 0x110, "BTN_LEFT": 0x110, "BTN_RIGHT": 0x111, "BTN_MIDDLE": 0x112,
    "BTN_TOOL_PEN": 0x140, "BTN_DIGI": 0x140, "BTN_TOOL_RUBBER": 0x141, "BTN_TOOL_FINGER": 0x145,
    "BTN_TOOL_QUINTTAP": 0x148, "BTN_TOUCH": 0x14a, "BTN_STYLUS": 0x14b, "BTN_STYLUS2": 0x14c,
    "BTN_TOOL_DOUBLETAP": 0x14d, "BTN_TOOL_TRIPLETAP": 0x14e, "BTN_TOOL_QUADTAP": 0x14f,
  ])

  private static let axes = table([
    "ABS_X": 0x00, "ABS_Y": 0x01, "ABS_Z": 0x02, "ABS_RX": 0x03, "ABS_RY": 0x04, "ABS_RZ": 0x05,
    "ABS_PRESSURE": 0x18, "ABS_DISTANCE": 0x19, "ABS_TILT_X": 0x1a, "ABS_TILT_Y": 0x1b,
    "ABS_TOOL_WIDTH": 0x1c, "ABS_MISC": 0x28,
    "ABS_MT_SLOT": 0x2f, "ABS_MT_TOUCH_MAJOR": 0x30, "ABS_MT_TOUCH_MINOR": 0x31,
    "ABS_MT_WIDTH_MAJOR": 0x32, "ABS_MT_WIDTH_MINOR": 0x33, "ABS_MT_ORIENTATION": 0x34,
    "ABS_MT_POSITION_X": 0x35, "ABS_MT_POSITION_Y": 0x36, "ABS_MT_TOOL_TYPE": 0x37,
    "ABS_MT_BLOB_ID": 0x38, "ABS_MT_TRACKING_ID": 0x39, "ABS_MT_PRESSURE": 0x3a,
    "ABS_MT_DISTANCE": 0x3b, "ABS_MT_TOOL_X": 0x3c, "ABS_MT_TOOL_Y": 0x3d,
  ])

  private static let miscellany = table([
    "MSC_SERIAL": 0, "MSC_PULSELED": 1, "MSC_GESTURE": 2, "MSC_RAW": 3, "MSC_SCAN": 4, "MSC_TIMESTAMP": 5,
  ])

  /// The values of ABS_MT_TOOL_TYPE, which newer versions print by name.
  static let toolTypes: [ArraySlice<UInt8>: Int32] = [
    ArraySlice("MT_TOOL_FINGER".utf8): 0, ArraySlice("MT_TOOL_PEN".utf8): 1,
    ArraySlice("MT_TOOL_PALM".utf8): 2,
  ]

  private static func table(_ names: KeyValuePairs<String, UInt16>) -> Table {
    Table(names.map { (ArraySlice($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

extension PanelDescription {
  /// Adds `code` to the description, if it is a key, a relative axis or a code of EV_MSC.
  ///
  /// Codes beyond the kernel's numbers are ignored: no device has them, and no description file can
  /// contain them.
  mutating func insert(_ code: UInt16, of type: UInt16) {
    switch type {
    case EventCode.key where code < Self.keyCount: keys.insert(code)
    case EventCode.rel where code < Self.relativeCount: relatives.insert(code)
    case EventCode.msc where code < Self.miscellaneaCount: miscellanea.insert(code)
    default: break
    }
  }

  // KEY_CNT, REL_CNT and MSC_CNT (linux/input-event-codes.h).
  private static var keyCount: UInt16 { 0x300 }
  private static var relativeCount: UInt16 { 0x10 }
  private static var miscellaneaCount: UInt16 { 0x08 }
}
