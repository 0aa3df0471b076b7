/// The ranges of the position axes, as a person states them for a log without them.
public struct PositionRanges: Equatable, Sendable {
  /// The range of the horizontal axis, in device units.
  public var x: AxisRange
  /// The range of the vertical axis, in device units.
  public var y: AxisRange

  /// Reads `0..1279,0..799` or, if both begin at 0, `1279x799`; nil for another text.
  public init?(text: String) {
    let axes = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "x" || $0 == "×" }
    guard axes.count == 2, let x = Self.range(axes[0]), let y = Self.range(axes[1]) else { return nil }
    (self.x, self.y) = (x, y)
  }

  private static func range(_ text: Substring) -> AxisRange? {
    var bounds: [Substring] = [text]
    if let first = text.firstIndex(of: "."), text[first...].hasPrefix("..") {
      bounds = [text[..<first], text[first...].dropFirst(2)]
    }
    guard let last = bounds.last.flatMap({ Int32($0) }) else { return nil }
    let minimum = bounds.count == 2 ? Int32(bounds[0]) : 0
    guard let minimum, minimum < last else { return nil }
    return AxisRange(minimum: minimum, maximum: last)
  }
}
