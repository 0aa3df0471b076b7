internal import Foundation

extension Command {
  /// The reason that a skipped test prints.
  public static let terminalComment = "python3 is not installed"

  /// A moment of a conversation on a terminal.
  public struct Typing: Sendable {
    /// What the terminal must show first, after the text of earlier moments.
    public var text: String
    /// What is typed then, such as `"\n"` or ``interrupt``.
    public var keys: String

    /// Ctrl-C.
    public static let interrupt = "\u{3}"
    /// Ctrl-D.
    public static let end = "\u{4}"
    /// Ctrl-Z; the command continues once it has stopped and restored the terminal.
    public static let stop = "\u{1A}"

    /// No key: the terminal gets another size.
    public static func size(columns: Int, rows: Int) -> String { "\u{1B}[8;\(rows);\(columns)t" }

    /// Types `keys` once the terminal shows `text`.
    public init(at text: String, _ keys: String) {
      (self.text, self.keys) = (text, keys)
    }
  }

  /// The same command on its own terminal; its output is what the terminal shows.
  ///
  /// The terminal has 80 columns and 24 rows. Exits with 98 if an awaited text never appears,
  /// and with 99 if the command leaves the terminal in another mode.
  public func onTerminal(_ typing: [Typing]) -> Command {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Probes/on-terminal.py")
    var command = self
    command.commandLine =
      ["python3", "-B", script.path] + typing.flatMap { [$0.text, $0.keys] } + ["--"] + commandLine
    return command
  }
}
