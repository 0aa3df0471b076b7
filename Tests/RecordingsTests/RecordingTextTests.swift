import GestureCore
import Panels
import Recordings
import TestKit
import Testing

@Suite struct `A recording that flickd writes` {
  static let formats = RecordingText.Format.allCases

  static var setup: RecordedSetup {
    var setup = RecordedSetup()
    setup.panelID = "pci-0000:00:14.0-usb-0:3:1.0"
    setup.path = "pci-0000:00:14.0-usb-0:3:1.0"
    setup.serial = "A b: 7"
    setup.size = Extent(width: 216.99999999999997, height: 136)
    setup.scale = .udev
    setup.matrix = try? CalibrationMatrix(text: "0 -1.02 1 1 0 0")
    setup.isMirrored = true
    setup.rotation = .quarter
    setup.liftDelay = .milliseconds(38)
    setup.liftDelaySource = .learned
    setup.noise = 0.0617
    setup.bridgeGaps = .milliseconds(50)
    return setup
  }

  /// The frames of events; an incomplete last one is left out.
  static func frames(_ events: [InputEvent], touched: Bool = false) -> [RecordedFrame] {
    var frames: [RecordedFrame] = []
    var open: [InputEvent] = []
    for event in events {
      open.append(event)
      guard event.endsFrame else { continue }
      frames.append(RecordedFrame(events: open, contactsDown: touched ? 1 : 0, isTouched: touched))
      open = []
    }
    return frames
  }

  private func read(_ bytes: [UInt8]) throws -> Recording { try Recording.read(bytes: bytes, fileName: "r") }

  @Test(arguments: formats) func `can give each contact a label and a person`(format: RecordingText.Format)
    throws
  {
    var text = RecordingText(format)
    var bytes = text.header(MadeRecording.description, setup: RecordedSetup(), node: "")
    let finger = MadeRecording.Finger(at: 0, from: (150, 70), by: (-60, 4), lasting: 100)
    let meanings: [(RecordingLabel?, String)] = [
      (.flick, "anna"), (nil, "anna"), (.tap, "anna"), (.tap, "ben"),
    ]
    for (label, person) in meanings {
      bytes += text.use(label, of: person)
      var frames = Self.frames(MadeRecording([finger]).events, touched: true)
      frames[frames.count - 1].contactsDown = 0
      for frame in frames { bytes += text.lines(of: frame) }
    }
    let labels = try read(bytes).labels
    #expect(labels.map(\.label) == [.flick, .tap, .tap])
    #expect(labels.map(\.person) == ["anna", "anna", "ben"])
  }

  @Test(arguments: formats) func `takes labels back from the last one on`(format: RecordingText.Format) throws
  {
    var text = RecordingText(format)
    var bytes = text.header(MadeRecording.description, setup: RecordedSetup(), node: "")
    let finger = MadeRecording.Finger(at: 0, from: (150, 70), by: (-60, 4), lasting: 100)
    func touch(_ label: RecordingLabel?, _ text: inout RecordingText) -> [UInt8] {
      var bytes = text.use(label, of: "anna")
      var frames = Self.frames(MadeRecording([finger]).events, touched: true)
      frames[frames.count - 1].contactsDown = 0
      for frame in frames { bytes += text.lines(of: frame) }
      return bytes
    }
    for label in [RecordingLabel.flick, .drag, nil, .drag] { bytes += touch(label, &text) }
    bytes += text.undo(.drag)
    #expect(try read(bytes).labels.map(\.label) == [.flick, .drag])
    bytes += text.undo(.drag) + touch(.tap, &text)
    #expect(try read(bytes).labels.map(\.label) == [.flick, .tap])
    // Only what is there can be taken back.
    #expect(throws: RecordingError.self) { try read(bytes + text.undo(.flick)) }
  }

  private static let names: [(name: String, isReadable: Bool)] = [
    ("anna", true), ("Ånna-Łucja 3", true), ("李 小龙", true), ("team #1", true), ("a: b", true), ("#", true),
    (":", true), ("-", true), ("'\"\\", true), ("👩‍🦰", false), (String(repeating: "ä", count: 32), true),
    (String(repeating: "ä", count: 33), false), ("", false), (" ", false), ("\t", false), ("\u{A0}", false),
    (" anna", false), ("anna ", false), ("anna\u{3000}", false), ("an\nna", false), ("an\rna", false),
    ("an\u{0}na", false), ("an\u{1B}na", false), ("an\u{202E}na", false), ("an\u{2028}na", false),
    ("an\u{7F}na", false), ("an\u{FFFD}na", false), ("an=na", false), ("=", false),
  ]

  @Test(arguments: formats) func `refuses a name exactly if a reader would not return it`(
    format: RecordingText.Format
  ) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for (name, isReadable) in Self.names {
      #expect((RecordedPerson.fault(of: name) == nil) == isReadable, "\(name.debugDescription)")
      try expectRoundTrip(name, format)
    }
    let odd = "\t\n\r\u{0}\u{7F}\u{85}\u{A0}\u{FEFF}\u{200B}\u{301}"
    let alphabet = Array("aZ9 #:=-/\\'\"é李\(odd)".unicodeScalars)
    for _ in 0..<500 {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<24, using: &random) {
        let isAny = Int.random(in: 0..<4, using: &random) == 0
        let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
        name.append(isAny ? any ?? "x" : alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      try expectRoundTrip(String(name), format)
    }
  }

  /// A name without a fault is read back, and any name leaves the file readable.
  private func expectRoundTrip(_ name: String, _ format: RecordingText.Format) throws {
    let frames = Self.frames(MadeRecording.oneFinger.events, touched: true)
    var text = RecordingText(format, label: .flick, person: name)
    var bytes = text.header(MadeRecording.description, setup: RecordedSetup(), node: "n")
    for frame in frames.prefix(3) { bytes += text.lines(of: frame) }
    let shown = name.debugDescription
    let person = try #require(try read(bytes).labels.first, "\(shown)").person
    let isReadable = RecordedPerson.fault(of: name) == nil
    #expect(person.map { Array($0.utf8) } == (isReadable ? Array(name.utf8) : nil), "\(shown)")
  }

  /// Regression: `--person " "` wrote a recording that no command could read.
  @Test(arguments: formats) func `with a blank name is of nobody`(format: RecordingText.Format) throws {
    var text = RecordingText(format, label: .flick)
    let indent = format == .libinput ? "  " : ""
    let header = text.header(MadeRecording.description, setup: RecordedSetup(), node: "n")
    var bytes = header + Array("\(indent)# flickd person:  \n".utf8)
    for frame in Self.frames(MadeRecording.oneFinger.events, touched: true) { bytes += text.lines(of: frame) }
    let label = try #require(try read(bytes).labels.first)
    #expect(label.label == .flick && label.person == nil)
  }

  @Test(arguments: formats) func `contains what affects decisions`(format: RecordingText.Format) throws {
    var text = RecordingText(format)
    var bytes = text.header(MadeRecording.description, setup: Self.setup, node: "/dev/input/event5")
    for frame in Self.frames(MadeRecording.oneFinger.events) { bytes += text.lines(of: frame) }
    bytes += text.end(reportPeriod: .milliseconds(8))
    let recording = try read(bytes)
    var expected = Self.setup
    expected.reportPeriod = .milliseconds(8)
    #expect(recording.setup == expected)
    #expect(recording.description == MadeRecording.description)
    #expect(recording.events == MadeRecording.oneFinger.events)
    #expect(recording.labels == [])
    // Packed piece by piece, it is the same file.
    let packed = try #require(RecordingText.packed(bytes))
    let half = try #require(RecordingText.packed(Array(bytes[..<700])))
    let rest = try #require(RecordingText.packed(Array(bytes[700...])))
    #expect(try read(packed) == recording)
    #expect(try read(half + rest) == recording)
  }

  @Test(
    arguments: formats,
    [
      "size_mm: 5", "scale: foot", "lift_delay_us: -1", "noise_mm: nan", "bridge_gaps_us: 100001",
      "label: pat",
    ])
  func `with an invalid value names the line`(format: RecordingText.Format, value: String) throws {
    let indent = format == .libinput ? "  " : ""
    var text = RecordingText(format)
    let header = text.header(MadeRecording.description, setup: RecordedSetup(), node: "n")
    let bytes = header + Array("\(indent)# flickd \(value)\n".utf8)
    let line = bytes.count { $0 == UInt8(ascii: "\n") }
    #expect(throws: RecordingError(file: "r", line: line, kind: .badNumber)) {
      try read(bytes + text.lines(of: Self.frames(MadeRecording.oneFinger.events)[0]))
    }
    // A later version may write other comments.
    let later = header + Array("\(indent)# flickd 2.0 wrote this\n\(indent)# flickd colour: red\n".utf8)
    #expect(try read(later + text.lines(of: Self.frames(MadeRecording.oneFinger.events)[0])).events.count > 0)
  }

  @Test(arguments: formats) func `has labels from landing to lift`(format: RecordingText.Format) throws {
    let frames = Self.frames(MadeRecording.oneFinger.events)
    var text = RecordingText(format, label: .drag)
    var bytes = text.header(MadeRecording.description, setup: RecordedSetup(), node: "n")
    for (index, frame) in frames.prefix(20).enumerated() {
      // Two segments: frames 2 to 5, and from 9 on without an end.
      let isTouched = (2...5).contains(index) || index >= 9
      let down = (2...4).contains(index) || index >= 9 ? 1 : 0
      bytes += text.lines(of: RecordedFrame(events: frame.events, contactsDown: down, isTouched: isTouched))
    }
    func instant(_ index: Int) throws -> Instant { try #require(frames[index].events.last).instant }
    let expected = try [(2, 5), (9, 19)].map {
      LabelledSegment(label: .drag, start: try instant($0.0), end: try instant($0.1))
    }
    #expect(try read(bytes).labels == expected)
    #expect(try read(bytes + text.end(reportPeriod: nil)).labels == expected)
  }

  @Test(arguments: formats) func `is valid after each frame`(format: RecordingText.Format) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let frames = Self.frames(MadeRecording.tenFingers.events, touched: true)
    for _ in 0..<100 {
      let count = Int.random(in: 1..<frames.count, using: &random)
      var text = RecordingText(format, label: .flick)
      var bytes = text.header(MadeRecording.description, setup: Self.setup, node: "n")
      for frame in frames.prefix(count) { bytes += text.lines(of: frame) }
      #expect(bytes.last == UInt8(ascii: "\n"))
      #expect(try read(bytes).events == frames.prefix(count).flatMap(\.events))
    }
  }

  @Test func `keeps a name with quotes and backslashes in YAML`() throws {
    var description = MadeRecording.description
    description.name = #" 5" \glass\ "#
    let bytes = LibinputWriter.write(description, events: MadeRecording.oneFinger.events)
    #expect(try read(bytes).description == description)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(##"name: " 5\" \\glass\\ ""##))
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)), arguments: formats)
  func `is the shared recording that it was written from`(format: RecordingText.Format) throws {
    var compared = 0
    for row in try Material.rows("recordings/index.csv") {
      guard let file = row["file"], row["protocol"] != "description only", !file.hasSuffix(".revent") else {
        continue
      }
      let recording = try RecordingFile.read(try Material.path("recordings/\(file)"))
      let bytes =
        switch format {
        case .evemu: EvemuWriter.write(recording.description, events: recording.events)
        case .libinput: LibinputWriter.write(recording.description, events: recording.events)
        }
      let again = try Recording.read(bytes: bytes, fileName: file)
      #expect(again.events == recording.events, "\(file)")
      var description = recording.description
      // Control characters become spaces.
      if description.name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
        description.name = again.description.name
      }
      #expect(again.description == description, "\(file)")
      compared += 1
    }
    #expect(compared >= 70)
  }
}
