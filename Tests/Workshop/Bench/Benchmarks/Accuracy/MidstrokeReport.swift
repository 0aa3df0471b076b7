internal import Foundation
internal import GestureCore

/// The error of the velocity that clients receive while a finger moves, on recordings by panel.
///
/// The truth is a cubic through the positions within 45 ms on both sides, so it knows the future.
/// It is itself computed from positions with noise: ``Row/truth`` is its own standard error. The
/// estimate sees the same noise, so its true error is another one. Where the standard error exceeds
/// the speed, not even the direction is known, and nothing is judged.
public struct MidstrokeReport: Encodable, Measured, Sendable {
  /// The strokes of one panel.
  public struct Row: Encodable, Sendable {
    /// The panel.
    public var panel: String
    /// The standard error of the truth, in percent of the speed.
    public var truth: Quantiles
    /// The error of flickd's velocity, in percent of the true speed.
    public var ours: Quantiles
    /// The error of lsq2.
    public var lsq2: Quantiles
    /// The error of Qt's mean of three segments.
    public var meanOfThree: Quantiles

    private enum CodingKeys: String, CodingKey {
      case panel, truth, ours, lsq2
      case meanOfThree = "mean_of_three"
    }
  }

  /// By panel, without panels with fewer than ``fewest`` positions to judge.
  public var rows: [Row]

  /// The positions of each swipe that are judged, evenly distributed.
  static let positionsPerSwipe = 12
  /// The fewest judged positions of a panel in the report.
  static let fewest = 20
  /// Slower fingers have no direction, in mm/s: 150 px/s, as in the vectors.
  static let minSpeed = 150 * millimetersPerPoint
  /// A shorter swipe has no velocity, by the rule of the recogniser and not by its estimate, in mm.
  static let minTravel = 3.0

  /// Judges the swipes of each set.
  public init(_ sets: [LookaheadSet]) {
    rows = sets.compactMap { set in
      let judged = set.swipes.flatMap(Self.positions).filter {
        $0.truth.speed >= Self.minSpeed && $0.truth.standardError <= $0.truth.speed
      }
      guard judged.count >= Self.fewest else { return nil }
      func errors(_ answer: (Judged) -> PixelVelocity) -> Quantiles {
        Quantiles(judged.map { 100 * (answer($0) - $0.truth.velocity).length / $0.truth.speed })
      }
      return Row(
        panel: set.name, truth: Quantiles(judged.map { 100 * $0.truth.standardError / $0.truth.speed }),
        ours: errors(\.ours), lsq2: errors { Strategy.lsq2.velocity(of: $0.stroke) ?? .zero },
        meanOfThree: errors { Strategy.meanOfThree.velocity(of: $0.stroke) ?? .zero })
    }
  }

  /// One position of a finger, with everything in mm.
  private struct Judged {
    var truth: CentralCubic
    var ours: PixelVelocity
    /// The positions up to this one.
    var stroke: Stroke
  }

  private static func positions(of swipe: FollowedSwipe) -> [Judged] {
    let facts = swipe.facts.filter { $0.phase != .end }
    let samples = facts.map {
      Stroke.Sample(
        time: Double($0.instant.microseconds), x: $0.translation.x, y: $0.translation.y)
    }
    let truths = samples.indices.compactMap { index in
      facts[index].travel < minTravel
        ? nil : CentralCubic(through: samples, at: index).map { (index: index, truth: $0) }
    }
    return judged(of: truths.count).map {
      let (index, truth) = truths[$0]
      let velocity = facts[index].estimate.velocity
      return Judged(
        truth: truth, ours: PixelVelocity(x: velocity.x, y: velocity.y),
        stroke: Stroke(samples: Array(samples[...index])))
    }
  }

  /// Which of `count` positions are judged.
  static func judged(of count: Int) -> [Int] {
    let number = min(count, positionsPerSwipe)
    return (0..<number).map { $0 * count / number }
  }

  /// The geometric mean over the panels of a quantile; nil if there are no panels.
  func mean(_ value: (Row) -> Double?) -> Double? {
    let values = rows.compactMap(value)
    return values.isEmpty ? nil : exp(values.map(log).reduce(0, +) / Double(values.count))
  }

  /// The means over the panels, and the number of references that are ahead.
  public var figures: Figures {
    var figures: Figures = ["midstroke_panels.panels": Double(rows.count)]
    figures["midstroke_panels.p50"] = mean(\.ours.p50)
    figures["midstroke_panels.p90"] = mean(\.ours.p90)
    figures["midstroke_panels.p99"] = mean(\.ours.p99)
    for (name, part) in [("p50", \Quantiles.p50), ("p90", \Quantiles.p90)] {
      guard let ours = mean({ $0.ours[keyPath: part] }) else { continue }
      let others = [mean { $0.lsq2[keyPath: part] }, mean { $0.meanOfThree[keyPath: part] }]
      figures["midstroke_panels.references_ahead_\(name)"] = Double(
        others.count { ($0 ?? .infinity) <= ours })
    }
    return figures
  }

  /// The human-readable table.
  public var text: String {
    let head = [
      "panel", "n", "truth p50", "p90", "ours p50", "p90", "p99", "lsq2 p50", "p90", "Qt p50", "p90",
    ]
    var table = Table(head)
    func add(_ name: String, _ count: Int, _ value: ((Row) -> Double?) -> Double?) {
      let values = [
        value(\.truth.p50), value(\.truth.p90), value(\.ours.p50), value(\.ours.p90), value(\.ours.p99),
        value(\.lsq2.p50), value(\.lsq2.p90), value(\.meanOfThree.p50), value(\.meanOfThree.p90),
      ]
      table.add([name, "\(count)"] + values.map { Table.percent($0) })
    }
    for row in rows { add(row.panel.isEmpty ? "without a name" : row.panel, row.ours.count) { $0(row) } }
    add("geometric mean", rows.map(\.ours.count).reduce(0, +)) { mean($0) }
    return "While the finger moves, on recordings; error in % of the true speed, and the truth's own error\n"
      + table.text
  }
}
