internal import CLinux
internal import Glibc

/// The calls behind ``Reactor``: epoll and signalfd.
extension SystemCalls {
  static func epollCreate() throws(SystemCallError) -> OwnedFD {
    OwnedFD(taking: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
  }

  static func epollAdd(
    _ epoll: borrowing OwnedFD, _ descriptor: Int32, events: UInt32, data: UInt64
  ) throws(SystemCallError) {
    try epollControl(epoll, EPOLL_CTL_ADD, descriptor, events, data)
  }

  static func epollModify(
    _ epoll: borrowing OwnedFD, _ descriptor: Int32, events: UInt32, data: UInt64
  ) throws(SystemCallError) {
    try epollControl(epoll, EPOLL_CTL_MOD, descriptor, events, data)
  }

  static func epollRemove(_ epoll: borrowing OwnedFD, _ descriptor: Int32) throws(SystemCallError) {
    try epollControl(epoll, EPOLL_CTL_DEL, descriptor, 0, 0)
  }

  private static func epollControl(
    _ epoll: borrowing OwnedFD, _ operation: Int32, _ descriptor: Int32, _ events: UInt32, _ data: UInt64
  ) throws(SystemCallError) {
    let number = epoll.number
    try check("epoll_ctl") { clinux_epoll_control(number, operation, descriptor, events, data) }
  }

  /// Waits until `deadline`, in µs of CLOCK_MONOTONIC; nil waits indefinitely.
  static func epollWait(
    _ epoll: borrowing OwnedFD, into events: inout [clinux_ready], until deadline: Int64?
  ) throws(SystemCallError) -> Int {
    let number = epoll.number
    // The kernel writes at most `count` structures.
    return try unsafe events.withUnsafeMutableBufferPointer { (room) throws(SystemCallError) in
      let ready = try check("epoll_pwait2") {
        // Calculated again after a signal.
        let limit = deadline.map { max(0, $0 - monotonicMicroseconds()) } ?? -1
        return unsafe clinux_epoll_wait(number, room.baseAddress, Int32(room.count), limit)
      }
      return Int(ready)
    }
  }

  static func signalCreate(_ signals: [Int32]) throws(SystemCallError) -> OwnedFD {
    // The array lives for the call, which receives its count.
    OwnedFD(taking: try check("signalfd") { unsafe clinux_signal_descriptor(signals, signals.count) })
  }

  /// The number of the next signal that came, or nil.
  static func signalRead(_ descriptor: borrowing OwnedFD) throws(SystemCallError) -> Int32? {
    let number = descriptor.number
    var info = signalfd_siginfo()
    // The kernel writes whole structures or nothing, and the count is that of one.
    let result = try transfer("read(signalfd)") {
      unsafe Glibc.read(number, &info, MemoryLayout<signalfd_siginfo>.size)
    }
    return result == .bytes(MemoryLayout<signalfd_siginfo>.size) ? Int32(info.ssi_signo) : nil
  }
}
