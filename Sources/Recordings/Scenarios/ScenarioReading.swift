/// A line of a scenario above its expected lines.
enum ScenarioLine {
  /// An empty line, or a comment.
  case empty
  /// A line of TOML.
  case configuration(Substring)
  /// A line of JSON.
  case request(Substring)
  /// The words of a step.
  case step([Substring])

  init(_ line: Substring) {
    let text = line.drop(while: Self.isBlank)
    if text.first == "{" {
      self = .request(text)
    } else if text.first == "[" || Self.isKey(text) {
      self = .configuration(text)
    } else {
      let words = text.prefix { $0 != "#" }.split(whereSeparator: Self.isBlank)
      self = words.isEmpty ? .empty : .step(words)
    }
  }

  /// Whether a line is `key = value`; no step contains `=`.
  private static func isKey(_ text: Substring) -> Bool { text.first { $0 == "=" || $0 == "#" } == "=" }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// Returns the index of the blank line that ends the steps; nil if there is none.
  ///
  /// A blank line between the configuration or the requests and the first step ends nothing.
  static func endOfSteps(in lines: [Substring]) -> Int? {
    var isOpening = false
    for (index, line) in lines.enumerated() {
      if line.allSatisfy(isBlank) {
        if !isOpening { return index }
        continue
      }
      switch ScenarioLine(line) {
      case .empty: break
      case .configuration, .request: isOpening = true
      case .step: return lines[index...].firstIndex { $0.allSatisfy(isBlank) }
      }
    }
    return nil
  }
}

/// The lines of a scenario above its expected lines, as a configuration and steps.
struct ScenarioReading {
  private(set) var configuration: ScenarioConfiguration?
  private(set) var steps: [ScenarioStep] = []

  private let file: String
  private var state = ScenarioStep.State()

  /// Reads the lines; `lines` begins with the first line of the file.
  init(_ lines: ArraySlice<Substring>, of file: String) throws(ScenarioError) {
    self.file = file
    for (index, line) in zip(lines.indices, lines) {
      let number = index + 1
      switch ScenarioLine(line) {
      case .empty: break
      case .configuration(let text): try addConfiguration(text, at: number)
      case .request(let text): try add(.cue(.request(Self.trimmed(text))), at: number)
      case .step(let words):
        guard let deed = ScenarioStep.deed(words) else {
          throw ScenarioError(file: file, line: number, message: ScenarioStep.message(for: words))
        }
        try add(deed, at: number)
      }
    }
    try checkReload()
  }

  private mutating func add(_ deed: ScenarioStep.Deed, at number: Int) throws(ScenarioError) {
    try checkReload()
    if let message = state.take(deed, in: number) {
      throw ScenarioError(file: file, line: number, message: message)
    }
    steps.append(ScenarioStep(line: number, deed: deed))
  }

  /// Adds a line of TOML to the configuration above the first step, or to that of a `reload`.
  private mutating func addConfiguration(_ text: Substring, at number: Int) throws(ScenarioError) {
    if let last = steps.indices.last {
      guard case .cue(.reload(var configuration)) = steps[last].deed else {
        throw ScenarioError(
          file: file, line: number,
          message: "the configuration of flickd is above the first step, or below `reload`: "
            + "move this line up, or write `reload` before it")
      }
      if configuration.isEmpty { configuration = ScenarioConfiguration(file: file) }
      configuration.append(text, at: number)
      steps[last].deed = .cue(.reload(configuration))
    } else {
      configuration = configuration ?? ScenarioConfiguration(file: file)
      configuration?.append(text, at: number)
    }
  }

  /// Throws if the last step is a `reload` without a configuration.
  private func checkReload() throws(ScenarioError) {
    guard let last = steps.last, case .cue(.reload(let configuration)) = last.deed, configuration.isEmpty
    else { return }
    throw ScenarioError(
      file: file, line: last.line,
      message: "the configuration is missing: write it below, for example `[swipe]` and "
        + "`distance = \"50mm\"`, a line each")
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
