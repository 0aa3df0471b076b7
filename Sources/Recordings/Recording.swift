internal import Compression
public import Panels

/// The recorded events of a touchscreen.
public struct Recording: Equatable, Sendable {
  /// The file name without its folder.
  public var name: String
  /// The format of the file.
  public var format: RecordingFormat
  /// The description of the device, from the file or the description file beside it; missing parts
  /// are derived from the events.
  public var description: PanelDescription
  /// Whether the file or its description has the ranges of the position axes; else each range is 0
  /// … the largest recorded value.
  public var hasAxisRanges: Bool
  /// Whether the file or its sibling describes the device; else its axes and keys are those of the
  /// events.
  public var isDescribed = true
  /// The events in the file's order, on the file's own clock.
  public var events: [InputEvent]
  /// What flickd knew about the panel, if flickd recorded the file.
  public var setup = RecordedSetup()
  /// The numbers of the fingers that are down at the end of a scenario.
  public var unliftedFingers: [Int] = []
  /// The configuration of flickd that a scenario contains; nil for that of the reader.
  public var configuration: ScenarioConfiguration?
  /// What happens in a scenario beside the panel, in order of time.
  public var cues: [ScenarioCue] = []
  /// The parts of the recording with a label, in order.
  public var labels: [LabelledSegment] = []

  /// Creates a recording.
  public init(
    name: String, format: RecordingFormat, description: PanelDescription, hasAxisRanges: Bool = true,
    events: [InputEvent]
  ) {
    self.name = name
    self.format = format
    self.description = description
    self.hasAxisRanges = hasAxisRanges
    self.events = events
  }

  /// Reads a recording from the bytes of a file, gzip or not; detects the format from the content.
  ///
  /// `sibling` returns the bytes of a file in ``siblingNames(of:)``. It is called in order until a
  /// file describes the device, and only for evemu text without a description. `ranges` are those
  /// of the axes if the file has none. Cost: O(n), about three times the unpacked size in memory.
  public static func read(
    bytes: [UInt8], sibling: (String) -> [UInt8]? = { _ in nil }, fileName: String,
    ranges: PositionRanges? = nil
  ) throws(RecordingError) -> Recording {
    do throws(RecordingFailure) {
      var recording = try parse(bytes, sibling: sibling, fileName: fileName)
      if recording.events.isEmpty { throw RecordingFailure(kind: .withoutEvents) }
      recording.completeDescription()
      try recording.use(ranges)
      return recording
    } catch {
      throw RecordingError(file: fileName, line: error.line, kind: error.kind)
    }
  }

  /// Parses a file, with or without events; uses the description beside the file if the file has
  /// none.
  static func parse(
    _ bytes: [UInt8], sibling: (String) -> [UInt8]?, fileName: String
  ) throws(RecordingFailure) -> Recording {
    let text = try unpacked(bytes)
    if let scenario = try Scenario.found(in: text, of: fileName) {
      var recording = try RecordingFailure.locatingStep { () throws(ScenarioError) in
        try ScenarioPlayer.recording(of: scenario)
      }
      recording.name = baseName(fileName)
      return recording
    }
    let format = try RecordingFailure.locating { () throws(RecordingError.Kind) in
      try RecordingFormat.detect(text)
    }
    var recording = try parse(RecordingFormat.withoutBanner(text), as: format)
    recording.name = baseName(fileName)
    if format == .evemu, recording.description.axes.isEmpty {
      for name in siblingNames(of: fileName) {
        guard let described = sibling(name).flatMap(describedDevice) else { continue }
        recording.description = described
        break
      }
    }
    return recording
  }

  /// The names of files that may describe the device of an evemu recording, the closest name first.
  ///
  /// For `Panel.two-finger-tap.events`: `Panel.two-finger-tap.desc`, then `.prop`, then
  /// `Panel.desc` and so on.
  public static func siblingNames(of fileName: String) -> [String] {
    let folder = fileName.lastIndex(of: "/").map { fileName[...$0] } ?? ""
    var stem = Substring(baseName(fileName))
    if stem.hasSuffix(".gz") { stem = stem.dropLast(3) }
    var names: [String] = []
    while let dot = stem.lastIndex(of: "."), dot > stem.startIndex {
      stem = stem[..<dot]
      for suffix in [".desc", ".prop"] { names.append("\(folder)\(stem)\(suffix)") }
    }
    return names.filter { $0 != fileName }
  }

  static func baseName(_ fileName: String) -> String {
    fileName.lastIndex(of: "/").map { String(fileName[fileName.index(after: $0)...]) } ?? fileName
  }

  /// Returns the bytes unchanged, or the content of a gzip file.
  ///
  /// A byte order mark, which some editors write, is left out.
  static func unpacked(_ bytes: [UInt8]) throws(RecordingFailure) -> [UInt8] {
    let text = try content(bytes)
    return text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
  }

  private static func content(_ bytes: [UInt8]) throws(RecordingFailure) -> [UInt8] {
    try RecordingFailure.locating { () throws(RecordingError.Kind) in
      if Gzip.isPacked(bytes) {
        return try Result { () throws(Gzip.Fault) in
          try Gzip.unpack(bytes, limit: RecordingFile.maximumUnpackedSize)
        }
        .mapError { RecordingError.Kind($0) }.get()
      }
      if let format = PackedFormat(beginning: bytes) { throw .packed(format) }
      guard bytes.count <= RecordingFile.maximumSize else { throw .tooLarge }
      return bytes
    }
  }

  private static func parse(_ text: [UInt8], as format: RecordingFormat) throws(RecordingFailure) -> Recording
  {
    switch format {
    case .evemu: try EvemuReader.read(text)
    case .libinput: try LibinputReader.read(text)
    case .getevent: try GeteventReader.read(text)
    case .evtest: try EvtestReader.read(text)
    case .scenario: throw RecordingFailure(kind: .foreignText)
    }
  }

  private static func describedDevice(_ bytes: [UInt8]) -> PanelDescription? {
    // A sibling that cannot be read must not fail the recording: the recording then has no ranges.
    guard let text = try? unpacked(bytes), (try? RecordingFormat.detect(text)) == .evemu,
      let described = try? EvemuReader.read(text).description, !described.axes.isEmpty
    else { return nil }
    return described
  }
}

/// An error and its line, before the file name is known.
struct RecordingFailure: Error {
  var line: Int?
  var kind: RecordingError.Kind

  init(line: Int? = nil, kind: RecordingError.Kind) {
    self.line = line
    self.kind = kind
  }

  /// Runs a function whose errors have no line.
  static func locating<Value>(
    _ body: () throws(RecordingError.Kind) -> Value
  ) throws(RecordingFailure) -> Value {
    try Result { () throws(RecordingError.Kind) in try body() }
      .mapError { RecordingFailure(kind: $0) }.get()
  }
}

extension RecordingFailure {
  /// Runs a function on a scenario.
  static func locatingStep<Value>(
    _ body: () throws(ScenarioError) -> Value
  ) throws(RecordingFailure) -> Value {
    try Result { () throws(ScenarioError) in try body() }
      .mapError { RecordingFailure(line: $0.line, kind: .badScenario($0.message)) }.get()
  }
}

extension Recording {
  /// Sets the ranges of the axes; a log of evtest without its header needs them.
  ///
  /// The largest recorded value, as for `getevent`, would be that of the finger, not of the panel.
  fileprivate mutating func use(_ ranges: PositionRanges?) throws(RecordingFailure) {
    guard let ranges else {
      if format == .evtest, !hasAxisRanges { throw RecordingFailure(kind: .withoutRanges) }
      return
    }
    if hasAxisRanges { throw RecordingFailure(kind: .hasRanges) }
    let isMultitouch = description.hasMultitouch
    description.axes[isMultitouch ? EventCode.mtPositionX : EventCode.x] = ranges.x
    description.axes[isMultitouch ? EventCode.mtPositionY : EventCode.y] = ranges.y
    hasAxisRanges = true
  }

  /// Derives the missing parts of the description from the events.
  mutating func completeDescription() {
    isDescribed = !description.axes.isEmpty || !description.keys.isEmpty
    hasAxisRanges = description.horizontalAxis != nil && description.verticalAxis != nil
    if hasAxisRanges { return }

    var seen = EventScan()
    for event in events { seen.add(event) }
    for (code, largest) in seen.largest where description.axes[code] == nil {
      description.axes[code] = AxisRange(minimum: 0, maximum: max(1, largest))
    }
    // A finger that stayed on y = 0 has no y event.
    for (x, y) in [(EventCode.mtPositionX, EventCode.mtPositionY), (EventCode.x, EventCode.y)] {
      guard (description.axes[x] == nil) != (description.axes[y] == nil) else { continue }
      for code in [x, y] where description.axes[code] == nil {
        description.axes[code] = AxisRange(minimum: 0, maximum: 1)
      }
    }
    if !isDescribed {
      for code in seen.keys { description.insert(code, of: EventCode.key) }
      for code in seen.miscellanea { description.insert(code, of: EventCode.msc) }
      // A panel that only used its first slot never sent ABS_MT_SLOT. Tracking ids without
      // SYN_MT_REPORT mean slots.
      if seen.hasTrackingIDs, !seen.hasSeparators, description.axes[EventCode.mtSlot] == nil {
        description.axes[EventCode.mtSlot] = AxisRange(minimum: 0, maximum: 0)
      }
    }
  }
}

/// The codes in a recording, and their largest values.
private struct EventScan {
  var largest: [UInt16: Int32] = [:]
  var keys: Set<UInt16> = []
  var miscellanea: Set<UInt16> = []
  var hasTrackingIDs = false
  var hasSeparators = false

  mutating func add(_ event: InputEvent) {
    switch event.type {
    case EventCode.abs:
      largest[event.code] = max(largest[event.code] ?? 0, event.value)
      if event.code == EventCode.mtTrackingID { hasTrackingIDs = true }
    case EventCode.key: keys.insert(event.code)
    case EventCode.msc: miscellanea.insert(event.code)
    case EventCode.syn where event.code == EventCode.synMTReport: hasSeparators = true
    default: break
    }
  }
}
