import Panels
import Recordings
import Testing

// Fuzzing found these: a description kept codes that the writer has no bits for, and differed when
// it was read again.
@Suite struct `A code beyond the kernel's range` {
  @Test(arguments: [
    // 0x15 and 0x5d of EV_MSC, 0x1a of EV_REL, in rows that continue each other
    "E: 0.1 0003 0000 5\nA: 00 0 9 0 0\nB: 04 20 00 20 00\nB: 04 00 00 00 00 00 00 00 20\nB: 02 01 00 00 04\n",
    // Key 0x880, and 16 of EV_MSC
    "version: 1\ndevices:\n- node: a\n  evdev:\n    codes:\n      1: [330, 2176]\n      2: [0, 16]\n"
      + "      4: [5, 8]\n    absinfo:\n      0: [0, 9, 0, 0, 0]\n  events:\n  - evdev:\n    - [0, 1, 0, 0, 0]\n",
    // Keys and EV_MSC codes that appear only in events
    "E: 0.1 0001 401a 1\nE: 0.1 0001 014a 1\nE: 0.1 0004 0009 1\nE: 0.1 0000 0000 0\n",
  ])
  func `is ignored, so that a description is read as it was written`(text: String) throws {
    let recording = try Recording.read(bytes: Array(text.utf8), fileName: "x")
    #expect(recording.description.keys.allSatisfy { $0 < 0x300 })
    #expect(recording.description.relatives.allSatisfy { $0 < 0x10 })
    #expect(recording.description.miscellanea.allSatisfy { $0 < 0x08 })
    let written = EvemuWriter.write(recording.description, events: recording.events)
    #expect(try Recording.read(bytes: written, fileName: "x") == withFormat(of: written, recording))
  }

  /// The recording from the writer's file: evemu text with a description and specified ranges.
  private func withFormat(of written: [UInt8], _ recording: Recording) throws -> Recording {
    var recording = recording
    recording.format = .evemu
    recording.isDescribed = true
    recording.hasAxisRanges = try Recording.read(bytes: written, fileName: "x").hasAxisRanges
    return recording
  }
}
