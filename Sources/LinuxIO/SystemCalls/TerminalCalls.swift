internal import CLinux
internal import Glibc

/// The size of a terminal, in character cells.
public struct TerminalSize: Equatable, Sendable {
  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }
}

/// A terminal that delivers each key immediately and without echo, until ``restore()``.
///
/// Ctrl-C and Ctrl-Z remain signals.
public struct KeyTerminal: ~Copyable {
  private let descriptor: Int32
  private let before: termios

  /// Changes the mode of the terminal behind a descriptor that the process was started with.
  ///
  /// The corresponding C functions are `tcgetattr` and `tcsetattr`.
  public init(descriptor: Int32) throws(SystemCallError) {
    var before = termios()
    // The structure lives for the call.
    try SystemCalls.check("tcsetattr") { unsafe clinux_terminal_take(descriptor, &before) }
    self.descriptor = descriptor
    self.before = before
  }

  /// Sets the mode of the terminal as it was before.
  public consuming func restore() {
    var mode = before
    // The structure lives for the call. If the terminal is gone, nothing is left to restore.
    unsafe _ = clinux_terminal_restore(descriptor, &mode)
  }
}

extension SystemCalls {
  /// The size of the terminal behind a descriptor that the process was started with; nil if it is
  /// unknown.
  ///
  /// The corresponding request is TIOCGWINSZ.
  public static func terminalSize(descriptor: Int32) -> TerminalSize? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    // Both numbers live for the call.
    let result = unsafe clinux_terminal_size(descriptor, &columns, &rows)
    guard result == 0, columns > 0, rows > 0 else { return nil }
    return TerminalSize(columns: Int(columns), rows: Int(rows))
  }

  /// Stops this process until SIGCONT, as the shell's Ctrl-Z does.
  ///
  /// The corresponding C function is `kill` with SIGSTOP.
  public static func stop() throws(SystemCallError) {
    try check("kill") { clinux_stop() }
  }
}
