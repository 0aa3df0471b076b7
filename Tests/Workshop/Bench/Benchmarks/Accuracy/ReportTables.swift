extension SyntheticReport {
  /// The human-readable tables.
  public var text: String {
    var all = Table(["strategy"] + SyntheticScore.Summary.head)
    for row in strategies { all.add([row.strategy.rawValue] + row.score.cells) }
    var byProfile = Table(["ours on"] + SyntheticScore.Summary.head)
    for row in profiles { byProfile.add([row.profile.rawValue] + row.score.cells) }
    var byRate = Table(["ours at"] + SyntheticScore.Summary.head + ["smooth p50 %", "smooth p90 %"])
    for row in rates where row.strategy == .ours {
      byRate.add(["\(Int(row.rate)) Hz"] + row.all.cells + row.smooth.error.cells.prefix(2))
    }
    return """
      Synthetic strokes: \(strokes), seed \(seed); error in % of the true speed or of 100 px/s
      \(all.text)
      \(byProfile.text)
      \(byRate.text)
      """
  }
}

extension VectorReport {
  /// The human-readable tables.
  ///
  /// For a file that states a kind of truth, lsq2 or impulse, no other names are shown.
  public var text: String {
    var text =
      "Vectors: error in % of the stated speed or of 100 px/s; band of lsq2 and impulse for recorded flicks\n"
    for file in files + [total] {
      text += "\n\(file.name): \(file.vectors) vectors\n"
      let usual: Set<String> = ["noncausal", "robust", "sign", "lsq2", "impulse"]
      let names = Set(file.scores.flatMap { $0.rows.map(\.against) })
      let shown = names.isDisjoint(with: usual) ? names : names.intersection(usual)
      var table = Table(
        [
          "strategy", "against", "n", "p50 %", "p90 %", "p99 %", "wrong", "inside", "outside", "skipped",
          "non-finite",
        ], words: 2)
      for score in file.scores {
        // The values of the whole file are in a strategy's first row.
        var whole = [score.inside, score.outside, score.skipped, score.nonFinite].map { "\($0)" }
        let rows = score.rows.filter { shown.contains($0.against) }
        if rows.isEmpty { table.add([score.strategy.rawValue, "–", "0", "–", "–", "–", "–"] + whole) }
        for row in rows {
          table.add(
            [score.strategy.rawValue, row.against, "\(row.error.count)"] + row.error.cells + ["\(row.wrong)"]
              + whole)
          whole = ["", "", "", ""]
        }
      }
      text += table.text
      let hidden = names.subtracting(shown).sorted()
      if !hidden.isEmpty { text += "Only with --json: against \(hidden.joined(separator: ", "))\n" }
    }
    return text
  }
}

extension LandingReport {
  /// The human-readable tables.
  public var text: String {
    func rows(_ title: String, _ rows: [(String, Row)]) -> String {
      var table = Table([title, "throw p50 %", "p90 %", "p99 %", "glide p50 %", "p90 %", "p99 %"])
      for (name, row) in rows { table.add([name] + row.throwError.cells + row.glideError.cells) }
      return table.text
    }
    func snaps(_ title: String, _ rows: [(String, Row)]) -> String {
      var table = Table([title, "of five", "other %", "by translation %", "by lsq2 %"], words: 2)
      for (name, row) in rows {
        for snap in row.snaps {
          table.add(
            [name, snap.content.rawValue]
              + [snap.other, snap.otherByTranslation, snap.otherByLsq2].map { $0.cell(decimals: 2) })
        }
      }
      return table.text
    }
    let projected =
      self.rows.map { ("\(number($0.projection)) s", $0) }
      + smooth.map { ("\(number($0.projection)) s, smooth", $0) }
    let onProfiles = profiles.map { ($0.profile.rawValue, $0.landing) }
    let atRates = rates.map { ("\(Int($0.rate)) Hz", $0.landing) }
    return """
      Landing of \(strokes) made strokes, seed \(seed): error in % of the true throw T + τV, and of its glide τV alone
      \(rows("projected by", projected))
      \(rows("by 0.25 s on", onProfiles))
      \(rows("by 0.25 s at", atRates))
      Another of five snap points than the finger threw it to, from the middle one
      \(snaps("projected by", projected))
      \(snaps("by 0.25 s on", onProfiles))
      \(snaps("by 0.25 s at", atRates))
      """
  }
}

extension LateLiftReport {
  /// The human-readable table.
  public var text: String {
    var table = Table(
      ["late by ms", "flicks", "missed", "by lsq2 + 40 ms", "rests", "false flicks", "by lsq2 + 40 ms"],
      words: 0)
    for row in rows {
      table.add(
        [
          Int(row.delayMilliseconds), row.flicks, row.missed, row.missedByReference, row.rests,
          row.falseFlicks,
          row.falseFlicksByReference,
        ].map { "\($0)" })
    }
    return "Late lifts, known to the recogniser; decided by the default rule\n" + table.text
  }
}

extension DegenerateReport {
  /// The human-readable line.
  public var text: String {
    "Degenerate streams: \(streams), seed \(seed): \(answers) answers, \(nonFinite) not finite\n"
  }
}
