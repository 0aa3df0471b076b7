internal import GestureCore
internal import PanelTuning
internal import Recordings
internal import Terminal

/// The section of labelled strokes: error rates before and after, the proposal, and the plane.
struct PeopleSection {
  let people: StrokeReport
  /// The name of their panel; nil if another section of the page has it.
  var panel: String?

  var markup: String {
    let labels = RecordingLabel.allCases.map { label in
      let count = people.count(of: label)
      return
        "<span data-label=\"\(label.rawValue)\" data-count=\"\(count)\">\(count) \(label.rawValue)"
        + "\(count == 1 ? "" : "s")</span>"
    }
    let count = people.people.count
    let strokes = people.strokes.count == 1 ? "1 stroke" : "\(people.strokes.count) strokes"
    return """
      <section data-people="\(count)" data-strokes="\(people.strokes.count)">
      <h1>\(panel.map { "\(Markup.escaped($0)): people" } ?? "People")</h1>
      <p class="quiet">\(strokes) of \(count == 1 ? "1 person" : "\(count) people"): \
      \(labels.joined(separator: ", "))</p>
      \(rates)
      \(thresholds)
      <div class="pictures"><h2>Distance and speed</h2>
      \(ReportPage.figure(StrokePlane(people: people).markup, Self.plane, data: "data-picture=\"strokes\""))
      \(pictures)</div>
      </section>
      """
  }

  private static let plane =
    "Each sign is a stroke of a person at its lift. A stroke commits right of D or above "
    + "S. Scrolls and taps that did not move are not shown."

  private var rates: String {
    let present = people.criteria.first { $0.criterion == .rule }.map {
      [("present", $0.caught, $0.mistaken)]
    }
    // Without a proposal, there is nothing to compare with the present thresholds.
    let proposed = people.hasProposal ? [("proposed", people.proposed.caught, people.proposed.mistaken)] : []
    let leftOut = people.leftOutRates.map { [("left out", $0.caught, $0.mistaken)] } ?? []
    let rows = (present ?? []) + proposed + leftOut
    let lines = rows.map { name, caught, mistaken in
      "<tr data-rates=\"\(name)\"><th scope=\"row\">\(name)</th>\(cell(caught, "caught"))"
        + "\(cell(mistaken, "mistaken"))</tr>"
    }
    let title = people.hasProposal ? "Before and after" : "Error rates"
    let meaning =
      leftOut.isEmpty
      ? ""
      : "left out: each person is judged by thresholds that were proposed without this person. "
    return "<h2>\(title)</h2><div class=\"wide\"><table><thead><tr><th scope=\"col\">thresholds</th>"
      + "<th scope=\"col\">flicks and drags that commit</th><th scope=\"col\">taps that commit</th></tr></thead>"
      + "<tbody>\(lines.joined())</tbody></table></div><p class=\"quiet\">"
      + "\(meaning)In brackets: 95 % interval.</p>"
  }

  private func cell(_ share: ObservedShare, _ name: String) -> String {
    let percent = share.share.map { part in
      " · \(StrokeReport.percent(part)) % (\(StrokeReport.percent(share.low))–\(StrokeReport.percent(share.high)))"
    }
    return "<td data-rate=\"\(name)\" data-n=\"\(share.count)\" data-of=\"\(share.trials)\">"
      + "\(share.count) of \(share.trials)\(percent ?? "")</td>"
  }

  private var thresholds: String {
    let rows = ProposedKey.allCases.map { key in
      let cells = [("present", people.present[key]), ("proposed", people.proposal.thresholds[key])].map {
        name, value in
        guard let value else { return "<td>not proposed</td>" }
        return "<td data-threshold=\"\(name)\" data-value=\"\(ShownNumber.fixed(value, decimals: 3))\">"
          + "\(key.number(value)) \(key.unit)</td>"
      }
      let interval =
        people.proposal.intervals[key].map {
          "\(key.number($0.lowerBound))–\(key.number($0.upperBound)) \(key.unit)"
        }
      return
        "<tr data-key=\"\(key.rawValue)\"><th scope=\"row\">\(key.rawValue.replacing("_", with: " "))</th>"
        + cells.joined() + "<td>\(interval ?? "")</td></tr>"
    }
    let reasons = people.proposal.gaps.map { "<p>\(Markup.escaped($0.why))</p>" }
    let doubt =
      people.proposal.intervals.isEmpty || people.proposal.isStable
      ? ""
      : "<p>These people do not suffice: other people could move a threshold by more than 15 %. "
        + "Record more people.</p>"
    return "<h2>Proposal</h2><div class=\"wide\"><table><thead><tr><th scope=\"col\">threshold</th>"
      + "<th scope=\"col\">present</th><th scope=\"col\">proposed</th><th scope=\"col\">95 %</th></tr></thead>"
      + "<tbody>\(rows.joined())</tbody></table></div>\(reasons.joined())\(doubt)"
  }

  /// The pictures of `flickctl evaluate`, on white.
  private var pictures: String {
    let captions = [
      "plane.svg": "Error rates for each pair of D and S; frames mark the present and the proposed pair.",
      "criteria.svg": "What each criterion commits.",
    ]
    return people.pictures.map { name, text in
      // Inside a page, SVG needs no name space, and the page then names no address.
      let inline = text.replacing(" xmlns=\"http://www.w3.org/2000/svg\"", with: "")
      return ReportPage.figure(inline, captions[name] ?? "", kind: "sheet", data: "data-picture=\"\(name)\"")
    }.joined(separator: "\n")
  }
}

/// The strokes of people in the plane of distance and speed.
struct StrokePlane {
  let people: StrokeReport

  /// A page stays small: of more strokes, each n-th is drawn.
  private static let maxPoints = 1200

  var markup: String {
    let strokes = people.strokes.filter { $0.lift != nil && $0.label != .scroll }
    let step = max(1, (strokes.count + Self.maxPoints - 1) / Self.maxPoints)
    let shown = stride(from: 0, to: strokes.count, by: step).map { strokes[$0] }
    let points = shown.compactMap { stroke in
      stroke.lift.map { (stroke.label, $0.translation.length, $0.velocity.length) }
    }
    let (d, s) = (people.present.distance ?? 0, people.present.speed ?? 0)
    let x = Chart.Scale(from: 0...max(points.map(\.1).max() ?? 0, d) * 1.1 + 1, start: 64, length: 540)
    let y = Chart.Scale(from: 0...max(points.map(\.2).max() ?? 0, s) * 1.1 + 1, start: 330, length: -300)
    var chart = Chart(width: PanelPictures.width, height: 428, title: "Strokes by distance and speed")
    chart.box(x(0), y(s), x(d) - x(0), y(0) - y(s), style: "track")
    for (label, distance, speed) in points { draw(label, x(distance), y(speed), on: &chart) }
    chart.line([(x(0), 30), (x(0), y(0)), (604, y(0))], style: "ruled")
    thresholds(x, y, on: &chart)
    chart.ticks(x, y: 348)
    chart.ticks(y, x: 56)
    chart.text("distance, mm", 334, 366, anchor: .middle)
    chart.text("speed, mm/s", 8, 16)
    for (number, label) in [RecordingLabel.flick, .drag, .tap].enumerated() {
      draw(label, 70 + Double(number) * 80, 394, on: &chart)
      chart.text(label.rawValue, 80 + Double(number) * 80, 398)
    }
    chart.text("grey: does not commit with the present thresholds", 604, 420, anchor: .end)
    return chart.markup
  }

  /// The present and the proposed thresholds; equal ones are one line.
  private func thresholds(_ x: Chart.Scale, _ y: Chart.Scale, on chart: inout Chart) {
    for (name, value) in lines(\.distance, .distance) {
      chart.line([(x(value), 30), (x(value), y(0))], style: name.hasPrefix("present") ? "lift" : "decided")
      chart.text(
        "D \(name) \(ProposedKey.distance.number(value))", x(value) + 3, name == "proposed" ? 12 : 26,
        style: "bound-label")
    }
    for (name, value) in lines(\.speed, .velocity) {
      chart.line([(x(0), y(value)), (604, y(value))], style: name.hasPrefix("present") ? "lift" : "decided")
      chart.text(
        "S \(name) \(ProposedKey.velocity.number(value))", 636, y(value) + (name == "proposed" ? 14 : -4),
        anchor: .end, style: "bound-label")
    }
  }

  private func lines(_ value: KeyPath<RuleThresholds, Double?>, _ key: ProposedKey) -> [(String, Double)] {
    let (present, proposed) = (people.present[keyPath: value], people.proposal.thresholds[keyPath: value])
    if let present, let proposed, key.number(present) == key.number(proposed) {
      return [("present and proposed", present)]
    }
    return [("present", present), ("proposed", proposed)].compactMap { name, value in value.map { (name, $0) }
    }
  }

  /// Flicks are filled circles, drags squares, taps crosses: shapes differ without colours too.
  private func draw(_ label: RecordingLabel, _ x: Double, _ y: Double, on chart: inout Chart) {
    switch label {
    case .flick: chart.dot(x, y, radius: 3.5, style: "touched3")
    case .drag: chart.box(x - 3.2, y - 3.2, 6.4, 6.4, style: "sound")
    case .tap, .scroll:
      chart.cross(x, y, arm: 4)
    }
  }
}
