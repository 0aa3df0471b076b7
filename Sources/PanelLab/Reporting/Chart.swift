internal import Terminal

/// A picture in a page: SVG whose colours are classes of the page's style sheet.
struct Chart {
  /// How a text is aligned to its position.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// A mapping of numbers to positions.
  struct Scale {
    var from: ClosedRange<Double>
    var start: Double
    var length: Double

    func callAsFunction(_ value: Double) -> Double {
      let span = from.upperBound - from.lowerBound
      return start + length * (span > 0 ? (value - from.lowerBound) / span : 0)
    }
  }

  private var elements: [String] = []
  private let size: (width: Double, height: Double)
  private let title: String

  /// Creates an empty picture; the title is its accessible name.
  init(width: Double, height: Double, title: String) {
    size = (width, height)
    self.title = title
  }

  mutating func text(
    _ text: String, _ x: Double, _ y: Double, anchor: Anchor = .start, style: String = "label"
  ) {
    elements.append(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" text-anchor=\"\(anchor.rawValue)\" "
        + "class=\"\(style)\">\(Markup.escaped(text))</text>")
  }

  /// Adds a rectangle; without samples to show, adds nothing.
  mutating func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String, count: Int? = nil
  ) {
    guard count != 0 else { return }
    let data = count.map { " data-count=\"\($0)\"" } ?? ""
    elements.append(
      "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(max(0, width)))\" "
        + "height=\"\(Self.number(max(0, height)))\" class=\"\(style)\"\(data)/>")
  }

  /// A rectangle of ``path(_:style:)``.
  func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    "M\(Self.number(x)) \(Self.number(y))h\(Self.number(width))v\(Self.number(height))h-\(Self.number(width))z"
  }

  mutating func path(_ path: String, style: String) {
    elements.append("<path d=\"\(path)\" class=\"\(style)\"/>")
  }

  /// Adds dots, as one element: thousands of circles would be a large page.
  mutating func dots(_ positions: [(x: Double, y: Double)], style: String) {
    guard !positions.isEmpty else { return }
    path(positions.map { "M\(Self.number($0.x)) \(Self.number($0.y))h0" }.joined(), style: style)
  }

  mutating func cross(_ x: Double, _ y: Double, arm: Double) {
    line([(x - arm, y - arm), (x + arm, y + arm)], style: "cross")
    line([(x - arm, y + arm), (x + arm, y - arm)], style: "cross")
  }

  /// Adds numbers along a horizontal axis.
  mutating func ticks(_ scale: Scale, y: Double) {
    for (label, value) in Self.ticks(of: scale.from) {
      text(label, scale(value), y, anchor: .middle, style: "tick")
    }
  }

  /// Adds numbers along a vertical axis.
  mutating func ticks(_ scale: Scale, x: Double) {
    for (label, value) in Self.ticks(of: scale.from, about: 4) {
      text(label, x, scale(value) + 4, anchor: .end, style: "tick")
    }
  }

  /// Round numbers that divide a range into about `parts`.
  private static func ticks(of range: ClosedRange<Double>, about parts: Double = 7) -> [(String, Double)] {
    let span = range.upperBound - range.lowerBound
    var unit = 0.001
    while unit * 10 * parts < span { unit *= 10 }
    let step = [unit, 2 * unit, 5 * unit].first { $0 * parts >= span } ?? unit * 10
    let decimals = step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0
    let first = (range.lowerBound / step).rounded(.up)
    return (0...20).map { (first + Double($0)) * step }.filter { $0 <= range.upperBound }
      .map { (ShownNumber.fixed($0, decimals: decimals), $0) }
  }

  mutating func dot(_ x: Double, _ y: Double, radius: Double, style: String) {
    elements.append(
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" "
        + "class=\"\(style)\"/>")
  }

  /// Adds a line through points.
  mutating func line(_ points: [(x: Double, y: Double)], style: String) {
    let coordinates = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    elements.append("<polyline points=\"\(coordinates)\" class=\"\(style)\"/>")
  }

  /// The element of the picture.
  var markup: String {
    let (width, height) = (Self.number(size.width), Self.number(size.height))
    return "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(Markup.escaped(title))\">"
      + elements.joined(separator: "\n") + "</svg>"
  }

  private static func number(_ value: Double) -> String { ShownNumber.fixed(value, decimals: 1) }
}

/// Text as it stands in a page.
enum Markup {
  /// Escapes what has a meaning in HTML, and replaces characters that XML does not allow.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _
      where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        || (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        || scalar.value & 0xfffe == 0xfffe:
        escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
