internal import LinuxIO

/// How a cell of a screen is shown; every style is also readable without colour.
enum CellStyle: Equatable {
  case plain
  case bold
  case dim
  /// A heading, in reverse.
  case heading
  /// A result that commits: black on green.
  case commit
  /// A result that returns: black on yellow.
  case back
  /// A cancelled swipe: black on cyan.
  case cancel

  /// The parameters of SGR for the style.
  ///
  /// A colour is always the background of black text: this pair is readable on a dark and on a
  /// light terminal, and no single colour is.
  func parameters(isColored: Bool) -> String {
    switch self {
    case .plain: "0"
    case .bold: "0;1"
    case .dim: "0;2"
    case .heading: "0;7"
    case .commit: isColored ? "0;30;42" : "0;1;7"
    case .back: isColored ? "0;30;43" : "0;1"
    case .cancel: isColored ? "0;30;46" : "0;1"
    }
  }
}

struct Cell: Equatable {
  var scalar: Unicode.Scalar = " "
  var style = CellStyle.plain
}

/// The content of a terminal: a grid of cells.
struct Screen: Equatable {
  let size: TerminalSize
  private(set) var cells: [Cell]

  init(_ size: TerminalSize) {
    self.size = size
    cells = [Cell](repeating: Cell(), count: max(0, size.columns * size.rows))
  }

  /// The cell at a position; a write outside of the screen is ignored.
  subscript(column: Int, row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set {
      guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return }
      cells[row * size.columns + column] = newValue
    }
  }

  /// Writes text from a position to the right, cut at the border, and returns the column after it.
  @discardableResult
  mutating func put(_ text: String, _ column: Int, _ row: Int, _ style: CellStyle = .plain) -> Int {
    var column = column
    for scalar in text.unicodeScalars {
      self[column, row] = Cell(scalar: scalar, style: style)
      column += 1
    }
    return column
  }

  /// Whether it is shorter to write these cells of a row again than to move the cursor over them.
  func isShort(_ gap: Range<Int>, _ row: Int, in style: CellStyle) -> Bool {
    gap.count <= 6 && gap.allSatisfy { self[$0, row].style == style && self[$0, row].scalar.isASCII }
  }

  /// The rows without their trailing blanks.
  var text: String {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      line.append(contentsOf: (0..<size.columns).map { self[$0, row].scalar })
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}

/// Writes a screen on a terminal: only the cells that differ from the screen before.
struct ScreenWriter {
  let isColored: Bool
  private var shown: Screen?

  /// Creates the writer of a terminal with unknown content.
  init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Forgets what the terminal shows, for example after another program used it.
  mutating func invalidate() {
    shown = nil
  }

  /// Returns the bytes that change the terminal to a screen; empty if nothing differs.
  mutating func bytes(for screen: Screen) -> [UInt8] {
    var bytes: [UInt8] = []
    var style: CellStyle?
    let before = shown?.size == screen.size ? shown : nil
    if before == nil { bytes += "\u{1B}[0m\u{1B}[2J".utf8 }
    let old = before ?? Screen(screen.size)
    for row in 0..<screen.size.rows {
      var cursor: Int?
      for column in 0..<screen.size.columns where screen[column, row] != old[column, row] {
        let cell = screen[column, row]
        if let start = cursor, let style, screen.isShort(start..<column, row, in: style) {
          for gap in start..<column { bytes += String(screen[gap, row].scalar).utf8 }
        } else {
          bytes += "\u{1B}[\(row + 1);\(column + 1)H".utf8
        }
        if style != cell.style { bytes += "\u{1B}[\(cell.style.parameters(isColored: isColored))m".utf8 }
        style = cell.style
        bytes += String(cell.scalar).utf8
        cursor = column + 1
      }
    }
    if style != nil, style != .plain { bytes += "\u{1B}[0m".utf8 }
    shown = screen
    return bytes
  }
}
