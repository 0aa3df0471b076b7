import Glibc
import LinuxIO
import Testing

@testable import Evdev

@Suite struct `An answer of libevdev` {
  @Test(
    arguments: [
      (0, .event), (1, .resync), (-EAGAIN, .empty), (-EINTR, .interrupted),
      (-ENODEV, .refused(.noSuchDevice)),
      (-EINVAL, .refused(ErrorNumber(rawValue: EINVAL))),
    ] as [(Int32, LibevdevDevice.Answer)])
  func `is classified by its status`(status: Int32, answer: LibevdevDevice.Answer) {
    #expect(LibevdevDevice.Answer(status: status) == answer)
  }
}
