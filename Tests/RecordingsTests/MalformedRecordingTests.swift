import Compression
import Foundation
import GestureCore
import Panels
import Recordings
import TestKit
import Testing

/// "E: 0.000001 0003 0035 5\n" compressed by gzip, in base 64.
private let packed = "H4sIAAAAAAACA3O1UjDQMwABQwUgYQwkjE0VTLkAygNGXhgAAAA="

private let formats = "evemu, `libinput record`, `getevent -lt`, evtest or a scenario (`.touch`)"

private func kind(of bytes: [UInt8]) -> RecordingError.Kind? {
  do throws(RecordingError) {
    _ = try Recording.read(bytes: bytes, fileName: "x")
    return nil
  } catch {
    return error.kind
  }
}

@Suite struct `A file that is not a recording` {
  @Test(arguments: [
    ("", "x: the file is empty"),
    ("\n\n# nothing\n", "x: the file is empty"),
    ("N: panel\nA: 35 0 9 0 0\n", "x: this describes a device, but contains no events"),
    ("# libinput record\nversion: 1\ndevices:\n", "x: this describes a device, but contains no events"),
    ("version: 2\n", "x:1: this is a `libinput record` file of an unknown version: expected version 1"),
    ("x,y\n1,2\n", "x: this text is not a recording: expected \(formats)"),
    ("\u{1}\u{2}", "x: this binary file is not a recording: expected \(formats)"),
    ("a\u{0}b", "x: this binary file is not a recording: expected \(formats)"),
    (
      "R: 5 05 0d 09 04\n",
      "x: this is a hid-recorder file: raw HID reports, which only the kernel can turn into touch events"
    ),
    (
      "EV_ABS ABS_MT_POSITION_X 00000040\n",
      "x: this is getevent output without times: record with `getevent -lt`"
    ),
    (
      "/dev/input/event2: EV_ABS ABS_MT_POSITION_X 00000040\n",
      "x: this is getevent output without times: record with `getevent -lt`"
    ),
    ("E: 0.1 0003 0035 5\nE: 0.2 0003 zz 5\n", "x:2: a number is missing, malformed or too large"),
    ("E: 0.1 0003 0035 5 6\n", "x:1: a number is missing, malformed or too large"),
    ("E: 0.1 0003 0035 4294967296\n", "x:1: a number is missing, malformed or too large"),
    ("E: 0.1 0003 10035 4\n", "x:1: a number is missing, malformed or too large"),
    ("E: 9223372036855.0 0000 0000 0\n", "x:1: a number is missing, malformed or too large"),
    ("E: 99999999999999999999999.0 0000 0000 0\n", "x:1: a number is missing, malformed or too large"),
    ("E: -1.0 0000 0000 0\n", "x:1: a number is missing, malformed or too large"),
    ("I: 0003 1ffff\n", "x:1: a number is missing, malformed or too large"),
    ("N: a\nQ: 3\n", "x:2: this line does not belong to this kind of recording"),
    ("N: a\nhello\n", "x:2: this line does not belong to this kind of recording"),
    ("[ 1.5] EV_ABS ABS_MT_POSITION_X 0000zz\n", "x:1: a number is missing, malformed or too large"),
    ("[ 1.5] EV_WHAT ABS_X 00\n", "x:1: this line does not belong to this kind of recording"),
    ("[ 1.5 EV_ABS ABS_X 00\n", "x:1: a number is missing, malformed or too large"),
    ("[ 1.5] EV_SYN SYN_REPORT 0\nhello\n", "x:2: this line does not belong to this kind of recording"),
    (
      "version: 1\ndevices:\n- node: a\n  events:\n  - evdev:\n    - [0, 1000000, 0, 0, 0]\n",
      "x:6: a number is missing, malformed or too large"
    ),
    // This file was once accepted, because the lines between events were not checked.
    (
      "version: 1\ndevices:\n- node: a\n  events:\n  - evdev:\n    - [0, 1, 0, 0, 0]\n  garbage here\n"
        + "    - [0, 2, 0, 0, 0]\n",
      "x:7: this line does not belong to this kind of recording"
    ),
    (
      "version: 1\ndevices:\n- node: a\n  evdev:\n    absinfo:\n      53: [0, 1, 2]\n",
      "x:6: a number is missing, malformed or too large"
    ),
  ])
  func `is refused with its line and format`(text: String, message: String) {
    #expect {
      try Recording.read(bytes: Array(text.utf8), fileName: "x")
    } throws: { error in
      "\(error)" == message
    }
  }

  @Test func `that does not exist is refused with errno`() {
    #expect(throws: RecordingError(file: "/nonexistent/x", kind: .unreadable(2))) {
      try RecordingFile.read("/nonexistent/x")
    }
    #expect("\(RecordingError(file: "/", kind: .unreadable(21)))" == "/: this is a folder")
    #expect(throws: RecordingError(file: "/", kind: .unreadable(21))) { try RecordingFile.read("/") }
  }

  @Test func `in a format that is not unpacked is named, with the command that unpacks it`() {
    let others: [([UInt8], PackedFormat)] = [
      ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 1], .xz), ([0x28, 0xb5, 0x2f, 0xfd, 1], .zstd),
      (Array("BZh9".utf8), .bzip2), ([0x04, 0x22, 0x4d, 0x18, 1], .lz4), ([0x50, 0x4b, 3, 4, 1], .zip),
    ]
    for (bytes, format) in others { #expect(kind(of: bytes) == .packed(format)) }
    #expect(
      RecordingError(file: "r.xz", kind: .packed(.xz)).explained
        == "r.xz: this is an xz file: unpack it first, as in `xz -d FILE`")
    #expect(kind(of: Array("BZ".utf8)) == .foreignText)
    let absent = RecordingError(file: "/dev/tty", kind: .unreadable(6)).explained
    #expect(absent == "/dev/tty: this is a socket, or a device that is absent: name a file")
  }

  @Test func `that was cut off anywhere never stops the reader`() throws {
    var panel = DemoPanel(seed: 2)
    var events: [InputEvent] = []
    for _ in 0..<12 {
      var frame: [InputEvent] = []
      panel.nextFrame(into: &frame)
      events += frame
    }
    let text = EvemuWriter.write(DemoPanel.description, events: events)
    let getevent = Array("add device 1: /dev/input/event6\n  name: \"a\"\n[  1.5] EV_ABS ABS_X 000f\n".utf8)
    var outcomes: Set<String> = []
    for whole in [text, getevent] {
      for count in 0...whole.count {
        outcomes.insert("\(kind(of: Array(whole.prefix(count))), default: "read")")
      }
    }
    #expect(outcomes.isSuperset(of: ["read", "empty", "badNumber", "withoutEvents"]), "\(outcomes)")
  }

  @Test func `that was damaged anywhere never stops the reader`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let samples = [
      "N: a\nI: 3 1 2 3\nP: 02\nB: 01 00 ff\nA: 35 0 9 0 0 1\nE: 0.5 0003 0035 -5 # c\n",
      "version: 1\ndevices:\n- node: a\n  evdev:\n    name: \"n\"\n    id: [1, 2, 3, 4]\n    codes:\n      1: [330]\n"
        + "    absinfo:\n      53: [0, 1, 2, 3, 4]\n    properties: [1]\n  events:\n  - evdev:\n    - [0, 1, 3, 53, 9]\n",
      "add device 1: /dev/input/event6\n[ 1.5] /dev/input/event6: EV_KEY BTN_TOUCH DOWN\n",
    ]
    for sample in samples {
      for _ in 0..<3000 {
        var bytes = Array(sample.utf8)
        for _ in 0...random.next() % 3 {
          let index = Int(random.next() % UInt64(bytes.count))
          bytes[index] = UInt8(
            truncatingIfNeeded: random.next() % 4 == 0 ? random.next() : 0x20 + random.next() % 95)
        }
        _ = kind(of: bytes)
      }
    }
    #expect(kind(of: Array(samples[0].utf8)) == nil, "seed \(seed)")
  }
}

@Suite struct `A gzip file` {
  private func unpackable() throws -> [UInt8] {
    try [UInt8](#require(Data(base64Encoded: packed)))
  }

  @Test func `is unpacked, one member after the other`() throws {
    let file = try unpackable()
    #expect(try Recording.read(bytes: file, fileName: "x.gz").events.count == 1)
    #expect(try Recording.read(bytes: file + file, fileName: "x.gz").events.count == 2)
    #expect(try Recording.read(bytes: file + [0, 0, 0], fileName: "x.gz").events.count == 1)
  }

  @Test func `that was cut off anywhere is reported as truncated`() throws {
    let file = try unpackable()
    for count in 2..<file.count {
      #expect(kind(of: Array(file.prefix(count))) == .truncatedGzip, "after \(count) bytes")
    }
  }

  @Test func `that was damaged anywhere never stops the reader`() throws {
    let file = try unpackable()
    var kinds: Set<String> = []
    for index in file.indices {
      for bit in 0..<8 {
        var damaged = file
        damaged[index] ^= 1 << bit
        kinds.insert("\(kind(of: damaged), default: "read")")
      }
    }
    #expect(kinds.contains("damagedGzip"))
  }
}
