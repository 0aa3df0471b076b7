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

  /// Adds a text.
  mutating func text(
    _ words: String, _ x: Double, _ y: Double, anchor: Anchor = .start, style: String = "label"
  ) {
    elements.append(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" text-anchor=\"\(anchor.rawValue)\" "
        + "class=\"\(style)\">\(Markup.escaped(words))</text>")
  }

  /// Adds a rectangle.
  mutating func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String) {
    elements.append(
      "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(max(0, width)))\" "
        + "height=\"\(Self.number(max(0, height)))\" class=\"\(style)\"/>")
  }

  /// Adds a circle.
  mutating func dot(_ x: Double, _ y: Double, radius: Double, style: String) {
    elements.append(
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" class=\"\(style)\"/>"
    )
  }

  /// Adds a line through points.
  mutating func line(_ points: [(x: Double, y: Double)], style: String) {
    let words = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    elements.append("<polyline points=\"\(words)\" class=\"\(style)\"/>")
  }

  /// The element of the picture.
  var markup: String {
    let (width, height) = (Self.number(size.width), Self.number(size.height))
    return "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(Markup.escaped(title))\">"
      + elements.joined(separator: "\n") + "</svg>"
  }

  private static func number(_ value: Double) -> String { ShownNumber.fixed(value, places: 1) }
}

/// Text as it stands in a page.
enum Markup {
  /// Escapes what has a meaning in HTML, and replaces characters that XML does not allow.
  static func escaped(_ words: String) -> String {
    var text = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      case _
      where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        || (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        || scalar.value & 0xfffe == 0xfffe:
        text += "\u{fffd}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
