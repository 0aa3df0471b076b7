/// The labelled strokes, judged by flickd's rule and by the published rules of others.
public struct ScoreboardReport: Encodable, Sendable {
  /// The results of one rule.
  public struct Row: Encodable, Sendable {
    /// The project.
    public var name: String
    /// Its rule in words.
    public var rule: String
    /// The flings, scrolls and drags that it takes for swipes.
    public var caught: Share
    /// The flings and scrolls among them.
    public var flings: Share
    /// The drags among them.
    public var drags: Share
    /// The words, written without a throw, that it takes for swipes.
    public var words: Share
    /// The taps that it takes for swipes.
    public var taps: Share
  }

  /// flickd, then the others by what they catch.
  public var rows: [Row]

  /// flickd's rule in words, at default settings.
  private static let ours = "200 pt, or 800 pt/s by regression after 6 mm"

  init(_ trials: [IntentTrial]) {
    func row(_ name: String, _ rule: String, takes: (IntentTrial) -> Bool) -> Row {
      func share(_ meanings: HumanStroke.Meaning...) -> Share {
        Share(of: trials.filter { meanings.contains($0.person.meaning) }, where: takes)
      }
      return Row(
        name: name, rule: rule, caught: share(.fling, .scroll, .drag), flings: share(.fling, .scroll),
        drags: share(.drag), words: share(.word), taps: share(.tap))
    }
    let others = PublishedRule.allCases.map { rule in
      row(rule.rawValue, rule.words) { rule.takes($0.person) }
    }
    rows =
      [row("flickd", Self.ours) { $0.commits(by: .standard) }]
      + others.sorted { $0.caught.count > $1.caught.count }
  }

  var text: String {
    var table = Table(
      ["rule", "caught %", "missed", "flings and scrolls %", "drags %", "words %", "taps", "taps %"])
    for row in rows {
      table.add([
        row.name, row.caught.cell(), "\(row.caught.trials - row.caught.count)", row.flings.cell(),
        row.drags.cell(), row.words.cell(), "\(row.taps.count)", row.taps.cell(decimals: 2),
      ])
    }
    let rules = rows.map { "  \($0.name): \($0.rule)" }
    return "\(table.text)\n\(rules.joined(separator: "\n"))"
  }

  /// The rules that catch at least as many strokes as flickd with at most as many taps.
  var better: [Row] {
    guard let ours = rows.first else { return [] }
    return rows.dropFirst().filter {
      $0.caught.count >= ours.caught.count && $0.taps.count <= ours.taps.count
    }
  }
}
