public import GestureCore

/// The configuration of flickd in a scenario.
public struct ScenarioConfiguration: Equatable, Sendable {
  /// The scenario, as the caller named its file.
  public let file: String
  /// The TOML, below an empty line for each earlier line of the scenario: so the positions of
  /// errors are those in the scenario.
  public private(set) var text = ""
  private var end = 0

  /// Creates an empty configuration.
  init(file: String) {
    self.file = file
  }

  /// Whether the configuration has no line.
  var isEmpty: Bool { text.isEmpty }

  mutating func append(_ line: Substring, at number: Int) {
    text += String(repeating: "\n", count: number - end - 1) + line + "\n"
    end = number
  }
}

/// What happens in a scenario beside the panel.
public struct ScenarioCue: Equatable, Sendable {
  /// What happens.
  public enum Action: Equatable, Sendable {
    /// flickd reads a changed configuration.
    case reload(ScenarioConfiguration)
    /// The client sends a request, as one line of JSON.
    case request(String)
  }

  /// The scenario, as the caller named its file.
  public let file: String
  /// The line of the scenario, counted from 1.
  public let line: Int
  /// When it happens, on the clock of the recording: after the frames of this time.
  public let instant: Instant
  /// What happens.
  public let action: Action
}
