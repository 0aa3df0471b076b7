internal import CLinux
internal import Glibc

/// The calls behind ``Reactor``: epoll, timerfd and signalfd.
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

  static func epollWait(
    _ epoll: borrowing OwnedFD, into events: inout [clinux_ready]
  ) throws(SystemCallError) -> Int {
    let number = epoll.number
    // The kernel writes at most `count` structures.
    return try unsafe events.withUnsafeMutableBufferPointer { (room) throws(SystemCallError) in
      Int(try check("epoll_wait") { unsafe clinux_epoll_wait(number, room.baseAddress, Int32(room.count)) })
    }
  }

  static func timerCreate() throws(SystemCallError) -> OwnedFD {
    OwnedFD(
      taking: try check("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
      })
  }

  /// Arms the timer for `deadline` µs of CLOCK_MONOTONIC, at once if that is past; nil disarms it.
  static func timerSet(_ timer: borrowing OwnedFD, _ deadline: Int64?) throws(SystemCallError) {
    let number = timer.number
    var setting = itimerspec()
    if let deadline {
      // Zero would disarm.
      let moment = max(1, deadline)
      setting.it_value.tv_sec = Int(moment / 1_000_000)
      setting.it_value.tv_nsec = Int(moment % 1_000_000) * 1000
    }
    // The structure lives for the call; the old setting is not asked for.
    try check("timerfd_settime") {
      unsafe timerfd_settime(number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
  }

  static func timerClear(_ timer: borrowing OwnedFD) throws(SystemCallError) {
    var expirations = InlineArray<8, UInt8>(repeating: 0)
    var span = expirations.mutableSpan
    _ = try read(timer, into: &span)
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
