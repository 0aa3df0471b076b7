internal import Foundation

extension IntentReport {
  /// The human-readable table.
  public var text: String {
    var table = Table([
      "people's", "n", "swipes %", "by distance %", "by velocity %", "by either %", "by prediction %",
    ])
    for row in rows where row.swipes.trials > 0 {
      let decimals = row.meaning == .tap ? 2 : 1
      table.add(
        ["\(row.meaning.rawValue)s", "\(row.swipes.trials)"]
          + [row.swipes, row.distance, row.velocity, row.either, row.predicted].map {
            $0.cell(decimals: decimals)
          })
    }
    return """
      Intent captured at default settings: shares that commit by each criterion alone and by the rule, distance or velocity,
      with their 95 % intervals
      \(table.text)
      Flings and scrolls that a published speed or their way makes due: \(due), of which \(missed.count) do not commit
      Taps that commit: \(committedTaps.count); drags that do not: \(returnedDrags.count) (--list names them)
      Far drags and fast flicks that exceed a threshold by 5 %: \(clear.trials); caught by the rule \(clear.cell()) %,
      by distance alone \(clearByDistance.cell()) %, by velocity alone \(clearByVelocity.cell()) %

      The minimum travel of a flick, and taps of each person by the minimum travel that the others need
      \(travel.text)

      Thresholds that a random half of the people proposes, judged by the drags and taps of the other half
      \(halves.text)

      The same strokes by the rules of others, at their default settings (flings, scrolls and drags are meant as swipes)
      \(scoreboard.text)
      """
  }

  /// The misread strokes, human-readable.
  public var list: String {
    var table = Table(
      [
        "not understood", "commits by", "ms", "samples", "out mm", "way mm", "path mm", "mm/s", "confidence",
      ], words: 2)
    for one in missed + committedTaps + returnedDrags {
      let criteria = [one.byDistance ? "distance" : nil, one.byVelocity ? "velocity" : nil].compactMap { $0 }
      table.add(
        [
          "\(one.meaning.rawValue) \(one.stroke)", criteria.isEmpty ? "–" : criteria.joined(separator: "+"),
          number(one.durationMilliseconds), "\(one.samples)",
        ]
          + [one.excursion, one.travel, one.path, one.speed].map { String(format: "%.1f", $0) }
          + [String(format: "%.3f", one.confidence)])
    }
    return table.text
  }
}
