internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Pipeline

/// Reads a panel and writes its frames, until a signal, a time, or the end of the panel.
struct RecordLoop: ~Copyable {
  /// Why a recording ended.
  enum End: String {
    /// SIGINT, SIGTERM or SIGHUP.
    case signal
    /// The requested time has passed.
    case time
    /// The panel is gone.
    case unplugged
    /// The file is as large as our readers accept.
    case size
  }

  private var reactor: Reactor
  private let touchscreen: ChosenTouchscreen
  private let filter: RecordingFilter
  private var events: LiveEvents
  private var text: RecordingText
  private var output: RecordingOutput
  private var period = ReportPeriodMeter()
  private var counts = RecordSummary.Counts()
  private var progress = RecordProgress()
  private let begin = SystemCalls.monotonicMicroseconds()
  private var now: Int64
  /// Whether the last read used up its budget.
  ///
  /// More events may be in libevdev then, which the descriptor does not report.
  private var isBehind = false
  private var flushed: Int64

  /// The number of events that are read before signals are looked at again.
  private static let budget = 2048
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
    reactor = try Self.reactor(for: panel.descriptor)
    filter = RecordingFilter(
      panel.description, geometry: setup.geometry,
      registers: panel.initial.registers(of: panel.description, at: Instant(microseconds: 0)),
      down: panel.initial.slotsDown, privateAreas: setup.privateAreas(isPrivateIncluded: isPrivateIncluded))
    events = LiveEvents(touchscreen)
    self.touchscreen = touchscreen
    self.text = text
    self.output = output
    (now, flushed) = (begin, begin)
  }

  private static func reactor(for descriptor: Int32) throws -> Reactor {
    try available { () throws(SystemCallError) in
      var reactor = try Reactor(signals: [.interrupt, .terminate, .hangup])
      _ = try reactor.register(descriptor: descriptor, for: .readable)
      return reactor
    }
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
      let dues = [isBehind ? now : nil, end, output.isWaiting ? flushed + Self.flushing : nil, progress.due]
        .compactMap(\.self)
      if try waitForSignal(before: dues.min()) { return .signal }
      now = SystemCalls.monotonicMicroseconds()
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

  /// Waits until `due`, an event or a signal; returns whether a signal arrived.
  private mutating func waitForSignal(before due: Int64?) throws -> Bool {
    try available { () throws(SystemCallError) in
      _ = try reactor.wait(until: due)
      while reactor.next() != nil {}
      return try reactor.nextSignal() != nil
    }
  }

  /// Reads events; returns false when the panel is gone.
  private mutating func read() throws -> Bool {
    isBehind = false
    for _ in 0..<Self.budget {
      switch events.next(now: now, isTouched: filter.contactsDown > 0) {
      case .event(let event):
        if let frame = filter.consume(event) { try write(frame) }
      case .dropped(let instant):
        counts.drops += 1
        try write(filter.lose(at: instant))
      case .jumped(let instant): try write(filter.lose(at: instant))
      case .resynced(let registers): filter.resync(registers)
      case .drained: return true
      case .gone: return false
      }
    }
    isBehind = true
    return true
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
