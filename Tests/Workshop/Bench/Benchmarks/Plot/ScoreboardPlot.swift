internal import Foundation

/// The scoreboard as an SVG: one line for each rule, with a bar for the intended swipes that it
/// catches and a bar for the taps that it takes for swipes.
public struct ScoreboardPlot: Sendable {
  private let rows: [ScoreboardReport.Row]

  /// Draws a report.
  public init(_ report: ScoreboardReport) {
    rows = report.rows
  }

  private enum Size {
    static let width = 1120.0
    static let caught = (left: 190.0, width: 400.0)
    static let taps = (left: 690.0, width: 280.0)
    static let top = 110.0
    static let row = 44.0
    static let bar = 22.0
  }

  /// Blue and orange, which colour-blind people can distinguish (Okabe and Ito, 2008).
  private static let caughtColour = "#0072b2"
  private static let tapColour = "#d55e00"

  /// The picture.
  public var svg: String {
    let height = Size.top + Size.row * Double(rows.count) + 50
    let strokes = rows.first?.caught.trials ?? 0
    let taps = rows.first?.taps.trials ?? 0
    // The longest bar of taps fills its part; a few taps in thousands are hard to see otherwise.
    let maxTaps = max(rows.map(\.taps.count).max() ?? 1, 1)
    var marks = [
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      label(
        "Recorded touches of people, judged by the swipe rules of eight projects", x: 24, y: 36, size: 20),
      label("flings, scrolls and drags that it takes for swipes, of \(strokes)", x: Size.caught.left, y: 82),
      label("taps that it takes for swipes, of \(Self.grouped(taps))", x: Size.taps.left, y: 82),
    ]
    for (index, row) in rows.enumerated() {
      let y = Size.top + Size.row * Double(index)
      let weight = index == 0 ? "bold" : "normal"
      marks.append(
        label(row.name, x: Size.caught.left - 14, y: y + 16, size: 15, anchor: "end", weight: weight))
      let caught = (row.caught.percent ?? 0) / 100 * Size.caught.width
      marks.append(bar(x: Size.caught.left, y: y, width: caught, colour: Self.caughtColour))
      marks.append(
        label(
          "\(String(format: "%.0f", row.caught.percent ?? 0)) %", x: Size.caught.left + caught + 8, y: y + 16,
          weight: weight))
      let wrong = Double(row.taps.count) / Double(maxTaps) * Size.taps.width
      marks.append(bar(x: Size.taps.left, y: y, width: wrong, colour: Self.tapColour))
      let part = String(format: "%.2f", row.taps.percent ?? 0)
      marks.append(
        label(
          "\(row.taps.count) (\(part) %)", x: Size.taps.left + wrong + 8, y: y + 16, weight: weight))
    }
    marks.append(
      label(
        "The rules are written from the projects' sources, with default settings, and judge one finger; "
          + "touchegg itself needs two. Drags have any length.",
        x: 24, y: height - 24, size: 13))
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Size.width)) \(Int(height))" \
      width="\(Int(Size.width))" height="\(Int(height))" font-family="sans-serif">
      \(marks.joined(separator: "\n"))
      </svg>

      """
  }

  /// A number with a comma before the thousands.
  private static func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(number / 1000),\(String(format: "%03d", number % 1000))"
  }

  private func bar(x: Double, y: Double, width: Double, colour: String) -> String {
    let text = String(format: "%.1f", width)
    return
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(text)\" height=\"\(Size.bar)\" rx=\"2\" fill=\"\(colour)\"/>"
  }

  private func label(
    _ words: String, x: Double, y: Double, size: Int = 14, anchor: String = "start",
    weight: String = "normal"
  ) -> String {
    """
    <text x="\(String(format: "%.1f", x))" y="\(y)" font-size="\(size)" text-anchor="\(anchor)" \
    font-weight="\(weight)" fill="#222222">\(words)</text>
    """
  }
}
