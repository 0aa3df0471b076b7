public import GestureCore

/// A test as a page: what flickd is configured with, what the client requests, what fingers do, and
/// what flickd sends.
///
///     # a comment
///     [[zone]]                  the configuration of flickd; without one, every key has its default
///     name = "cards"
///     axis = "x"
///     snap_points = ["0mm", "-100mm"]
///
///     {"id":1,"request":"subscribe","unit":"pt"}
///     down 1 80% 50%            finger 1 lands; positions in percent of the panel or in mm
///     to 1 60% 50% in 80ms      finger 1 moves, straight and at constant speed, a frame every 8 ms
///     to 1 40% 50% and 2 46% 50% in 80ms
///     200ms                     nothing happens for this duration
///     up 1                      finger 1 lifts
///     unplug                    the panel is unplugged, and every contact is lost
///     plug                      the panel is plugged in again
///     drop                      the kernel loses events; only without a kernel
///     reload                    flickd reads a changed configuration: the lines below
///     [swipe]
///     distance = "50mm"
///     down 2 80% 50% 30mm wide  the contact is 30 mm wide, instead of 9 mm
///     width 2 12mm              the contact is now 12 mm wide
///     palm 2                    the panel reports that the contact is a palm
///     lose 2                    finger 2 lifts, but its slot stays: the panel reports no lift
///
///     end flick left commit by velocity in zone cards, snap 0 to 1 at -100mm
///
/// A line of JSON is a request of the client, which it sends at this time. An empty line may
/// separate the configuration and the first requests from the steps.
public struct Scenario: Equatable, Sendable {
  /// The file, as the caller named it; errors contain this name.
  public let file: String
  /// The configuration of flickd above the steps; nil if the scenario has none.
  public let configuration: ScenarioConfiguration?
  /// The lines that flickd should send; empty for a scenario that is only played.
  public let expected: [String]
  let steps: [ScenarioStep]

  /// The glass of the default panel of scenarios, in mm.
  public static let extent = Extent(width: 217, height: 136)

  /// Reads a scenario from its text.
  ///
  /// The expected lines may be missing only if `expectsLines` is false: the scenario is then played
  /// without a comparison.
  public init(file: String, text: String, expectsLines: Bool = true) throws(ScenarioError) {
    self.file = file
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let blank = ScenarioLine.endOfSteps(in: lines)
    let halves = (steps: lines[..<(blank ?? lines.endIndex)], expected: lines[(blank ?? lines.endIndex)...])
    if expectsLines, blank == nil {
      throw ScenarioError(file: file, message: "the expected lines are missing after a blank line")
    }
    if let blank, let line = halves.expected.first(where: ScenarioStep.isStep) {
      throw ScenarioError(
        file: file, line: blank + 1,
        message: "this line is blank, and ends the steps, but `\(line)` follows: remove the blank line")
    }
    if let second = halves.expected.dropFirst().firstIndex(where: \.isEmpty) {
      throw ScenarioError(
        file: file, line: second + 1,
        message: "this is a second blank line: write only one, between the steps and the expected lines")
    }
    expected = halves.expected.dropFirst().filter { !$0.hasPrefix("#") }.map(String.init)
    let reading = try ScenarioReading(halves.steps, of: file)
    configuration = reading.configuration
    steps = reading.steps
  }

  /// Reads the scenario in a file.
  ///
  /// Throws for a file that cannot be read or exceeds 1 MiB.
  public static func read(_ path: String, expectsLines: Bool = true) throws(ScenarioError) -> Scenario {
    let bytes = try Result { () throws(RecordingError) in try RecordingFile.bytes(of: path) }
      .mapError { ScenarioError(file: path, message: $0.kind.message) }.get()
    return try Scenario(file: path, bytes: bytes, expectsLines: expectsLines)
  }

  private init(file: String, bytes: [UInt8], expectsLines: Bool) throws(ScenarioError) {
    guard bytes.count <= 1 << 20 else {
      throw ScenarioError(file: file, message: "the file is larger than 1 MiB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ScenarioError(file: file, message: "the file is not UTF-8 text")
    }
    try self.init(file: file, text: text, expectsLines: expectsLines)
  }

  /// Returns the scenario in the bytes of a file, gzip or not; nil for a recording or another file.
  ///
  /// A scenario has the suffix `.touch`, or begins with a step.
  public static func found(in bytes: [UInt8], fileName: String) throws(RecordingError) -> Scenario? {
    do throws(RecordingFailure) {
      return try found(in: try Recording.unpacked(bytes), of: fileName)
    } catch {
      throw RecordingError(file: fileName, line: error.line, kind: error.kind)
    }
  }

  /// Returns the scenario in the text of a file; nil for a recording or another file.
  static func found(in text: [UInt8], of fileName: String) throws(RecordingFailure) -> Scenario? {
    let begin = String(validating: text.prefix(1 << 20), as: UTF8.self)
    let isBegun = begin.map(isBegun(by:)) == true
    if isNamed(fileName), let begin, isComment(begin) {
      throw RecordingFailure(
        kind: .badScenario("it has no step: add for example `down 1 80% 50%` and `up 1`, a line each"))
    }
    // A comment of a scenario may look like the beginning of a recording.
    let isScenario =
      isNamed(fileName) ? isBegun || !isRecording(text) : isBegun && !isRecording(text)
    guard isScenario else { return nil }
    return try RecordingFailure.locatingStep { () throws(ScenarioError) in
      try Scenario(file: fileName, bytes: text, expectsLines: false)
    }
  }

  /// Whether a file has the suffix of scenarios, packed or not.
  private static func isNamed(_ fileName: String) -> Bool {
    let name = fileName.lowercased()
    return name.hasSuffix(".touch") || name.hasSuffix(".touch.gz")
  }

  /// Whether a text has nothing but comments.
  private static func isComment(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }
    return !lines.isEmpty && lines.allSatisfy { $0.first == "#" }
  }

  /// Whether a file is a recording, or one that is recognised as unusable.
  private static func isRecording(_ text: [UInt8]) -> Bool {
    do throws(RecordingError.Kind) {
      _ = try RecordingFormat.detect(text)
      return true
    } catch {
      return error != .foreignText && error != .foreignBinary
    }
  }

  /// Returns whether a text begins like a scenario.
  ///
  /// The first line that is not empty or a comment must begin with the first word of a step.
  public static func isBegun(by text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { $0.drop { $0 == " " || $0 == "\t" } }
    guard let first = lines.first(where: { !$0.isEmpty && $0.first != "#" }) else { return false }
    return ScenarioStep.isBegun(by: first.prefix { $0 != " " && $0 != "\t" })
  }

  /// The file's name without its folder and its suffix.
  public var name: String {
    let base = file.split(separator: "/").last.map(String.init) ?? file
    return base.hasSuffix(".touch") ? String(base.dropLast(".touch".count)) : base
  }

  /// The greatest finger number.
  public var fingers: Int {
    let numbers = steps.map { step in
      if case .down(let finger, _, _) = step.deed { finger } else { 0 }
    }
    return numbers.max() ?? 0
  }

  /// Whether only a panel with slots, with their widths and tools, can play the scenario.
  public var needsSlots: Bool { lineOfSlots != nil }

  /// The line of the first step that needs slots.
  package var lineOfSlots: Int? { steps.first(where: \.needsSlots)?.line }

  /// Whether the scenario has only what fingers do on any panel: no configuration and no client.
  public var isTouchAlone: Bool {
    configuration == nil && requests.isEmpty && !hasReload && !needsSlots
  }

  /// The time from the first step to the end of the last one.
  public var duration: Interval {
    (try? ScenarioFrames(self, extent: Self.extent, capacity: .max))?.now ?? .zero
  }

  /// Whether the kernel loses events.
  public var hasDrop: Bool { steps.contains { $0.deed == .drop } }

  /// Whether the panel is unplugged.
  public var hasUnplug: Bool { steps.contains { $0.deed == .unplug } }

  /// Whether flickd reads a changed configuration.
  public var hasReload: Bool {
    steps.contains { step in
      if case .cue(.reload) = step.deed { true } else { false }
    }
  }

  /// The requests that the client sends before the first finger lands.
  public var openingRequests: [String] { steps.prefix { $0.request != nil }.compactMap(\.request) }

  /// All requests of the client.
  public var requests: [String] { steps.compactMap(\.request) }
}

/// Why a scenario cannot be read or played, as human-readable text: `file:line: what`.
public struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file, as the caller named it.
  public var file: String
  /// The line, counted from 1; nil for an error of the whole file.
  public var line: Int?
  /// What is wrong.
  public var message: String

  /// Creates an error.
  public init(file: String, line: Int? = nil, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// The text `file:line: what`, without the line if it is nil.
  public var description: String { line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)" }
}
