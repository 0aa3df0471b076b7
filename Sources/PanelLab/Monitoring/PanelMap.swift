internal import GestureCore
internal import Terminal

/// The panel seen from above: contacts, trails and private areas in a frame.
struct PanelMap {
  private let state: MonitorState
  private let glyphs: Glyphs
  /// The number of cells inside of the frame.
  private let columns: Int
  private let rows: Int
  /// The number of cells for one mm.
  private let across: Double
  private let down: Double

  /// Creates the map that fits into this number of cells, frame included.
  ///
  /// A cell is twice as high as it is wide.
  init(_ state: MonitorState, glyphs: Glyphs, columns maxColumns: Int, rows maxRows: Int) {
    (self.state, self.glyphs) = (state, glyphs)
    let (width, height) = (max(state.extent.width, 1), max(state.extent.height, 1))
    let scale = min(Double(maxColumns - 2) / width, Double(maxRows - 2) * 2 / height)
    columns = min(maxColumns - 2, max(1, Int((width * scale).rounded())))
    rows = min(maxRows - 2, max(1, Int((height * scale / 2).rounded())))
    (across, down) = (Double(columns) / width, Double(rows) / height)
  }

  /// Draws the map; its top left corner is at this cell.
  func draw(on screen: inout Screen, _ left: Int, _ top: Int) {
    drawFrame(on: &screen, left, top)
    drawPrivate(on: &screen, left + 1, top + 1)
    for contact in state.contacts where contact.lifted != nil {
      drawTrail(contact, on: &screen, left + 1, top + 1, .dim)
    }
    for contact in state.down { drawTrail(contact, on: &screen, left + 1, top + 1, .plain) }
    for contact in state.down {
      guard let (column, row) = cell(contact.location) else { continue }
      screen.put("\(contact.number % 10)", left + 1 + column, top + 1 + row, .heading)
    }
  }

  private func drawFrame(on screen: inout Screen, _ left: Int, _ top: Int) {
    let isUnicode = glyphs == .unicode
    let line = String(repeating: isUnicode ? "─" : "-", count: columns)
    let side = isUnicode ? "│" : "|"
    screen.put(isUnicode ? "┌\(line)┐" : "+\(line)+", left, top, .dim)
    for row in 1...rows {
      screen.put(side, left, top + row, .dim)
      screen.put(side, left + columns + 1, top + row, .dim)
    }
    screen.put(isUnicode ? "└\(line)┘" : "+\(line)+", left, top + rows + 1, .dim)
  }

  private func drawPrivate(on screen: inout Screen, _ left: Int, _ top: Int) {
    guard !state.privateRectangles.isEmpty else { return }
    for row in 0..<rows {
      for column in 0..<columns {
        let middle = PanelPoint(x: (Double(column) + 0.5) / across, y: (Double(row) + 0.5) / down)
        guard state.privateRectangles.contains(where: { $0.contains(middle) }) else { continue }
        screen.put(glyphs == .unicode ? "░" : "#", left + column, top + row, .dim)
      }
    }
  }

  /// The cell of a position; nil beyond the glass.
  private func cell(_ point: PanelPoint) -> (column: Int, row: Int)? {
    let (column, row) = (point.x * across, point.y * down)
    guard column >= 0, row >= 0, column <= Double(columns), row <= Double(rows) else { return nil }
    return (min(columns - 1, Int(column)), min(rows - 1, Int(row)))
  }

  private func drawTrail(
    _ contact: SeenContact, on screen: inout Screen, _ left: Int, _ top: Int, _ style: CellStyle
  ) {
    for point in contact.trail {
      guard let (column, row) = cell(point) else { continue }
      let (x, y) = (left + column, top + row)
      if glyphs == .ascii {
        screen.put(".", x, y, style)
        continue
      }
      let right = point.x * across - Double(column) >= 0.5
      let line = min(3, Int((point.y * down - Double(row)) * 4))
      let old = screen[x, y].scalar.value
      let dots = (0x2800...0x28FF).contains(old) ? old - 0x2800 : 0
      let scalar = Unicode.Scalar(0x2800 + (dots | Self.dot(right: right, line: line))) ?? "."
      screen[x, y] = Cell(scalar: scalar, style: style)
    }
  }

  /// The bit of a braille dot: two columns of four dots, the last line with bits of its own.
  private static func dot(right: Bool, line: Int) -> UInt32 {
    line == 3 ? (right ? 0x80 : 0x40) : 1 << UInt32(line + (right ? 3 : 0))
  }
}
