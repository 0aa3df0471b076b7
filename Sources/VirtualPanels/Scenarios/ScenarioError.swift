/// Why a scenario cannot be read or played, in words for people: `file:line: what`.
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
  public var description: String {
    line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }

  /// Returns the error for a `drop` in a scenario that is played on a device.
  static func drop(in scenario: Scenario, line: Int) -> ScenarioError {
    ScenarioError(
      file: scenario.file, line: line,
      message: "`drop` cannot be played to a kernel: only the kernel decides when it loses events")
  }
}
