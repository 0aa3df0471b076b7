internal import Compression

/// What a touchscreen sent while somebody recorded it.
public struct Recording: Equatable, Sendable {
  /// The file name without its folder.
  public var name: String
  /// How the file was written.
  public var format: RecordingFormat
  /// What the file, or the description beside it, says of the device; made up from the events where
  /// it says nothing.
  public var description: PanelDescription
  /// Whether somebody stated the ranges of the position axes; otherwise they are 0 … the largest
  /// value recorded.
  public var hasAxisRanges: Bool
  /// Everything that happened, in the file's order, on the file's own clock.
  public var events: [InputEvent]

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

  /// Reads a recording from the bytes of a file, gzip or not, in the format that its content shows.
  ///
  /// `sibling` is asked for the bytes of the files that ``siblingNames(of:)`` lists, in order,
  /// until one describes the device; it is asked only for evemu text without a description. Cost:
  /// O(n), about three times the unpacked size in memory.
  public static func read(
    bytes: [UInt8], sibling: (String) -> [UInt8]? = { _ in nil }, fileName: String
  ) throws(RecordingError) -> Recording {
    do throws(RecordingFailure) {
      var recording = try parse(bytes, sibling: sibling, fileName: fileName)
      if recording.events.isEmpty { throw RecordingFailure(kind: .withoutEvents) }
      recording.completeDescription()
      return recording
    } catch {
      throw RecordingError(file: fileName, line: error.line, kind: error.kind)
    }
  }

  /// What the file says, with or without events, and the description beside it where it has none of
  /// its own.
  static func parse(
    _ bytes: [UInt8], sibling: (String) -> [UInt8]?, fileName: String
  ) throws(RecordingFailure) -> Recording {
    let text = try unpacked(bytes)
    let format = try RecordingFailure.locating { () throws(RecordingError.Kind) in
      try RecordingFormat.detect(text)
    }
    var recording = try parse(text, as: format)
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

  /// The files that may describe the device of an evemu recording, the nearest relative first.
  ///
  /// `Panel.two-finger-tap.events` asks for `Panel.two-finger-tap.desc`, then `.prop`, then
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

  /// The bytes as they are, or what they are the gzip file of.
  static func unpacked(_ bytes: [UInt8]) throws(RecordingFailure) -> [UInt8] {
    try RecordingFailure.locating { () throws(RecordingError.Kind) in
      if Gzip.isPacked(bytes) {
        return try Result { () throws(Gzip.Fault) in
          try Gzip.unpack(bytes, limit: RecordingFile.maximumUnpackedSize)
        }
        .mapError { RecordingError.Kind($0) }.get()
      }
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
    }
  }

  private static func describedDevice(_ bytes: [UInt8]) -> PanelDescription? {
    // A sibling that cannot be read is no reason to refuse the recording: it is then one without
    // ranges.
    guard let text = try? unpacked(bytes), (try? RecordingFormat.detect(text)) == .evemu,
      let described = try? EvemuReader.read(text).description, !described.axes.isEmpty
    else { return nil }
    return described
  }
}

/// What went wrong at which line, before the file has a name.
struct RecordingFailure: Error {
  var line: Int?
  var kind: RecordingError.Kind

  init(line: Int? = nil, kind: RecordingError.Kind) {
    self.line = line
    self.kind = kind
  }

  /// Runs what fails as a whole, without a line.
  static func locating<Value>(
    _ body: () throws(RecordingError.Kind) -> Value
  ) throws(RecordingFailure) -> Value {
    try Result { () throws(RecordingError.Kind) in try body() }
      .mapError { RecordingFailure(kind: $0) }.get()
  }
}
