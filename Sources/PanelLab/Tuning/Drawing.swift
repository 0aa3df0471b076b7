internal import Terminal

/// An SVG picture on a light background.
struct Drawing {
  private var elements: [String] = []
  private let width: Double
  private let height: Double

  /// How a text is aligned to its position.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// Creates an empty picture; its title is the first line and the accessible name.
  init(width: Double, height: Double, title: String) {
    (self.width, self.height) = (width, height)
    elements.append("<title>\(Self.escaped(title))</title>")
    elements.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>")
    text(title, x: 20, y: 28, size: 16, weight: "bold")
  }

  mutating func text(
    _ text: String, x: Double, y: Double, size: Double = 12, anchor: Anchor = .start,
    color: String = "#222222", weight: String = "normal", isTurned: Bool = false
  ) {
    let turn = isTurned ? " transform=\"rotate(-90 \(Self.number(x)) \(Self.number(y)))\"" : ""
    elements.append(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" "
        + "text-anchor=\"\(anchor.rawValue)\" fill=\"\(color)\" font-weight=\"\(weight)\"\(turn)>"
        + "\(Self.escaped(text))</text>")
  }

  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, fill: String) {
    elements.append(
      "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
        + "height=\"\(Self.number(height))\" fill=\"\(fill)\"/>")
  }

  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), color: String = "#222222"
  ) {
    elements.append(
      "<line x1=\"\(Self.number(start.x))\" y1=\"\(Self.number(start.y))\" x2=\"\(Self.number(end.x))\" "
        + "y2=\"\(Self.number(end.y))\" stroke=\"\(color)\" stroke-width=\"1.5\"/>")
  }

  /// Adds a frame with a white border, which keeps it visible on every color.
  mutating func frame(x: Double, y: Double, width: Double, height: Double, color: String) {
    let sides =
      "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
      + "height=\"\(Self.number(height))\" fill=\"none\""
    elements.append("<rect \(sides) stroke=\"#ffffff\" stroke-width=\"4\"/>")
    elements.append("<rect \(sides) stroke=\"\(color)\" stroke-width=\"2\"/>")
  }

  var file: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" "
      + "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" font-family=\"sans-serif\" role=\"img\">\n"
      + elements.joined(separator: "\n") + "\n</svg>\n"
  }

  /// A colour between white and `color` (red, green, blue from 0 to 255).
  static func shade(_ color: (Double, Double, Double), _ share: Double) -> String {
    let part = min(1, max(0, share))
    func mixed(_ value: Double) -> String { "\(Int((255 + (value - 255) * part).rounded()))" }
    return "rgb(\(mixed(color.0)),\(mixed(color.1)),\(mixed(color.2)))"
  }

  private static func number(_ value: Double) -> String { ShownNumber.fixed(value, decimals: 1) }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
