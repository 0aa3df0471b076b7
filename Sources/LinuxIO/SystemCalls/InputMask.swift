internal import CLinux
internal import Glibc

extension SystemCalls {
  /// Lets only these codes of an event type come to an open event node; for the type 0 the codes
  /// are event types.
  ///
  /// The kernel does not queue what is left out, and does not wake anybody for it; types without a
  /// mask come whole. EV_SYN always comes. The corresponding request is EVIOCSMASK, Linux 4.4.
  public static func maskInput(
    _ type: UInt16, keeping codes: [UInt16], of device: borrowing OwnedFD
  ) throws(SystemCallError) {
    let number = device.number
    try check("ioctl(EVIOCSMASK)") {
      // The array lives for the call, which is told its count.
      unsafe clinux_input_mask(number, type, codes, codes.count)
    }
  }
}
