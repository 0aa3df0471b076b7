internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline
internal import Recordings
internal import Terminal

/// Reads a panel and writes its frames, until a signal, a time, or the end of the panel.
struct RecordLoop: ~Copyable {
  enum End: String {
    /// SIGINT, SIGTERM or SIGHUP.
    case signal
    /// The requested time has passed.
    case time
    case unplugged
    /// The file is as large as our readers accept.
    case size
  }

  private var turns: Turns
  private let touchscreen: ChosenTouchscreen
  private let filter: RecordingFilter
  private let feed: PanelFeed
  private var text: RecordingText
  private var output: RecordingOutput
  private var period = ReportPeriodMeter()
  private var counts = RecordSummary.Counts()
  private var progress = RecordProgress()
  private let begin = SystemCalls.monotonicMicroseconds()
  private var now: Int64
  private var flushed: Int64

  /// How long a compressed frame waits at most, in µs: a killed process loses no more.
  private static let flushing: Int64 = 1_000_000

  /// Writes the beginning of the file; SIGINT, SIGTERM and SIGHUP now end the loop.
  init(
    _ touchscreen: ChosenTouchscreen, to output: consuming RecordingOutput, as text: RecordingText,
    learned: LearnedDelay?, isPrivateIncluded: Bool
  ) throws {
    let (panel, setup) = (touchscreen.panel, touchscreen.setup)
    var output = output
    try output.add(
      text.header(
        panel.description,
        setup: setup.recorded(learned: learned?.delay, from: learned?.source ?? .learned), node: panel.node,
        properties: touchscreen.node.properties.filter { Self.isInputProperty($0.key) }))
    try output.flush()
    turns = try Turns(panel.descriptor)
    filter = RecordingFilter(setup, opened: panel, isPrivateIncluded: isPrivateIncluded)
    feed = PanelFeed(touchscreen)
    self.touchscreen = touchscreen
    self.text = text
    self.output = output
    (now, flushed) = (begin, begin)
  }

  /// Records until the end; `time` is the longest duration.
  mutating func run(for time: Interval?) throws -> End {
    defer { progress.remove() }
    let end = time.map { begin + $0.microseconds }
    let reason = try record(until: end)
    if counts.frames == 0 { try writeQuiet() }
    try output.add(text.end(reportPeriod: period.median))
    try output.flush()
    return reason
  }

  private mutating func record(until end: Int64?) throws -> End {
    while true {
      let turn = try turns.wait(
        until: feed.due, end, output.isWaiting ? flushed + Self.flushing : nil, progress.due)
      if turn.isSignalled { return .signal }
      now = turn.now
      guard try read() else { return .unplugged }
      if let end, now >= end { return .time }
      if output.isFull { return .size }
      if now - flushed >= Self.flushing {
        try output.flush()
        flushed = now
      }
      progress.show(at: now, since: begin, frames: counts.frames, contacts: filter.contacts)
    }
  }

  /// Reads events; returns false when the panel is gone.
  private mutating func read() throws -> Bool {
    try feed.read(now: now, isTouched: filter.contactsDown > 0) { item in
      if case .lost(_, isJump: false) = item { counts.drops += 1 }
      if let frame = filter.take(item) { try write(frame) }
    }
  }

  private mutating func write(_ frame: RecordedFrame) throws {
    try output.add(text.lines(of: frame))
    counts.frames += 1
    period.add(frame)
  }

  /// Writes when the recording began and ended: an untouched panel sends no event, but that is what
  /// the station `hands-off` measures.
  private mutating func writeQuiet() throws {
    for time in [begin, now] {
      let end = InputEvent(
        instant: Instant(microseconds: time), type: EventCode.syn, code: EventCode.synReport, value: 0)
      try output.add(text.lines(of: RecordedFrame(events: [end], contactsDown: 0, isTouched: false)))
    }
  }

  /// The properties that `libinput record` writes too.
  private static func isInputProperty(_ name: String) -> Bool {
    ["ID_INPUT", "LIBINPUT", "EVDEV_ABS"].contains { name.hasPrefix($0) }
  }

  /// Returns the counts of the recording.
  func summary(format: RecordingText.Format, end: End) -> RecordSummary {
    var counts = counts
    (counts.contacts, counts.leftOut) = (filter.contacts, filter.leftOut)
    return RecordSummary(
      file: output.path, format: format, panelID: touchscreen.setup.message.panelID,
      duration: Interval(microseconds: now - begin), counts: counts, period: period.median, end: end)
  }
}

/// Measures the usual time between two reports of moving contacts.
struct ReportPeriodMeter {
  /// In steps of 10 µs: how often an interval occurred, up to 50 ms.
  private var counts = [Int](repeating: 0, count: 5000)
  private var total = 0
  private var last: Instant?

  /// The fewest intervals that are enough.
  private static let enough = 20

  /// The median, nil before enough intervals are known.
  var median: Interval? {
    guard total >= Self.enough else { return nil }
    var rest = total / 2
    for (step, count) in counts.enumerated() {
      rest -= count
      if rest < 0 { return Interval(microseconds: Int64(step) * 10) }
    }
    return nil
  }

  /// Adds a frame.
  ///
  /// Intervals below 3 ms separate frames of one scan; above 50 ms the finger rested, as in
  /// `ReportPeriod`.
  mutating func add(_ frame: RecordedFrame) {
    guard let instant = frame.events.last?.instant, frame.contactsDown > 0,
      frame.events.contains(where: { $0.type == EventCode.abs })
    else {
      last = nil
      return
    }
    defer { last = instant }
    guard let last else { return }
    let step = Int((instant - last).microseconds / 10)
    guard (300..<5000).contains(step) else { return }
    counts[step] += 1
    total += 1
  }
}
