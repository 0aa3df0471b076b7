internal import Foundation

/// Error against rate as an SVG: p50 on the left, p90 on the right, one line per strategy, both
/// axes logarithmic.
public struct RatePlot: Sendable {
  private let rows: [SyntheticReport.RateRow]

  /// Draws a report over all profiles.
  public init(_ report: SyntheticReport) {
    rows = report.rates
  }

  private enum Size {
    static let width = 1120.0
    static let height = 560.0
    static let panel = (width: 400.0, height: 400.0)
    static let left = [70.0, 530.0]
    static let top = 80.0
    static let legend = 970.0
  }

  /// Eight colours that colour-blind people can distinguish (Okabe and Ito, 2008); ours is black.
  private static let colours = [
    "#000000", "#e69f00", "#56b4e9", "#009e73", "#b8a800", "#0072b2", "#d55e00", "#cc79a7", "#888888",
  ]

  /// The picture.
  public var svg: String {
    let errors = rows.flatMap { [$0.all.error.p50, $0.all.error.p90] }.compactMap { $0 }.filter { $0 > 0 }
    let scale = Scale(
      rates: log10(50)...log10(1200),
      decades: log10(errors.min() ?? 1).rounded(.down)...max(log10(errors.max() ?? 10).rounded(.up), 1))
    var marks: [String] = [
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      Self.label(
        "Error of the release velocity against the panel's rate, all seven profiles", x: Size.left[0], y: 34,
        size: 18, anchor: "start"),
    ]
    marks += axes(scale, at: Size.left[0], title: "half of the strokes are better (p50)")
    marks += axes(scale, at: Size.left[1], title: "nine in ten are better (p90)")
    // Ours is drawn last, so that it is on top.
    for (index, strategy) in Strategy.compared.enumerated().reversed() {
      let colour = Self.colours[index % Self.colours.count]
      let width = strategy == .ours ? 3.5 : 1.8
      let own = rows.filter { $0.strategy == strategy }
      for (left, value) in zip(Size.left, [\SyntheticReport.RateRow.all.error.p50, \.all.error.p90]) {
        let points = own.compactMap { row -> String? in
          guard let error = row[keyPath: value], error > 0 else { return nil }
          return "\(Self.pixel(scale.x(row.rate, left))),\(Self.pixel(scale.y(error)))"
        }
        marks.append(
          "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(width)\" points=\"\(points.joined(separator: " "))\"/>"
        )
      }
      let y = Size.top + 20 + Double(index) * 26
      marks.append(Self.line(Size.legend, y, Size.legend + 30, y, colour: colour, width: width))
      marks.append(Self.label(strategy.rawValue, x: Size.legend + 38, y: y + 5, anchor: "start"))
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Size.width)) \(Int(Size.height))" \
      width="\(Int(Size.width))" height="\(Int(Size.height))" font-family="sans-serif">
      \(marks.joined(separator: "\n"))
      </svg>

      """
  }

  /// Converts rates (Hz) and errors (%) to positions in the picture.
  private struct Scale {
    /// Decimal logarithms.
    var rates: ClosedRange<Double>
    var decades: ClosedRange<Double>

    func x(_ rate: Double, _ left: Double) -> Double {
      left + Size.panel.width * (log10(rate) - rates.lowerBound) / (rates.upperBound - rates.lowerBound)
    }

    func y(_ error: Double) -> Double {
      Size.top + Size.panel.height * (decades.upperBound - log10(error))
        / (decades.upperBound - decades.lowerBound)
    }
  }

  private func axes(_ scale: Scale, at left: Double, title: String) -> [String] {
    let bottom = Size.top + Size.panel.height
    let right = left + Size.panel.width
    var marks = [
      Self.label(title, x: left + Size.panel.width / 2, y: Size.top - 14),
      Self.label("frames per second", x: left + Size.panel.width / 2, y: bottom + 44),
      Self.label("error, %", x: left - 8, y: Size.top - 14),
    ]
    for rate in StrokeSuite.rates {
      let x = scale.x(rate, left)
      marks.append(Self.line(x, Size.top, x, bottom, colour: "#dddddd", width: 1))
      marks.append(Self.label("\(Int(rate))", x: x, y: bottom + 20))
    }
    for decade in Int(scale.decades.lowerBound)...Int(scale.decades.upperBound) {
      for step in [1.0, 2, 5] where Double(decade) + log10(step) <= scale.decades.upperBound {
        let error = pow(10, Double(decade)) * step
        let y = scale.y(error)
        marks.append(Self.line(left, y, right, y, colour: step == 1 ? "#bbbbbb" : "#e8e8e8", width: 1))
        marks.append(Self.label(number(error), x: left - 8, y: y + 4, anchor: "end"))
      }
    }
    marks.append(Self.line(left, Size.top, left, bottom, colour: "#333333", width: 1.2))
    marks.append(Self.line(left, bottom, right, bottom, colour: "#333333", width: 1.2))
    return marks
  }

  private static func pixel(_ value: Double) -> String { String(format: "%.1f", value) }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, colour: String, width: Double
  ) -> String {
    "<line x1=\"\(pixel(x1))\" y1=\"\(pixel(y1))\" x2=\"\(pixel(x2))\" y2=\"\(pixel(y2))\" stroke=\"\(colour)\" stroke-width=\"\(width)\"/>"
  }

  private static func label(
    _ words: String, x: Double, y: Double, size: Int = 13, anchor: String = "middle"
  ) -> String {
    "<text x=\"\(pixel(x))\" y=\"\(pixel(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">\(words)</text>"
  }
}
