internal import CLinux
internal import Glibc

/// The calls with which a program creates input devices: /dev/uinput and /dev/uhid.
extension SystemCalls {
  /// What can be enabled on a device before it is created.
  public enum InputBit: Sendable {
    /// An event type.
    case type
    /// A key or button.
    case key
    /// A relative axis.
    case relative
    /// A code of EV_MSC.
    case miscellaneous
    /// An INPUT_PROP_ number.
    case property

    var kind: clinux_input_bit {
      switch self {
      case .type: clinux_input_type
      case .key: clinux_input_key
      case .relative: clinux_input_relative
      case .miscellaneous: clinux_input_miscellaneous
      case .property: clinux_input_property
      }
    }
  }

  /// Enables one code.
  ///
  /// The corresponding requests are UI_SET_EVBIT, UI_SET_KEYBIT and their kin.
  public static func enableInput(
    _ bit: InputBit, _ code: UInt16, of device: borrowing OwnedFD
  ) throws(SystemCallError) {
    let number = device.number
    try check("ioctl(UI_SET_BIT)") { clinux_uinput_enable(number, bit.kind, Int32(code)) }
  }

  /// Enables one absolute axis and sets its range.
  ///
  /// The corresponding request is UI_ABS_SETUP, Linux 4.5.
  public static func setUpInputAxis(
    _ code: UInt16, minimum: Int32, maximum: Int32, fuzz: Int32, flat: Int32, resolution: Int32,
    of device: borrowing OwnedFD
  ) throws(SystemCallError) {
    let number = device.number
    try check("ioctl(UI_ABS_SETUP)") {
      clinux_uinput_axis(number, code, minimum, maximum, fuzz, flat, resolution)
    }
  }

  /// Creates the device, which lives as long as the descriptor.
  ///
  /// A name of more than 79 bytes is cut.
  ///
  /// The corresponding requests are UI_SET_PHYS, UI_DEV_SETUP and UI_DEV_CREATE.
  public static func createInput(
    _ device: borrowing OwnedFD, name: String, physicalPath: String, bus: UInt16, vendor: UInt16,
    product: UInt16,
    version: UInt16
  ) throws(SystemCallError) {
    let number = device.number
    try check("ioctl(UI_DEV_CREATE)") {
      // Both C strings live for the call, and the kernel copies them.
      unsafe clinux_uinput_create(number, name, physicalPath, bus, vendor, product, version)
    }
  }

  /// The name of the created device in sysfs, for example `input5`.
  ///
  /// The corresponding request is UI_GET_SYSNAME.
  public static func inputName(of device: borrowing OwnedFD) throws(SystemCallError) -> String {
    let number = device.number
    var name = InlineArray<64, CChar>(repeating: 0)
    var span = name.mutableSpan
    try unsafe span.withUnsafeMutableBufferPointer { (room) throws(SystemCallError) in
      // The kernel writes at most `count` bytes, the terminator included.
      _ = try check("ioctl(UI_GET_SYSNAME)") {
        guard let base = room.baseAddress else { return Int32(0) }
        return unsafe clinux_uinput_name(number, base, room.count)
      }
    }
    return text(name.span)
  }

  /// Sends one event of the created device; the kernel stamps it.
  ///
  /// The corresponding C function is `write` of a `struct input_event`.
  public static func sendInput(
    _ device: borrowing OwnedFD, type: UInt16, code: UInt16, value: Int32
  ) throws(SystemCallError) {
    let number = device.number
    try check("write(uinput)") { clinux_uinput_send(number, type, code, value) }
  }

  /// Makes the sleeps of this thread exact to the microsecond.
  ///
  /// Otherwise the kernel may add 50 µs to gather wake-ups.
  ///
  /// The corresponding C function is `prctl` with PR_SET_TIMERSLACK.
  public static func sleepExactly() { clinux_sleep_exactly() }

  /// Waits until a moment of CLOCK_MONOTONIC.
  ///
  /// Unit: microseconds. The corresponding C function is `clock_nanosleep`; signals do not shorten
  /// it.
  public static func sleep(until moment: Int64) {
    clinux_sleep_until(max(0, moment))
  }
}

extension SystemCalls {
  /// Restricts an open event node to these codes of an event type; for type 0 the codes are event
  /// types.
  ///
  /// The kernel neither queues other codes nor wakes a reader for them. Types without a mask are
  /// complete. EV_SYN always passes. The corresponding request is EVIOCSMASK, Linux 4.4.
  public static func maskInput(
    _ type: UInt16, keeping codes: [UInt16], of device: borrowing OwnedFD
  ) throws(SystemCallError) {
    let number = device.number
    try check("ioctl(EVIOCSMASK)") {
      // The array lives for the call, which receives its count.
      unsafe clinux_input_mask(number, type, codes, codes.count)
    }
  }
}
