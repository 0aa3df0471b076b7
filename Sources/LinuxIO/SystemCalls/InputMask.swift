internal import CLinux
internal import Glibc

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
