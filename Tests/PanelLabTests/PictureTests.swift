import GestureCore
import PanelTuning
import Panels
import Recordings
import Testing

@testable import PanelLab

@Suite struct `The picture of the plane` {
  /// A rectangle of the picture: left, top, right, bottom.
  private struct Box {
    var left, top, right, bottom: Double

    /// Whether the edges of this box cross the other one.
    func crosses(_ other: Box) -> Bool {
      let isOutside =
        other.right < left || other.left > right || other.bottom < top || other.top > bottom
      let isInside =
        other.left > left && other.right < right && other.top > top && other.bottom < bottom
      return !isOutside && !isInside
    }
  }

  /// The picture for six people whose shortest drags have this length, in mm.
  private func picture(shortest: Double) throws -> String {
    let strokes = (0..<60).map { number in
      LabelledStroke(
        label: .drag, person: "p\(number % 6)",
        lift: .init(
          translation: Translation(x: shortest + Double(number) / 10, y: 0), velocity: Velocity(x: 0, y: 0),
          travel: shortest, duration: .milliseconds(900)), rule: DecisionRule(predicted: .init(x: 100, y: 60))
      )
    }
    let report = StrokeReport(strokes, cost: 0.05, seed: 1)
    return try #require(report.pictures.first { $0.name == "plane.svg" }).text
  }

  private func numbers(_ match: Regex<AnyRegexOutput>.Match) -> [Double] {
    match.output.dropFirst().compactMap { $0.substring.flatMap { Double($0) } }
  }

  @Test(arguments: [15.0, 60]) func `marks the thresholds without covering a number`(shortest: Double) throws
  {
    let text = try picture(shortest: shortest)
    let frame = try Regex(
      ##"<rect x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)" fill="none""##)
    let share = try Regex(##"<text x="([0-9.]+)" y="([0-9.]+)" font-size="11.0"[^>]*>([0-9.–]+)<"##)
    // The white border is 4 px wide, half of it inside.
    let frames = text.matches(of: frame).map { match in
      let sides = numbers(match)
      return Box(
        left: sides[0] + 2, top: sides[1] + 2, right: sides[0] + sides[2] - 2, bottom: sides[1] + sides[3] - 2
      )
    }
    let shares = text.matches(of: share).map { match in
      let (point, width) = (numbers(match), 3.3 * Double(match.output[3].substring?.count ?? 0))
      return Box(left: point[0] - width, top: point[1] - 8, right: point[0] + width, bottom: point[1])
    }
    // Each mark has a border, and is on both maps and in the legend.
    #expect(frames.count == (shortest == 15 ? 12 : 6), "\(text)")
    #expect(shares.count == 2 * ErrorPlane.distances.count * ErrorPlane.speeds.count)
    for frame in frames { #expect(!shares.contains { frame.crosses($0) }, "\(frame)") }
    #expect(text.contains("nearest to the present D 31.2 mm, S 125 mm/s"))
    // On a page, a letter of the legend is up to 7.2 px wide.
    let words = try Regex(##"<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>(nearest to the [^<]+)<"##)
    for match in text.matches(of: words) {
      let point = numbers(match)
      let end = point[0] + 7.2 * Double(match.output[3].substring?.count ?? 0)
      let next = frames.filter { $0.top < point[1] && $0.bottom > point[1] - 12 && $0.left > point[0] }
      #expect(next.allSatisfy { $0.left > end }, "\(match.output[3].substring ?? "")")
    }
  }
}
