internal import LinuxIO
public import Panels

/// The events of a panel that may enter this process: touches, but not keys.
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

  /// Makes the kernel filter all other events of this descriptor, and returns the error if it
  /// refuses.
  ///
  /// Events that were already queued stay in the queue. Change the clock afterwards, which empties
  /// the queue.
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

extension PanelDescription {
  /// The keys of a keyboard or of a phone that the device has, in order; empty for a panel of
  /// touches alone.
  ///
  /// Buttons, KEY numbers 0x100 to 0x15f, do not count, because people do not type with them.
  public var typedKeys: [UInt16] { keys.filter { (1..<0x100).contains($0) || $0 >= 0x160 }.sorted() }
}
