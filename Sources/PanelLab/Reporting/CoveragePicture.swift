internal import GestureCore
internal import PanelTuning
internal import Terminal

/// The glass: the cells that fingers touched, dead strips, and contacts without a finger.
struct CoveragePicture {
  let panel: ReportedPanel

  private var traces: PanelTraces { panel.traces }
  private var scale: Double { min(600 / max(1, traces.size.width), 360 / max(1, traces.size.height)) }
  private static let left = 20.0
  private let top: Double
  private let label: PanelFault?

  init(panel: ReportedPanel) {
    self.panel = panel
    label = [PanelFault.Kind.ghosts, .deadStrip, .deadEdge].compactMap(panel.fault).first
    top = label == nil ? 4 : 32
  }

  var markup: String {
    let size = traces.size
    var chart = Chart(
      width: PanelPictures.width, height: size.height * scale + top + 40,
      title: label?.label ?? "Coverage of the glass")
    cells(on: &chart)
    strips(on: &chart)
    chart.box(Self.left, top, size.width * scale, size.height * scale, style: "glass")
    for ghost in traces.ghosts {
      chart.cross(Self.left + ghost.x * scale, top + ghost.y * scale, arm: 7)
    }
    if let label { chart.text(label.label, Self.left, 20, style: "bad-label") }
    let touched = traces.cells.count { $0 > 0 }
    let area = ShownNumber.size(size.width, size.height)
    chart.text(
      "\(touched) of \(traces.cells.count) cells touched, the grey ones are not; \(area)", Self.left,
      size.height * scale + top + 24)
    return chart.markup
  }

  /// Cells of one shade in one row are one rectangle, because a page must stay small.
  private func cells(on chart: inout Chart) {
    let side = (
      traces.size.width / Double(traces.columns) * scale, traces.size.height / Double(traces.rows) * scale
    )
    // A finger that rests in one cell must not make all others pale.
    let touched = traces.cells.filter { $0 > 0 }.sorted()
    let dense = Double(touched.isEmpty ? 1 : touched[(touched.count - 1) * 95 / 100])
    var paths = Array(repeating: "", count: 4)
    for row in 0..<traces.rows {
      var column = 0
      while column < traces.columns {
        let begin = column
        let shade = shade(traces.cells[row * traces.columns + column], dense)
        while column < traces.columns, self.shade(traces.cells[row * traces.columns + column], dense) == shade
        {
          column += 1
        }
        paths[shade] += chart.rectangle(
          Self.left + Double(begin) * side.0, top + Double(row) * side.1, Double(column - begin) * side.0,
          side.1)
      }
    }
    for (shade, path) in paths.enumerated() where !path.isEmpty {
      chart.path(path, style: shade == 0 ? "blank" : "touched\(shade)")
    }
  }

  private func shade(_ count: Int, _ dense: Double) -> Int {
    count == 0 ? 0 : 1 + min(2, Int(2.99 * (Double(count) / dense).squareRoot()))
  }

  private func strips(on chart: inout Chart) {
    let (width, height) = (traces.size.width * scale, traces.size.height * scale)
    for strip in traces.deadStrips {
      let (begin, length) = (strip.range.lowerBound * scale, strip.width * scale)
      if strip.axis == .x {
        chart.box(Self.left + begin, top, length, height, style: "dead")
      } else {
        chart.box(Self.left, top + begin, width, length, style: "dead")
      }
    }
    guard panel.fault(.deadEdge) != nil else { return }
    let edges = traces.edgeStrips.map { min($0, traces.size.width) * scale }
    // Narrower strips than half a cell would be lines.
    for (edge, length) in edges.enumerated() where length >= 1 {
      switch edge {
      case 0: chart.box(Self.left, top, length, height, style: "dead")
      case 1: chart.box(Self.left, top, width, length, style: "dead")
      case 2: chart.box(Self.left + width - length, top, length, height, style: "dead")
      default: chart.box(Self.left, top + height - length, width, length, style: "dead")
      }
    }
  }
}
