import Recordings
import Testing

@testable import VirtualPanels

/// Compared with the offsets of the packed structures of linux/uhid.h.
@Suite struct `A message of uhid` {
  private func number(_ bytes: [UInt8], at index: Int, size: Int = 4) -> Int {
    bytes[index..<index + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func text(_ bytes: [UInt8], at index: Int, size: Int) -> String {
    let field = bytes[index..<index + size]
    #expect(field.last == 0, "terminated")
    return String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  @Test func `creates a device as in struct uhid_create2_req`() {
    var device = HIDDescription()
    device.name = "A panel"
    device.physicalPath = "usb-1/input0"
    device.bus = 0x18
    device.vendor = 0x1234
    device.product = 0xabcd
    device.version = 0x0111
    device.descriptor = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    let bytes = UhidMessage.create(device, uniqueID: "mark/7")
    #expect(number(bytes, at: 0) == 11)
    #expect(text(bytes, at: 4, size: 128) == "A panel")
    #expect(text(bytes, at: 132, size: 64) == "usb-1/input0")
    #expect(text(bytes, at: 196, size: 64) == "mark/7")
    #expect(number(bytes, at: 260, size: 2) == 300)
    #expect(number(bytes, at: 262, size: 2) == 0x18)
    #expect([264, 268, 272, 276].map { number(bytes, at: $0) } == [0x1234, 0xabcd, 0x0111, 0])
    #expect(Array(bytes[280...]) == device.descriptor)
  }

  @Test(arguments: [126, 127, 128, 500]) func `truncates names to their fields`(length: Int) {
    var device = HIDDescription()
    device.name = String(repeating: "n", count: length)
    device.physicalPath = String(repeating: "p", count: length)
    let bytes = UhidMessage.create(device, uniqueID: String(repeating: "u", count: length))
    #expect(bytes.count == 280)
    #expect(text(bytes, at: 4, size: 128).count == min(length, 127))
    #expect(text(bytes, at: 132, size: 64).count == 63)
    #expect(text(bytes, at: 196, size: 64).count == 63)
  }

  @Test(arguments: [0, 1, 64, 4096, 5000]) func `sends a report as in struct uhid_input2_req`(size: Int) {
    let report = (0..<size).map { UInt8(truncatingIfNeeded: $0 + 1) }
    let bytes = UhidMessage.input(report)
    #expect(number(bytes, at: 0) == 12)
    #expect(number(bytes, at: 4, size: 2) == min(size, 4096))
    #expect(Array(bytes[6...]) == Array(report.prefix(4096)))
  }

  @Test func `replies as in uhid_get_report_reply_req and uhid_set_report_reply_req`() {
    #expect(
      UhidMessage.reply(id: 0x0102_0304, content: [9, 8, 7])
        == [10, 0, 0, 0, 4, 3, 2, 1, 0, 0, 3, 0, 9, 8, 7])
    // EIO.
    #expect(UhidMessage.reply(id: 5, content: nil) == [10, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0])
    #expect(
      UhidMessage.reply(id: 5, content: [UInt8](repeating: 1, count: 4097)).count == 12 + 4096)
    #expect(UhidMessage.taken(id: 0x0102_0304) == [14, 0, 0, 0, 4, 3, 2, 1, 0, 0])
  }

  @Test(
    arguments: [
      ([9, 0, 0, 0, 4, 3, 2, 1, 7, 0], .get(id: 0x0102_0304, report: 7, isFeature: true)),
      ([9, 0, 0, 0, 1, 0, 0, 0, 255, 1], .get(id: 1, report: 255, isFeature: false)),
      ([9, 0, 0, 0, 1, 0, 0, 0, 3, 2, 99, 99], .get(id: 1, report: 3, isFeature: false)),
      ([13, 0, 0, 0, 4, 3, 2, 0x81, 7, 0, 2, 0, 7, 1], .set(id: 0x8102_0304)),
      // Started, stopped, opened, closed, output.
      ([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .other), ([3, 0, 0, 0], .other), ([4, 0, 0, 0], .other),
      ([5, 0, 0, 0], .other), ([6, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8], .other),
      // Another type number with the same lowest byte.
      ([9, 1, 0, 0, 4, 3, 2, 1, 7, 0], .other),
      // Too short for a request.
      ([], .other), ([9], .other), ([9, 0, 0, 0], .other), ([9, 0, 0, 0, 1, 0, 0, 0, 7], .other),
      ([13, 0, 0, 0, 1, 0, 0], .other),
    ] as [([UInt8], UhidMessage.Request)])
  func `decodes requests of the kernel`(bytes: [UInt8], request: UhidMessage.Request) {
    #expect(UhidMessage.request(bytes.span) == request)
  }
}
