import FlickProtocol
import GestureCore
import Panels
import Pipeline
import Recordings
import Settings
import VirtualPanels

/// Checks every file: it is rejected with an existing line number, or read; a read file can be
/// written, read again and played.
enum Readers {
  // The heading selects the intended reader, whatever the rest of the input is.
  static let evemuHeading = Array("# EVEMU 1.3\n".utf8)
  static let libinputHeading = Array("# libinput record\n".utf8)
  static let geteventHeading = Array("add device 1: /dev/input/event0\n".utf8)

  static let evtestHeading = Array("Input driver version is 1.0.1\n".utf8)

  private static let fileName = "panel.taps.events"

  static func check(_ bytes: [UInt8], sibling: [UInt8]? = nil) throws(BrokenPromise) {
    let recording: Recording
    do throws(RecordingError) {
      recording = try Recording.read(bytes: bytes, sibling: { _ in sibling }, fileName: fileName)
    } catch {
      return try check(error, in: bytes)
    }
    try BrokenPromise.unless(!recording.events.isEmpty, "a recording has events")
    try checkWriting(recording)
    try checkFiltering(recording)
    try checkPlaying(recording)
  }

  /// Reads a description, alone and as the sibling of a recording.
  static func checkDescription(_ bytes: [UInt8]) throws(BrokenPromise) {
    let sides = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    let sibling = sides.count > 1 ? sides[1] : nil
    do throws(RecordingError) {
      let panel = try PanelDescription.read(bytes: sides[0], sibling: { _ in sibling }, fileName: fileName)
      _ = TouchscreenTest(panel)
      let identity = PanelIdentity(panelID: "fuzz", source: .replay)
      _ = PanelSetup(panel, identity: identity, settings: Settings())
    } catch {
      try check(error, in: sides[0])
    }
    if let sibling { try check(sides[0], sibling: sibling) }
  }

  /// Reads a recording of HID reports, and the report descriptor in it.
  static func checkHID(_ bytes: [UInt8]) throws(BrokenPromise) {
    let recording: HIDRecording
    do throws(RecordingError) {
      recording = try HIDRecording.read(bytes: bytes, fileName: fileName)
    } catch {
      return try check(error, in: bytes)
    }
    let sizes = [recording.device.descriptor.count] + recording.reports.map(\.bytes.count)
    try BrokenPromise.unless(
      sizes.count > 1 && sizes.allSatisfy { (1...HIDDescription.maximumSize).contains($0) },
      "the kernel accepts descriptor and reports: \(sizes)")
    let descriptor = ReportDescriptor(recording.device.descriptor)
    _ = FeatureAnswers(descriptor).answer(id: 0)
    let shortened = ReportDescriptor.without(reportsLongerThan: 64, recording.device.descriptor)
    try BrokenPromise.unless(
      shortened.count <= recording.device.descriptor.count, "a descriptor without a report is shorter")
  }

  private static func check(_ error: RecordingError, in bytes: [UInt8]) throws(BrokenPromise) {
    try BrokenPromise.unless(error.file == fileName, "\(error.file) is the file that was read")
    // The lines of a gzip file are not those of its compressed bytes.
    guard let line = error.line, !bytes.starts(with: [0x1f, 0x8b]) else { return }
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    try BrokenPromise.unless((1...lines).contains(line), "line \(line) is one of \(lines)")
  }

  private static func checkWriting(_ recording: Recording) throws(BrokenPromise) {
    let written = EvemuWriter.write(recording.description, events: recording.events)
    let again: Recording
    do throws(RecordingError) {
      again = try Recording.read(bytes: written, fileName: fileName)
    } catch {
      throw BrokenPromise(description: "what was read can be written and read again, but \(error)")
    }
    try BrokenPromise.unless(again.events == recording.events, "events are written as they were read")
    // Names change: spaces at the ends of a line and invalid characters are not kept.
    var description = recording.description
    description.name = again.description.name
    try BrokenPromise.unless(
      again.description == description, "a description is written as it was read: \(description)")
  }

  private static func checkFiltering(_ recording: Recording) throws(BrokenPromise) {
    let description = recording.description
    let geometry = PanelGeometry(description: description, size: PanelSize(description: description))
    let filter = RecordingFilter(
      description, geometry: geometry, registers: [], down: [0],
      privateAreas: PrivateAreas([Zone.Rectangle(x: 0, y: 0, width: 50, height: 10_000)]))
    var text = RecordingText(.libinput, label: .flick)
    var bytes = text.header(description, setup: recording.setup, node: "n")
    var events = 0
    for event in recording.events {
      guard let frame = filter.consume(event) else { continue }
      try BrokenPromise.unless(frame.events.count(where: \.endsFrame) == 1, "a frame ends once")
      bytes += text.lines(of: frame)
      events += frame.events.count
    }
    guard events > 0 else { return }
    let again = try? Recording.read(bytes: bytes, fileName: fileName)
    try BrokenPromise.unless(again?.events.count == events, "a filtered recording can be read")
  }

  private static func checkPlaying(_ recording: Recording) throws(BrokenPromise) {
    guard let panel = RecordedPanel.panels(for: [recording], settings: Settings()).first else {
      throw BrokenPromise(description: "every panel is one without a configuration")
    }
    let playback = Playback(panel)
    var numbering = SwipeNumbering()
    var swipes = SwipeJudge(panel.setup)
    let due = playback.play(through: nil, numbering: &numbering, into: &swipes)
    try swipes.rule()
    try swipes.expectNone()
    try BrokenPromise.unless(
      due == nil && playback.counts.message.contactsDown == 0, "nothing is down when a recording has ended")
  }
}
