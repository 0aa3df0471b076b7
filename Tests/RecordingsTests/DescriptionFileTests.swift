import Foundation
import Panels
import Recordings
import TestKit
import Testing

@Suite struct `A description of a device` {
  private static let text = """
    # EVEMU 1.3
    N: All of it
    I: 0018 04f3 200a 0100
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 80
    B: 02 00 01 00 00 00 00 00 00
    B: 04 20 00 00 00 00 00 00 00
    A: 2f 0 9 0 0 0
    A: 35 -5 4095 2 3 16
    """

  private static var expected: PanelDescription {
    var description = PanelDescription()
    description.name = "All of it"
    (description.bus, description.vendor, description.product, description.version) = (24, 0x4f3, 0x200a, 256)
    description.properties = 2
    description.keys = [0x14a, 0x2ff]
    description.relatives = [8]
    description.miscellanea = [5]
    description.axes = [
      0x2f: AxisRange(minimum: 0, maximum: 9),
      0x35: AxisRange(minimum: -5, maximum: 4095, fuzz: 2, flat: 3, resolution: 16),
    ]
    return description
  }

  @Test func `needs no events, and contains all properties of the device`() throws {
    #expect(try PanelDescription.read(bytes: Array(Self.text.utf8), fileName: "x.desc") == Self.expected)
    let written = EvemuWriter.write(Self.expected, events: [])
    #expect(try PanelDescription.read(bytes: written, fileName: "x.desc") == Self.expected)
  }

  @Test func `of libinput record contains all properties of the device`() throws {
    let text = """
      version: 1
      devices:
      - node: /dev/input/event4
        evdev:
          name: "All of it"
          id: [24, 1267, 8202, 256]
          codes:
            1: [330, 767]
            2: [8]
            4: [5]
          absinfo:
            47: [0, 9, 0, 0, 0]
            53: [-5, 4095, 2, 3, 16]
          properties: [1]
      """
    #expect(try PanelDescription.read(bytes: Array(text.utf8), fileName: "x.yml") == Self.expected)
  }

  @Test func `can be a file beside a recording`() throws {
    let events = Array("E: 0.1 0003 0035 5\n".utf8)
    let description = try PanelDescription.read(
      bytes: events, sibling: { $0 == "x.desc" ? Array(Self.text.utf8) : nil }, fileName: "x.events")
    #expect(description == Self.expected)
  }

  @Test(arguments: [
    ("E: 0.1 0003 0035 5\n", "x: this does not describe a device"),
    ("N: a name alone\n", "x: this does not describe a device"),
    ("version: 1\ndevices:\n", "x: this does not describe a device"),
    ("[ 1.5] EV_SYN SYN_REPORT 0\n", "x: this does not describe a device"),
    ("A: 35 0 x\n", "x:1: a number is missing, malformed or too large"),
    ("", "x: the file is empty"),
  ])
  func `that is malformed is refused`(text: String, message: String) {
    let error = #expect(throws: RecordingError.self) {
      try PanelDescription.read(bytes: Array(text.utf8), fileName: "x")
    }
    #expect(error?.description == message)
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `is read for every real device`() throws {
    var count = 0
    for folder in ["evdev/evemu-devices", "evdev/other"] {
      let path = try Material.path("recordings/\(folder)")
      for file in try FileManager.default.contentsOfDirectory(atPath: path)
      where file.hasSuffix(".desc") || file.hasSuffix(".prop") {
        count += 1
        let description = try PanelDescription.read("\(path)/\(file)")
        #expect(description.horizontalAxis != nil && description.verticalAxis != nil, "\(file)")
        #expect(!description.name.isEmpty, "\(file)")
      }
    }
    #expect(count >= 9)
  }
}
