internal import GestureCore
internal import LinuxIO
internal import Panels

/// What of a panel's events may come into this process: touches, and not the keys that some panels
/// have beside them.
///
/// Phones and monitors put the power key, the home key or a whole keypad into the device of the
/// glass.
enum TouchFilter {
  /// EV_SYN, EV_KEY, EV_ABS and EV_MSC; not EV_REL, EV_SW, EV_LED, EV_SND, EV_REP, EV_FF.
  static let types = [EventCode.syn, EventCode.key, EventCode.abs, EventCode.msc]

  /// BTN_TOUCH and every BTN_TOOL_ of linux/input-event-codes.h: PEN to LENS and QUINTTAP, then
  /// DOUBLETAP to QUADTAP.
  static let keys: [UInt16] = Array(0x140...0x148) + [EventCode.btnTouch] + Array(0x14d...0x14f)

  /// MSC_TIMESTAMP; not MSC_SCAN, which names the key.
  static let miscellanea = [EventCode.mscTimestamp]

  /// Has the kernel keep back everything else from this descriptor; answers why it refused.
  ///
  /// What was queued before stays in the queue: change the clock afterwards, which empties it.
  static func set(on file: borrowing OwnedFD) -> SystemCallError? {
    do throws(SystemCallError) {
      try SystemCalls.maskInput(EventCode.key, keeping: keys, of: file)
      try SystemCalls.maskInput(EventCode.msc, keeping: miscellanea, of: file)
      // A mask of the type EV_SYN is about types (evdev_get_mask_cnt in the kernel's evdev.c).
      try SystemCalls.maskInput(EventCode.syn, keeping: types, of: file)
      return nil
    } catch {
      return error
    }
  }
}
