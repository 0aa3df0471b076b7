internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Terminal

/// The terminal of the monitor: its alternate screen, its mode, and what it shows.
///
/// The sequences are those of ECMA-48 and of xterm's alternate screen, which every terminal over
/// ssh understands, so there is no need for ncurses, whose handlers of signals would collide with
/// the reactor.
struct MonitorTerminal: ~Copyable {
  private var mode: KeyTerminal?
  private var writer: ScreenWriter
  private let glyphs: Glyphs
  private(set) var size: TerminalSize

  /// Begins to use the terminal of standard output.
  init(isColored: Bool, glyphs: Glyphs) {
    writer = ScreenWriter(isColored: isColored)
    self.glyphs = glyphs
    size = Self.presentSize
    enter()
  }

  private static var presentSize: TerminalSize {
    SystemCalls.terminalSize(descriptor: 1) ?? MonitorScreen.smallest
  }

  /// Takes the terminal; the next drawing is complete.
  mutating func enter() {
    if mode == nil { mode = try? KeyTerminal(descriptor: 1) }
    try? Self.write("\u{1B}[?1049h\u{1B}[?25l")
    resize()
  }

  /// Restores the terminal as it was before ``enter()``.
  mutating func leave() {
    try? Self.write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    let mode = mode.take()
    mode?.restore()
  }

  /// Reads the size again; the next drawing is complete.
  mutating func resize() {
    size = Self.presentSize
    writer.invalidate()
  }

  /// Draws what differs from the last drawing.
  mutating func draw(_ state: MonitorState) throws(SystemCallError) {
    let bytes = writer.bytes(for: MonitorScreen.draw(state, size, glyphs))
    if !bytes.isEmpty { try SystemCalls.writeAll(to: .output, bytes.span) }
  }

  private static func write(_ text: String) throws(SystemCallError) {
    try SystemCalls.writeAll(to: .output, Array(text.utf8).span)
  }
}
