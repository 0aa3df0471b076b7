import Foundation
import GestureCore
import Recordings
import TestKit
import Testing

@Suite struct `A recording of HID reports` {
  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `is read for every real device`() throws {
    let folder = try Material.path("recordings/hidrec")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".hid.gz") }
    #expect(files.count == 48)
    var reports = 0
    for file in files {
      let recording = try HIDRecording.read("\(folder)/\(file)")
      reports += recording.reports.count
      #expect(recording.name == file)
      #expect(!recording.device.name.isEmpty, "\(file)")
      // The file is named after the ids.
      let ids = [recording.device.vendor, recording.device.product].map { id in
        String(repeating: "0", count: 4 - String(id, radix: 16).count) + String(id, radix: 16)
      }
      #expect(file.contains("_\(ids[0])_\(ids[1])"), "\(file)")
      #expect(recording.device.bus == (file == "elan_04f3_200a.hid.gz" ? 24 : 3), "\(file)")
      // Every descriptor ends with an End Collection item.
      #expect(recording.device.descriptor.last == 0xc0, "\(file)")
      #expect(recording.reports.allSatisfy { !$0.bytes.isEmpty }, "\(file)")
    }
    #expect(reports == 86_392)
  }

  private static let text = """
    # by hand
    R: 3 05 0d c0
    N: A panel\u{20}
    P: usb-1/input0
    I: 18 04f3 200a
    Please follow these steps:
    1. Drag
       - release
    E: 1.5 2 01 ff
    #E: 1.6 1 02
    E: 000002.000001 1 02\r
    """

  @Test func `is read completely`() throws {
    let recording = try HIDRecording.read(bytes: Array(Self.text.utf8), fileName: "a/x.hid")
    var device = HIDDescription()
    device.name = "A panel"
    device.physicalPath = "usb-1/input0"
    (device.bus, device.vendor, device.product) = (0x18, 0x04f3, 0x200a)
    device.descriptor = [0x05, 0x0d, 0xc0]
    let reports = [
      HIDReport(instant: Instant(microseconds: 1_500_000), bytes: [1, 0xff]),
      HIDReport(instant: Instant(microseconds: 2_000_001), bytes: [2]),
    ]
    #expect(recording == HIDRecording(name: "x.hid", device: device, reports: reports))
  }

  @Test func `of several devices contains the first that sent a report`() throws {
    let text = """
      D: 0
      R: 1 05
      N: silent
      D: 4
      R: 1 06
      N: talkative
      D: 7
      R: 1 06
      N: late
      E: 1.0 1 01
      D: 4
      E: 2.0 1 02
      """
    let recording = try HIDRecording.read(bytes: Array(text.utf8), fileName: "x")
    #expect(recording.device.name == "talkative")
    #expect(recording.reports.map(\.bytes) == [[2]])
  }

  private static let badNumber = "a number is missing, malformed or too large"
  private static let noRecording = "this is not a hid-recorder file: expected `R:` or `D:` at the start"

  @Test(arguments: [
    ("", "x: the file is empty"),
    ("# only\n\n", "x: the file is empty"),
    ("N: panel\nE: 0.1 0003 0035 5\n", "x:1: \(noRecording)"),
    ("hello\n", "x:1: \(noRecording)"),
    ("\u{0}\u{1}\n", "x:1: \(noRecording)"),
    ("R: 1 05\nN: a\n", "x: this describes a device, but contains no events"),
    ("D: 0\nE: 1.0 1 01\n", "x:2: no report descriptor: add an `R:` line before the first report"),
    ("R:\n", "x:1: \(badNumber)"),
    ("R: 0\n", "x:1: \(badNumber)"),
    ("R: 2 05\n", "x:1: \(badNumber)"),
    ("R: 1 05 06\n", "x:1: \(badNumber)"),
    ("R: 1 105\n", "x:1: \(badNumber)"),
    ("R: -1 05\n", "x:1: \(badNumber)"),
    ("R: 4097 05\n", "x:1: \(badNumber)"),
    ("R: 9223372036854775807 05\n", "x:1: \(badNumber)"),
    ("D: x\n", "x:1: \(badNumber)"),
    ("R: 1 05\nI: 3 12345 1\n", "x:2: \(badNumber)"),
    ("R: 1 05\nI: 3\n", "x:2: \(badNumber)"),
    ("R: 1 05\nE: 1 1 01\n", "x:2: \(badNumber)"),
    ("R: 1 05\nE: -1.0 1 01\n", "x:2: \(badNumber)"),
    ("R: 1 05\nE: 9223372036855.0 1 01\n", "x:2: \(badNumber)"),
    ("R: 1 05\nE: 1.0 2 01\n", "x:2: \(badNumber)"),
    ("R: 1 05\nE: 1.0 1 zz\n", "x:2: \(badNumber)"),
    ("R: 1 05\nQ: 1\n", "x:2: this line does not belong to this kind of recording"),
    ("R: 1 05\n\u{7}\n", "x:2: this line does not belong to this kind of recording"),
  ])
  func `that is malformed is refused with its line and format`(text: String, message: String) {
    let error = #expect(throws: RecordingError.self) {
      try HIDRecording.read(bytes: Array(text.utf8), fileName: "x")
    }
    #expect(error?.description == message)
  }

  @Test func `that does not exist is refused with errno`() {
    #expect(throws: RecordingError(file: "/nonexistent/x", kind: .unreadable(2))) {
      try HIDRecording.read("/nonexistent/x")
    }
  }

  @Test func `that was damaged anywhere never stops the reader`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var outcomes: Set<Bool> = []
    for _ in 0..<4000 {
      var bytes = Array(Self.text.utf8)
      for _ in 0...random.next() % 3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count)))) }
      let recording = try? HIDRecording.read(bytes: bytes, fileName: "x")
      outcomes.insert(recording != nil)
    }
    #expect(outcomes == [true, false], "seed \(seed)")
  }
}
